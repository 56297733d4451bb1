//===- IdSet.h - A compact set of object ids --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_IDSET_H
#define HPROF_FORMAT_KIT_IDSET_H

#include "hprof/Format/Base/SeededHash.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace hprof {

/// A set of ids that are mostly addresses: multiples of 8, close together. It
/// uses one bit for each of 256 neighbours, which takes 2 to 4 bytes per object
/// of a real heap, and at most 160 bytes per id of an adversarial file.
class IdSet {
public:
  /// \return whether \p Id was added (not present before).
  bool insert(uint64_t Id) {
    uint64_t &Word = Blocks[block(Id)].Words[word(Id)];
    if (Word & bit(Id))
      return false;
    Word |= bit(Id);
    return true;
  }
  bool contains(uint64_t Id) const {
    auto It = Blocks.find(block(Id));
    return It != Blocks.end() && (It->second.Words[word(Id)] & bit(Id));
  }
  uint64_t bytes() const { return Blocks.getMemorySize(); }

private:
  struct Block {
    uint64_t Words[4] = {};
  };

  // The three low bits are moved to the top, so that aligned ids become
  // neighbours, as do the HPROF agent's, which count up by one.
  static uint64_t rotated(uint64_t Id) { return Id >> 3 | Id << 61; }
  // 56 bits: never one of the two keys that DenseMap reserves.
  static uint64_t block(uint64_t Id) { return rotated(Id) >> 8; }
  static unsigned word(uint64_t Id) { return rotated(Id) >> 6 & 3; }
  static uint64_t bit(uint64_t Id) { return uint64_t(1) << (rotated(Id) & 63); }

  llvm::DenseMap<uint64_t, Block, SeededInfo> Blocks;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_IDSET_H
