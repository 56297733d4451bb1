//===- HeapCounter.cpp - Counts the objects of a walk ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapCounter.h"

using namespace hprof;

HeapCounter::HeapCounter() { Counts = &heap(0, 0).Counts; }

void HeapCounter::visit(const HeapDumpInfo &R) {
  Counts = &heap(R.HeapId, R.HeapName).Counts;
}

CountedHeap &HeapCounter::heap(uint32_t Id, uint64_t NameId) {
  // A file has a handful of heaps, a hostile one as many as it likes: what
  // comes behind these is counted with the last.
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
  for (const std::unique_ptr<CountedHeap> &H : Other.Heaps)
    heap(H->Id, H->NameId).Counts.merge(H->Counts);
  Neighbours.merge(Other.Neighbours);
}
