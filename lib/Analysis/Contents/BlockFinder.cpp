//===- BlockFinder.cpp - Finds blocks that may contain an id --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/BlockFinder.h"

using namespace hprof;
using namespace llvm;

BlockFinder::BlockFinder(ArrayRef<RecordBlock> Blocks) : Blocks(Blocks) {
  for (size_t Size = Blocks.size(), Level = 0; Size > 1; ++Level) {
    std::vector<uint64_t> Next((Size + PerGroup - 1) / PerGroup);
    for (size_t I = 0; I != Size; ++I)
      Next[I / PerGroup] = std::max(Next[I / PerGroup], highest(Level, I));
    Size = Next.size();
    Levels.push_back(std::move(Next));
  }
}

bool BlockFinder::findBefore(size_t &I, uint64_t Id) const {
  // Starting at the last group before I, moves up to a group that reaches Id.
  size_t Level = 0, At = I;
  while (At && highest(Level, At - 1) < Id) {
    --At;
    // Only groups that end before I are candidates.
    for (; At && At % PerGroup == 0 && Level != Levels.size(); ++Level)
      At /= PerGroup;
  }
  if (!At)
    return false;
  // Then moves down to the last member of this group that reaches Id.
  for (--At; Level; --Level) {
    const size_t End =
        std::min((At + 1) * PerGroup,
                 Level == 1 ? Blocks.size() : Levels[Level - 2].size());
    for (At = End - 1; highest(Level - 1, At) < Id;)
      --At;
  }
  I = At;
  return true;
}
