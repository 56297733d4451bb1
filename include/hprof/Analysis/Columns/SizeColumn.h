//===- SizeColumn.h - Sizes that are mostly small ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_SIZECOLUMN_H
#define HPROF_ANALYSIS_COLUMNS_SIZECOLUMN_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/ADT/STLExtras.h"

namespace hprof {

/// A size in bytes for each object. Each size takes 8 bytes when computed, and
/// 2 bytes when packed in an index. Most objects retain little, in multiples of
/// the alignment; all other sizes are in a list.
class SizeColumn {
public:
  /// An entry of the list.
  struct Large {
    uint64_t Position;
    uint64_t Size;
  };
  /// Marks an entry that is in the list.
  static constexpr uint16_t IsLarge = UINT16_MAX;

  SizeColumn() = default;
  /*implicit*/ SizeColumn(BigArray<uint64_t> Plain) : Plain(std::move(Plain)) {}
  /// \p Smalls are sizes in units of \p Unit bytes, or IsLarge. For IsLarge,
  /// the size is looked up in \p Larges by position, and is 0 if it is not
  /// found.
  static SizeColumn packed(BigArray<uint16_t> Smalls, BigArray<Large> Larges,
                           unsigned Unit) {
    SizeColumn C;
    C.Smalls = std::move(Smalls);
    C.Larges = std::move(Larges);
    C.Unit = Unit;
    return C;
  }
  /// Returns the packed entry for \p Size.
  static uint16_t pack(uint64_t Size, unsigned Unit) {
    return Size % Unit || Size / Unit >= IsLarge ? IsLarge
                                                 : uint16_t(Size / Unit);
  }

  bool isPacked() const { return Unit != 0; }
  uint64_t size() const { return isPacked() ? Smalls.size() : Plain.size(); }
  uint64_t get(uint64_t I) const {
    if (LLVM_LIKELY(!isPacked()))
      return Plain.get(I);
    uint16_t Small = Smalls[I];
    return LLVM_LIKELY(Small != IsLarge) ? uint64_t(Small) * Unit : large(I);
  }
  llvm::ArrayRef<Large> larges() const { return Larges.ref(); }

  /// Returns the unpacked column, to be filled.
  BigArray<uint64_t> &plain() {
    assert(!isPacked());
    return Plain;
  }
  const BigArray<uint64_t> &plain() const {
    assert(!isPacked());
    return Plain;
  }
  /// See NumberArray::expectRandomAccess().
  void expectRandomAccess() { Plain.expectRandomAccess(); }

private:
  uint64_t large(uint64_t I) const {
    const Large *Found = llvm::partition_point(
        Larges.ref(), [&](const Large &L) { return L.Position < I; });
    return Found != Larges.ref().end() && Found->Position == I ? Found->Size
                                                               : 0;
  }

  BigArray<uint64_t> Plain;
  BigArray<uint16_t> Smalls;
  BigArray<Large> Larges;
  unsigned Unit = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_SIZECOLUMN_H
