//===- FlattenedValues.h - Value objects inside their holders ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A VM with value classes (JEP 401) stores some value objects directly in the
/// field or array element. Its dump shows each of them as an INSTANCE DUMP,
/// right after the record of its holder, with a sequence number as its id: 1,
/// 2, and so on, omitting multiples of the object alignment. Such an object has
/// no header, and its bytes are bytes of its holder.
///
/// This file determines which ids are such numbers, and their effect on sizes.
/// docs/Formats/ObjectLayout.md describes the rule and its sources.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_FLATTENEDVALUES_H
#define HPROF_LAYOUT_FLATTENEDVALUES_H

#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace hprof {

class ClassIndex;
struct ClassModel;
struct ObjectLayout;

/// The flattened values of a heap dump.
class FlattenedValues {
public:
  /// Instances of Holder, or arrays of that class, have values of class Value.
  struct Place {
    uint64_t Holder = 0;
    uint64_t Value = 0;
    bool IsArray = false;
    uint64_t Most = 0; ///< Maximum number in one holder.
  };

  FlattenedValues() = default;
  /// The values with ids from \p First, at most \p Limit of them.
  FlattenedValues(uint64_t First, uint64_t Limit, uint64_t Count,
                  std::vector<Place> Places)
      : First(First), Limit(Limit), Count(Count), Places(std::move(Places)) {}

  uint64_t count() const { return Count; }
  /// Whether the object with \p Id is a flattened value.
  bool contains(uint64_t Id) const { return Id - First < Limit; }
  llvm::ArrayRef<Place> places() const { return Places; }

private:
  uint64_t First = 0;
  uint64_t Limit = 0; ///< 0 if there are none.
  uint64_t Count = 0;
  std::vector<Place> Places;
};

/// Collects evidence for flattened values. The parts of a dump can be walked by
/// several threads, and are merged in file order.
class FlattenedEvidence {
public:
  /// Lower bound of the heap in all 64-bit VMs.
  static constexpr uint64_t LowestHeap = 1 << 27;

  /// Whether an instance at \p Address may be flattened.
  static bool isCandidate(uint64_t Address) {
    return (Address & 7) != 0 || Address < LowestHeap;
  }
  void instance(uint64_t Address, uint64_t Class) {
    if (LLVM_UNLIKELY(isCandidate(Address)))
      return candidate(Address, Class);
    hold(Address, Class, /*IsArray=*/false);
  }
  /// Adds an array. \p Class is 0 for primitive arrays.
  void array(uint64_t Address, uint64_t Class) {
    OtherBits |= Address;
    hold(Address, Class, /*IsArray=*/true);
  }
  void classObject(uint64_t Address) {
    OtherBits |= Address;
    hold(Address, 0, /*IsArray=*/false);
  }
  /// Adds the next part of the file.
  void merge(const FlattenedEvidence &Next);

  /// Returns the result; ids are addresses plus \p IdBase.
  FlattenedValues decide(uint64_t IdBase) const;

private:
  struct Run {
    uint64_t Value;
    uint64_t Count;
  };
  using Key = std::tuple<uint64_t, bool, uint64_t>; ///< Holder, array, value.

  void hold(uint64_t Address, uint64_t Class, bool IsArray) {
    Lowest = std::min(Lowest, Address);
    if (LLVM_UNLIKELY(!Runs.empty()))
      endRuns();
    Holder = Class;
    HolderIsArray = IsArray;
    HasHolder = true;
  }
  void candidate(uint64_t Address, uint64_t Class);
  void addRun(const Run &R);
  uint64_t numCandidates() const { return Misaligned + Low; }
  /// Called when another holder begins.
  void endRuns();
  void addPlace(const Key &K, uint64_t Count);
  /// Whether arrays or class objects, which are never flattened, have such ids.
  bool isExcluded() const { return (OtherBits & 7) || Lowest < LowestHeap; }

  uint64_t Misaligned = 0, Low = 0; ///< Numbers of candidates.
  uint64_t Highest = 0;             ///< The highest candidate.
  uint64_t Orphans = 0;             ///< Candidates that follow no holder.
  uint64_t OtherBits = 0;
  uint64_t Lowest = UINT64_MAX; ///< Lowest address of all other objects.
  // The last holder, and its values.
  uint64_t Holder = 0;
  bool HolderIsArray = false;
  bool HasHolder = false;
  std::vector<Run> Runs;
  /// The values before the first holder; their holder is in an earlier part.
  std::vector<Run> Before;
  std::map<Key, uint64_t> Places;
};

/// Sizes of the elements of arrays with flattened values, by array class.
using FlatElements = llvm::DenseMap<IdKey, uint32_t>;

/// Sets the sizes of the fields of \p Models that hold flattened \p Values. \p
/// Index contains the models.
FlatElements placeFlattened(llvm::MutableArrayRef<ClassModel> Models,
                            const ClassIndex &Index,
                            const FlattenedValues &Values,
                            const ObjectLayout &Layout);

} // namespace hprof

#endif // HPROF_LAYOUT_FLATTENEDVALUES_H
