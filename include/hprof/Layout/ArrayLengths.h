//===- ArrayLengths.h - Sums over arrays for all layouts --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The size of an array is align(base + n * width), and base, width and
/// alignment are known only after the whole dump has been read. Over many
/// arrays, the sum still follows exactly from the sum of n and the frequency of
/// each n mod 16, because the padding of an array depends only on n mod 16 if
/// the alignment is at most 16.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_ARRAYLENGTHS_H
#define HPROF_LAYOUT_ARRAYLENGTHS_H

#include "hprof/Format/Base/BasicType.h"
#include "hprof/Layout/LengthCounts.h"

namespace hprof {

struct ObjectLayout;

/// The lengths of the arrays of one class; trivially copyable, and mergeable in
/// any order. add() is called for every array of a dump.
class ArrayLengths {
public:
  void add(uint64_t Length) {
    Lengths.add(Length);
    Empty += Length == 0;
  }
  void merge(const ArrayLengths &Other) {
    Lengths.merge(Other.Lengths);
    Empty += Other.Empty;
  }

  uint64_t count() const { return Lengths.count(); }
  uint64_t elements() const { return Lengths.sum(); }

  /// Total size in bytes of the arrays if their elements are \p T.
  uint64_t bytes(const ObjectLayout &Layout, BasicType T) const;
  /// Size in bytes of the largest array, 0 if there is none.
  uint64_t largest(const ObjectLayout &Layout, BasicType T) const;
  /// Same as above, for elements that are flattened values of \p Bytes bytes.
  uint64_t flatBytes(const ObjectLayout &Layout, uint64_t Bytes) const;
  uint64_t largestFlat(const ObjectLayout &Layout, uint64_t Bytes) const;

private:
  static constexpr unsigned Period = 32;
  LengthCounts<Period> Lengths;
  uint64_t Empty = 0; ///< Arrays without elements.
};

} // namespace hprof

#endif // HPROF_LAYOUT_ARRAYLENGTHS_H
