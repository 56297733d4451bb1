//===- NumberSets.h - Unique sets of numbers --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sets of numbers, which can be compared by set number: each distinct set is
/// stored once, and results of operations are cached.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_NUMBERSETS_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_NUMBERSETS_H

#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace hprof {

class NumberSets {
public:
  using Set = uint32_t;
  static constexpr Set Empty = 0;

  /// Limits members and cached results to about \p MaxMembers; see isFull().
  explicit NumberSets(uint64_t MaxMembers) : MaxMembers(MaxMembers), Begins(1) {
    intern({});
  }

  /// Returns the union of \p S and \p Others. \p Others is ascending and must
  /// always be the same for the same \p Number.
  Set with(Set S, uint32_t Number, llvm::ArrayRef<uint32_t> Others);
  /// Returns the intersection of \p A and \p B.
  Set meet(Set A, Set B);

  /// Whether the limit is exceeded. If so, further results are wrong.
  bool isFull() const {
    return Members.size() + Withs.size() + Meets.size() > MaxMembers;
  }

  size_t size() const { return Begins.size() - 1; }
  llvm::ArrayRef<uint32_t> members(Set S) const {
    return llvm::ArrayRef(Members).slice(Begins[S], Begins[S + 1] - Begins[S]);
  }
  std::vector<uint64_t> takeBegins() { return std::move(Begins); }
  std::vector<uint32_t> takeMembers() { return std::move(Members); }

private:
  Set intern(llvm::ArrayRef<uint32_t> Sorted);

  uint64_t MaxMembers;
  std::vector<uint64_t> Begins;
  std::vector<uint32_t> Members; ///< Contents of all sets, each ascending.
  llvm::DenseMap<IdKey, Set> ByHash;
  std::vector<Set> NextOfHash; ///< By set: the next with the same hash, or 0.
  using Pair = uint64_t;       ///< A set number, and a list or set number.
  llvm::DenseMap<Pair, Set> Withs, Meets;
  std::vector<uint32_t> Scratch;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_NUMBERSETS_H
