//===- ObjectCounts.h - Object counts by class ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts for a histogram, collected during a walk: instances by class, lengths
/// of arrays by class, class objects. Sizes are computed at the end, when the
/// layout of objects is known (ObjectLayout.h). Adding an object takes a few
/// nanoseconds; parts can be merged in any order.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_OBJECTCOUNTS_H
#define HPROF_LAYOUT_OBJECTCOUNTS_H

#include "hprof/Format/Kit/ClassTable.h"
#include "hprof/Layout/ArrayLengths.h"
#include <array>
#include <vector>

namespace hprof {

/// The objects of one heap.
class ObjectCounts {
public:
  /// Returns whether this is the first instance of \p Class. \p MayBeFlat is
  /// FlattenedEvidence::isCandidate().
  bool instance(uint64_t Class, bool MayBeFlat = false) {
    if (LLVM_UNLIKELY(MayBeFlat))
      ++Candidates[Class];
    return !Instances[Class]++;
  }
  void objectArray(uint64_t Class, uint32_t Length) {
    // An index, so that growing the table moves little data.
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
  /// The instances that are flattened, if the dump has flattened values.
  template <class Fn> void forEachCandidate(Fn &&F) const {
    Candidates.forEach([&](uint64_t Class, uint64_t N) {
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
  ClassTable<uint64_t> Candidates; ///< Instances that may be flattened.
  ClassTable<uint32_t> ArrayIndex; ///< Indices into ObjectArrays, from 1.
  std::vector<ArrayLengths> ObjectArrays;
  std::array<ArrayLengths, NumTypes> PrimitiveArrays{};
  uint64_t ClassObjects = 0;
};

} // namespace hprof

#endif // HPROF_LAYOUT_OBJECTCOUNTS_H
