//===- RecordLocator.cpp - Locations of objects in a dump -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/RecordLocator.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>
#include <utility>

using namespace hprof;
using namespace llvm;

/// Starts a block at this object unless the previous block would be too short:
/// with random ids, blocks of one object take more memory than offsets.
unsigned RecordLocator::Builder::begin(uint64_t Id, uint64_t At) {
  constexpr uint64_t FreeBlocks = 8, ObjectsPerBlock = 16;
  if (IsOpen && Count != MostObjects &&
      SegmentBlocks >= FreeBlocks + (SegmentObjects + Count) / ObjectsPerBlock)
    return Count;
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

void RecordLocator::Builder::addRoot(uint64_t At) {
  const std::pair<uint64_t, unsigned> Now(Blocks.size(), Count);
  if (std::exchange(AtRoot, Now) != Now)
    Roots.push_back({At, 0});
  ++Roots.back().Count;
}

void RecordLocator::Builder::endSegment() {
  close();
  SegmentBlocks = SegmentObjects = 0;
  AtRoot.first = UINT64_MAX;
}

void RecordLocator::Builder::merge(Builder &Other) {
  endSegment();
  Other.endSegment();
  Blocks.insert(Blocks.end(), Other.Blocks.begin(), Other.Blocks.end());
  ClassDumps.insert(ClassDumps.end(), Other.ClassDumps.begin(),
                    Other.ClassDumps.end());
  Roots.insert(Roots.end(), Other.Roots.begin(), Other.Roots.end());
  Other.Blocks = {};
  Other.ClassDumps = {};
  Other.Roots = {};
}

/// Moves \p From into an array that uses memory from \p Budget.
template <class T>
static Expected<BigArray<T>> arrayOf(std::vector<T> &From,
                                     MemoryBudget *Budget) {
  Expected<BigArray<T>> Made = BigArray<T>::make(From.size(), Budget);
  if (Made)
    llvm::copy(From, Made->data());
  From = {};
  return Made;
}

Expected<RecordLocator> RecordLocator::Builder::finish(MemoryBudget *Budget) {
  endSegment();
  auto IsBefore = [](const RecordBlock &A, const RecordBlock &B) {
    return std::tie(A.Lowest, A.Highest, A.Place) <
           std::tie(B.Lowest, B.Highest, B.Place);
  };
  if (!is_sorted(Blocks, IsBefore))
    llvm::stable_sort(Blocks, IsBefore);
  Expected<BigArray<RecordBlock>> All = arrayOf(Blocks, Budget);
  if (!All)
    return All.takeError();
  Expected<BigArray<uint64_t>> Dumps = arrayOf(ClassDumps, Budget);
  if (!Dumps)
    return Dumps.takeError();
  Expected<BigArray<RootRun>> Runs = arrayOf(Roots, Budget);
  if (!Runs)
    return Runs.takeError();
  return RecordLocator(std::move(*All), std::move(*Dumps), std::move(*Runs));
}
