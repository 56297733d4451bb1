//===- PackedNumbers.h - Compressed columns of numbers ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Columns whose entries take less space than their width, but can be accessed
/// randomly. NumberArray::packed() presents them as ordinary arrays.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_PACKEDNUMBERS_H
#define HPROF_ANALYSIS_COLUMNS_PACKEDNUMBERS_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace hprof {

/// Numbers mostly computed from another column; all others are in a list.
class DerivedNumbers final : public PackedNumbers {
public:
  /// Describes 64 entries: which of them are in the list (a bit each), and the
  /// number of list entries for earlier cells.
  struct Cell {
    uint64_t Word;
    uint64_t Before;
  };
  /// Computes a number from entry \p Of of the other column.
  struct Rule {
    uint64_t Limit;   ///< An entry below this limit yields its value
    uint64_t Added;   ///< plus this.
    uint64_t Default; ///< Number that any other entry yields.

    uint64_t operator()(uint64_t Of) const {
      return Of < Limit ? Of + Added : Default;
    }
  };

  /// \p Cells has one cell per 64 entries of \p Base.
  DerivedNumbers(NumberArray Base, Rule By, llvm::ArrayRef<Cell> Cells,
                 NumberArray Listed)
      : Base(std::move(Base)), By(By), Cells(Cells), Listed(std::move(Listed)) {
  }

  uint64_t size() const override { return Base.size(); }
  uint64_t get(uint64_t I) const override {
    const Cell &C = Cells[I / 64];
    const uint64_t Bit = uint64_t(1) << (I % 64);
    if (C.Word & Bit)
      return Listed.get(C.Before +
                        uint64_t(llvm::popcount(C.Word & (Bit - 1))));
    return By(Base.get(I));
  }
  /// Whether the counts in the cells match the list.
  bool isValid() const;

private:
  NumberArray Base;
  Rule By;
  llvm::ArrayRef<Cell> Cells;
  NumberArray Listed;
};

/// Ascending numbers, some of which are missing. Stores a base for every 64
/// numbers, and for each number its difference from that base in two bytes.
class BasedNumbers final : public PackedNumbers {
public:
  /// An entry whose difference does not fit in two bytes.
  struct Large {
    uint64_t Position;
    uint64_t Number;
  };
  static constexpr uint16_t IsMissing = UINT16_MAX;
  static constexpr uint16_t IsLarge = UINT16_MAX - 1;
  static constexpr uint64_t PerBase = 64;

  /// Missing numbers are \p Missing. \p Larges is sorted by position.
  BasedNumbers(llvm::ArrayRef<uint16_t> Steps, NumberArray Bases,
               llvm::ArrayRef<Large> Larges, uint64_t Missing)
      : Steps(Steps), Bases(std::move(Bases)), Larges(Larges),
        Missing(Missing) {}

  uint64_t size() const override { return Steps.size(); }
  uint64_t get(uint64_t I) const override {
    const uint16_t Step = Steps[I];
    if (LLVM_LIKELY(Step < IsLarge))
      return Bases.get(I / PerBase) + Step;
    return Step == IsMissing ? Missing : large(I);
  }

private:
  uint64_t large(uint64_t I) const {
    const Large *Found = llvm::partition_point(
        Larges, [&](const Large &L) { return L.Position < I; });
    return Found != Larges.end() && Found->Position == I ? Found->Number
                                                         : Missing;
  }

  llvm::ArrayRef<uint16_t> Steps;
  NumberArray Bases;
  llvm::ArrayRef<Large> Larges;
  uint64_t Missing;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_PACKEDNUMBERS_H
