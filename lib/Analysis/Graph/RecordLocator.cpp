//===- RecordLocator.cpp - Where objects lie in a dump --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/RecordLocator.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace hprof;
using namespace llvm;

/// Starts a block with an object, unless the previous block would end early
/// without need: with random ids, blocks of one object would take more memory
/// than an offset per object.
unsigned RecordLocator::Builder::begin(uint64_t Id, uint64_t At) {
  constexpr uint64_t FreeBlocks = 8, ObjectsPerBlock = 16;
  if (IsOpen && Count != MostObjects &&
      SegmentBlocks >=
          FreeBlocks + (SegmentObjects + Count) / ObjectsPerBlock) {
    Lowest = std::min(Lowest, Id);
    return Count;
  }
  close();
  IsOpen = true;
  Lowest = Highest = Id;
  Offset = At;
  return 0;
}

void RecordLocator::Builder::close() {
  if (!IsOpen)
    return;
  Blocks.push_back({Lowest, Highest, Offset << 8 | Count});
  ++SegmentBlocks;
  SegmentObjects += Count;
  IsOpen = false;
  Count = MostObjects;
}

void RecordLocator::Builder::endSegment() {
  close();
  SegmentBlocks = SegmentObjects = 0;
}

void RecordLocator::Builder::merge(Builder &Other) {
  endSegment();
  Other.endSegment();
  Blocks.insert(Blocks.end(), Other.Blocks.begin(), Other.Blocks.end());
  ClassDumps.insert(ClassDumps.end(), Other.ClassDumps.begin(),
                    Other.ClassDumps.end());
  Other.Blocks = {};
  Other.ClassDumps = {};
}

Expected<RecordLocator> RecordLocator::Builder::finish(MemoryBudget *Budget) {
  endSegment();
  auto IsBefore = [](const RecordBlock &A, const RecordBlock &B) {
    return std::tie(A.Lowest, A.Highest, A.Place) <
           std::tie(B.Lowest, B.Highest, B.Place);
  };
  if (!is_sorted(Blocks, IsBefore))
    llvm::stable_sort(Blocks, IsBefore);
  Expected<BigArray<RecordBlock>> All =
      BigArray<RecordBlock>::make(Blocks.size(), Budget);
  if (!All)
    return All.takeError();
  llvm::copy(Blocks, All->data());
  Blocks = {};
  Expected<BigArray<uint64_t>> Dumps =
      BigArray<uint64_t>::make(ClassDumps.size(), Budget);
  if (!Dumps)
    return Dumps.takeError();
  llvm::copy(ClassDumps, Dumps->data());
  ClassDumps = {};
  return RecordLocator(std::move(*All), std::move(*Dumps));
}
