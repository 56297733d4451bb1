//===- ArrayLengths.h - Sums over arrays for all layouts --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bytes of an array are align(base + n * width), and base, width and
/// alignment are only known when the whole dump has been seen. Over many
/// arrays the sum still follows exactly from the sum of n and from how often
/// each n mod 16 occurred, because the padding of one array depends on nothing
/// else as long as the alignment is at most 16.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_ARRAYLENGTHS_H
#define HPROF_LAYOUT_ARRAYLENGTHS_H

#include "hprof/Format/Hprof/BasicType.h"
#include <cstdint>

namespace hprof {

struct ObjectLayout;

/// The lengths of the arrays of one class, trivially copyable and mergeable in
/// any order. add() is on the path of every array of a dump.
class ArrayLengths {
public:
  void add(uint64_t Length) {
    ++ByResidue[Length % Residues];
    Empty += Length == 0;
    Elements += Length;
    Longest = Length > Longest ? Length : Longest;
  }
  void merge(const ArrayLengths &Other);

  uint64_t count() const;
  uint64_t elements() const { return Elements; }

  /// Bytes of all of these arrays when their elements are \p T.
  uint64_t bytes(const ObjectLayout &Layout, BasicType T) const;
  /// Bytes of the largest of them, 0 when there is none.
  uint64_t largest(const ObjectLayout &Layout, BasicType T) const;

private:
  static constexpr unsigned Residues = 16;
  uint64_t ByResidue[Residues] = {};
  uint64_t Empty = 0; ///< Arrays without elements.
  uint64_t Elements = 0;
  uint64_t Longest = 0;
};

} // namespace hprof

#endif // HPROF_LAYOUT_ARRAYLENGTHS_H
