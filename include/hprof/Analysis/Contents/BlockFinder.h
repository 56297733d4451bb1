//===- BlockFinder.h - Finds blocks that may contain an id ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the blocks whose id ranges contain an id. Blocks are sorted by their
/// lowest id; a few can overlap many others, such as a block that begins at the
/// end of one heap region and ends in a distant one. The highest ids of groups
/// of 64 blocks, of 64 such groups, and so on let a search skip blocks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_BLOCKFINDER_H
#define HPROF_ANALYSIS_CONTENTS_BLOCKFINDER_H

#include "hprof/Analysis/Graph/RecordLocator.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace hprof {

class BlockFinder {
public:
  BlockFinder() = default;
  /// \p Blocks, sorted by Lowest, must outlive this.
  explicit BlockFinder(llvm::ArrayRef<RecordBlock> Blocks);

  /// Calls \p F with each block that may contain \p Id until it returns false.
  template <class Fn> void forEach(uint64_t Id, Fn &&F) const {
    const RecordBlock *Above = llvm::partition_point(
        Blocks, [&](const RecordBlock &B) { return B.Lowest <= Id; });
    for (size_t I = size_t(Above - Blocks.begin()); findBefore(I, Id);)
      if (!F(Blocks[I]))
        return;
  }

private:
  /// Moves \p I back to the last earlier block whose highest id is at least \p
  /// Id. Returns false if there is no such block.
  bool findBefore(size_t &I, uint64_t Id) const;
  uint64_t highest(size_t Level, size_t I) const {
    return Level ? Levels[Level - 1][I] : Blocks[I].Highest;
  }

  static constexpr size_t PerGroup = 64;
  llvm::ArrayRef<RecordBlock> Blocks;
  /// Highest ids of groups of blocks, of groups of these groups, and so on.
  std::vector<std::vector<uint64_t>> Levels;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_BLOCKFINDER_H
