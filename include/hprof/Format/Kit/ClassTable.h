//===- ClassTable.h - Per-class data for hot walks --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Per-class data for hot walks, found within a few nanoseconds per object.
/// Tables of several workers are merged like this:
///
///     Sum.reserve(Other);
///     Other.forEach([&](uint64_t Class, uint64_t N) { Sum[Class] += N; });
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_CLASSTABLE_H
#define HPROF_FORMAT_KIT_CLASSTABLE_H

#include "llvm/Support/Compiler.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hprof {

/// A hash table from class ids to \p T, with open addressing. Classes cannot be
/// removed.
template <class T> class ClassTable {
public:
  ClassTable() : Cells(1 << InitialBits), Shift(64 - InitialBits) {}

  /// The value of \p Class, default-initialized if new. Valid until the next
  /// call.
  T &operator[](uint64_t Class) {
    if (LLVM_UNLIKELY(Class == 0))
      return Zero;
    Cell *C = find(Class);
    if (LLVM_LIKELY(C->Class == Class))
      return C->Value;
    return insert(Class);
  }

  /// Must be called before adding entries in the order of another table's
  /// forEach(): in that order, all of them would fall into the same part of a
  /// smaller table.
  void reserve(const ClassTable &Other) {
    while (Cells.size() < Other.Cells.size())
      grow();
  }

  /// Calls \p F with the id and the value of each class, in no particular
  /// order; always includes id 0, even if it was never looked up.
  template <class Fn> void forEach(Fn &&F) const {
    F(uint64_t(0), Zero);
    for (const Cell &C : Cells)
      if (C.Class)
        F(C.Class, C.Value);
  }

private:
  static constexpr unsigned InitialBits = 10;
  static constexpr size_t MaxSteps = 128; ///< Far more than occur by chance.
  static constexpr unsigned MaxChanges = 16;
  struct Cell {
    uint64_t Class = 0; ///< 0 for a free cell.
    T Value{};
  };

  size_t placeOf(uint64_t Class) const {
    return size_t((Class * Multiplier) >> Shift);
  }
  Cell *find(uint64_t Class) {
    size_t I = placeOf(Class);
    while (Cells[I].Class != Class && Cells[I].Class)
      I = (I + 1) & (Cells.size() - 1);
    return &Cells[I];
  }
  /// Number of cells that a search for the occupied cell \p C visits.
  size_t stepsTo(const Cell *C) const {
    return (size_t(C - Cells.data()) - placeOf(C->Class)) & (Cells.size() - 1);
  }
  void rehash(size_t Size) {
    std::vector<Cell> Old(Size);
    Old.swap(Cells);
    for (const Cell &C : Old)
      if (C.Class)
        *find(C.Class) = C;
  }
  void grow() {
    --Shift;
    rehash(Cells.size() * 2);
  }
  LLVM_ATTRIBUTE_NOINLINE T &insert(uint64_t Class) {
    if (++Used * 2 > Cells.size())
      grow();
    Cell *C = find(Class);
    C->Class = Class;
    // Ids chosen to collide are spread by another factor. Many ids that collide
    // under all factors cannot be found in practice.
    for (; stepsTo(C) > MaxSteps && Changes != MaxChanges; C = find(Class)) {
      ++Changes;
      Multiplier *= 0xd1342543de82ef95;
      rehash(Cells.size());
    }
    return C->Value;
  }

  std::vector<Cell> Cells;
  unsigned Shift;
  uint64_t Multiplier = 0x9e3779b97f4a7c15; ///< Odd.
  unsigned Changes = 0;
  size_t Used = 0;
  T Zero{}; ///< For class id 0, which no writer should use.
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_CLASSTABLE_H
