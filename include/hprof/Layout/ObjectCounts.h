//===- ObjectCounts.h - How many objects of each class ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a histogram counts while a dump goes by: instances per class, lengths
/// of arrays per class, class objects. Bytes follow at the end, when the layout
/// of objects is known (ObjectLayout.h). Adding an object costs a few
/// nanoseconds; all parts merge in any order.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_OBJECTCOUNTS_H
#define HPROF_LAYOUT_OBJECTCOUNTS_H

#include "hprof/Layout/ArrayLengths.h"
#include "llvm/Support/Compiler.h"
#include <array>
#include <vector>

namespace hprof {

/// A hash table from class ids to \p T, by open addressing.
template <class T> class ClassTable {
public:
  ClassTable() : Cells(1 << InitialBits), Shift(64 - InitialBits) {}

  /// The value of \p Class, made if new. Valid until the next call.
  T &operator[](uint64_t Class) {
    if (LLVM_UNLIKELY(Class == 0))
      return Zero;
    Cell *C = find(Class);
    if (LLVM_LIKELY(C->Class == Class))
      return C->Value;
    return insert(Class);
  }

  /// To be called before what forEach() of another table tells is added: in its
  /// order, all would fall into the same part of a smaller table.
  void reserve(const ClassTable &Other) {
    while (Cells.size() < Other.Cells.size())
      grow();
  }

  /// Calls \p F with the id and the value of each class, in no order.
  template <class Fn> void forEach(Fn &&F) const {
    F(uint64_t(0), Zero);
    for (const Cell &C : Cells)
      if (C.Class)
        F(C.Class, C.Value);
  }

private:
  static constexpr unsigned InitialBits = 10;
  struct Cell {
    uint64_t Class = 0; ///< 0 for a free cell.
    T Value{};
  };

  Cell *find(uint64_t Class) {
    size_t I = size_t((Class * 0x9e3779b97f4a7c15) >> Shift);
    while (Cells[I].Class != Class && Cells[I].Class)
      I = (I + 1) & (Cells.size() - 1);
    return &Cells[I];
  }
  void grow() {
    std::vector<Cell> Old(Cells.size() * 2);
    Old.swap(Cells);
    --Shift;
    for (const Cell &C : Old)
      if (C.Class)
        *find(C.Class) = C;
  }
  LLVM_ATTRIBUTE_NOINLINE T &insert(uint64_t Class) {
    if (++Used * 2 > Cells.size())
      grow();
    Cell *C = find(Class);
    C->Class = Class;
    return C->Value;
  }

  std::vector<Cell> Cells;
  unsigned Shift;
  size_t Used = 0;
  T Zero{}; ///< Of class id 0, which no writer should use.
};

/// The objects of one heap.
class ObjectCounts {
public:
  void instance(uint64_t Class) { ++Instances[Class]; }
  void objectArray(uint64_t Class, uint32_t Length) {
    // An index, so that growing the table moves little.
    uint32_t &Index = ArrayIndex[Class];
    if (LLVM_UNLIKELY(!Index)) {
      ObjectArrays.emplace_back();
      Index = uint32_t(ObjectArrays.size());
    }
    ObjectArrays[Index - 1].add(Length);
  }
  void primitiveArray(BasicType T, uint32_t Length) {
    PrimitiveArrays[unsigned(T) % NumTypes].add(Length);
  }
  void classObject() { ++ClassObjects; }

  void merge(const ObjectCounts &Other);

  template <class Fn> void forEachInstance(Fn &&F) const {
    Instances.forEach([&](uint64_t Class, uint64_t N) {
      if (N)
        F(Class, N);
    });
  }
  template <class Fn> void forEachObjectArray(Fn &&F) const {
    ArrayIndex.forEach([&](uint64_t Class, uint32_t Index) {
      if (Index)
        F(Class, ObjectArrays[Index - 1]);
    });
  }
  const ArrayLengths &primitiveArrays(BasicType T) const {
    return PrimitiveArrays[unsigned(T) % NumTypes];
  }
  uint64_t classObjects() const { return ClassObjects; }

private:
  static constexpr unsigned NumTypes = 16;
  ClassTable<uint64_t> Instances;
  ClassTable<uint32_t> ArrayIndex; ///< Into ObjectArrays, from 1.
  std::vector<ArrayLengths> ObjectArrays;
  std::array<ArrayLengths, NumTypes> PrimitiveArrays{};
  uint64_t ClassObjects = 0;
};

} // namespace hprof

#endif // HPROF_LAYOUT_OBJECTCOUNTS_H
