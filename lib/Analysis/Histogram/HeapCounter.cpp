//===- HeapCounter.cpp - Counts the objects of a walk ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapCounter.h"

using namespace hprof;

HeapCounter::HeapCounter(const DumpContext &Context) : Context(&Context) {
  Heap = &heap(0, 0);
}

void HeapCounter::visit(const HeapDumpInfo &R) {
  Heap = &heap(R.HeapId, R.HeapName);
}

CountedHeap &HeapCounter::heap(uint32_t Id, uint64_t NameId) {
  // A normal file has a handful of heaps, but an adversarial one may have any
  // number of them. Further heaps are counted as part of the last one.
  constexpr size_t MaxHeaps = 64;
  for (const std::unique_ptr<CountedHeap> &H : Heaps)
    if (H->Id == Id)
      return *H;
  if (Heaps.size() == MaxHeaps)
    return *Heaps.back();
  Heaps.push_back(std::make_unique<CountedHeap>());
  Heaps.back()->Id = Id;
  Heaps.back()->NameId = NameId;
  return *Heaps.back();
}

void HeapCounter::merge(const HeapCounter &Other) {
  for (const std::unique_ptr<CountedHeap> &H : Other.Heaps) {
    CountedHeap &Mine = heap(H->Id, H->NameId);
    Mine.Counts.merge(H->Counts);
    Mine.Stacks.merge(H->Stacks);
  }
  Neighbours.merge(Other.Neighbours);
}
