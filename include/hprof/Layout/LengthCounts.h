//===- LengthCounts.h - Lengths counted by residue --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_LENGTHCOUNTS_H
#define HPROF_LAYOUT_LENGTHCOUNTS_H

#include <algorithm>
#include <array>
#include <cstdint>

namespace hprof {

/// Lengths counted by their residue modulo \p Period. The sum of the padded
/// sizes follows exactly from the counts if adding Period to a length increases
/// the size by a multiple of the alignment. Trivially copyable, and mergeable
/// in any order.
template <unsigned Period> class LengthCounts {
public:
  void add(uint64_t Length) {
    ++ByResidue[Length % Period];
    Sum += Length;
    Longest = std::max(Longest, Length);
  }
  void merge(const LengthCounts &Other) {
    for (unsigned R = 0; R != Period; ++R)
      ByResidue[R] += Other.ByResidue[R];
    Sum += Other.Sum;
    Longest = std::max(Longest, Other.Longest);
  }
  uint64_t count() const {
    uint64_t N = 0;
    for (uint64_t Some : ByResidue)
      N += Some;
    return N;
  }
  uint64_t sum() const { return Sum; }
  uint64_t longest() const { return Longest; }
  /// How many lengths are congruent to \p R modulo Period.
  uint64_t ofResidue(unsigned R) const { return ByResidue[R]; }

private:
  std::array<uint64_t, Period> ByResidue{};
  uint64_t Sum = 0;
  uint64_t Longest = 0;
};

} // namespace hprof

#endif // HPROF_LAYOUT_LENGTHCOUNTS_H
