//===- JavaCollections.h - Sizes and entries of collections -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of the collections of JavaCollections.def, over a JavaHeap.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVACOLLECTIONS_H
#define HPROF_JAVA_JAVACOLLECTIONS_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Java/CollectionRows.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <mutex>
#include <vector>

namespace hprof {

/// Plan for reading instances of a class.
struct CollectionPlan {
  const CollectionRow *Row = nullptr; ///< Null: not a collection.
  FieldPlace Array, First, Second;
  FieldPlace Reversed; ///< The order is reversed unless it is 0 or null.
};

/// Plan for reading an object that manages a growing array.
struct BufferPlan {
  FieldPlace Count, Array, Coder;
};

/// Plan for reading an object that shows a part of an array.
struct SlicePlan {
  FieldPlace Array, Offset, Length;
};

/// The fill level of a collection.
struct CollectionSize {
  const CollectionRow *Row = nullptr;
  uint64_t Size = 0;
  /// Slots of the backing array (buckets, for hash tables); 0 without an array.
  uint64_t Slots = 0;
  unsigned SlotReferences = 1; ///< References per slot.
  uint64_t Array = NoObject;   ///< The backing array, or the inner collection.
};

/// An entry of a collection. Objects that represent null become null.
struct CollectionEntry {
  ObjectRef Key; ///< For maps.
  ObjectRef Value;
};

struct CollectionEntries {
  CollectionKind Kind = CollectionKind::None;
  /// The first entries: of lists, trees and linked entries in their order, of
  /// others in the order of the table, which is usually the iteration order.
  std::vector<CollectionEntry> Entries;
  uint64_t Size = 0; ///< Total number of entries.
};

/// Reads collections. Thread-safe.
class CollectionReader {
public:
  explicit CollectionReader(const JavaHeap &Heap) : Heap(Heap) {}

  /// Uses the first row that matches the class or, failing that, a superclass.
  CollectionPlan plan(uint64_t Class) const;
  /// Uses the first matching buffer row. Without one, the plan has no Count.
  BufferPlan buffer(uint64_t Class) const;
  /// Same as above, for objects that show parts of arrays; without Array if
  /// there is no such row.
  SlicePlan slice(uint64_t Class) const;
  /// Speeds up size() for collections inside others. Must not be called while
  /// another thread uses the reader.
  void keep(uint64_t Class, const CollectionPlan &P) { Kept[Class] = P; }

  /// Returns the number of elements of an instance with the values \p Bytes.
  /// Linked elements without a count are counted here, in at most \p MaxSteps
  /// steps, so there may be more. Returns nullopt if the object is not a
  /// collection or is damaged, or if these steps lead to no element.
  std::optional<CollectionSize> size(const CollectionPlan &P,
                                     llvm::ArrayRef<uint8_t> Bytes,
                                     uint64_t MaxSteps = UINT64_MAX,
                                     unsigned Depth = 0) const;
  std::optional<CollectionSize>
  size(uint64_t At, uint64_t MaxSteps = UINT64_MAX, unsigned Depth = 0) const;

  /// Returns the contents of the object \p At, at most \p Most entries; nullopt
  /// if it is not a collection. The entries of a damaged collection end at the
  /// damage.
  std::optional<CollectionEntries> entries(uint64_t At, uint64_t Most) const;

  /// Id of the object that represents null in collections of \p R, or 0.
  uint64_t nullMark(const CollectionRow &R) const;
  const JavaHeap &heap() const { return Heap; }
  CollectionPlan planOf(const JavaObject &O) const;
  /// Whether a Range with these values has no bounds.
  static bool isUnbounded(const CollectionPlan &P,
                          llvm::ArrayRef<uint8_t> Bytes);
  ObjectRef follow(FieldPlace F, llvm::ArrayRef<uint8_t> Bytes) const {
    return Heap.reference(F.get(Bytes));
  }

private:
  /// Sum of a count that is split into parts.
  struct PartSum {
    uint64_t Size = 0, Slots = 0;
  };
  PartSum sumParts(uint64_t Array, llvm::StringRef Count) const;
  std::optional<CollectionSize>
  sizeOfInner(CollectionSize Outer, uint64_t MaxSteps, unsigned Depth) const;
  std::optional<uint64_t> countLinked(const CollectionPlan &P,
                                      llvm::ArrayRef<uint8_t> Bytes,
                                      uint64_t MaxSteps) const;
  uint64_t enumSetSize(FieldPlace Bits, llvm::ArrayRef<uint8_t> Bytes) const;

  const JavaHeap &Heap;
  llvm::DenseMap<IdKey, CollectionPlan> Kept;
  mutable std::mutex Mutex;
  /// Cached sums over long arrays, which adversarial collections could share.
  mutable llvm::DenseMap<IdKey, PartSum> Sums;
  mutable std::once_flag AreMarksKnown;
  mutable std::vector<uint64_t> Marks; ///< By row.
};

} // namespace hprof

#endif // HPROF_JAVA_JAVACOLLECTIONS_H
