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
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <mutex>
#include <vector>

namespace hprof {

/// What programs see in a collection. None for parts of other collections;
/// Entries for a set of the entries of a map.
enum class CollectionKind : uint8_t { None, List, Set, Map, Entries };

/// How to read a collection. The first and the second field are called so here.
enum class CollectionShape : uint8_t {
  List,        ///< As many elements as the first says, at the array's start.
  Ring,        ///< From the first to the second, wrapping around at the end.
  BoundedRing, ///< As many as the first says, from the second on.
  Hash,        ///< As many entries in the buckets of the array.
  HashLinks,   ///< The same; the second is the first of them in order.
  Pairs,       ///< As many keys and values, which alternate in the array.
  Striped,     ///< Like Hash; the count is also in the cells of the second.
  Segments,    ///< An array of hash tables.
  Part,        ///< Like Hash, inside a collection that counts itself.
  Wrapper,     ///< Made around a collection of its own.
  View,        ///< Shows a collection that someone else may have, too.
  Slice,       ///< As many elements of it as the first says, from the second.
  Range,       ///< A View of all if both say that there is no bound: references
               ///< that are null, or flags that are set. Else not known.
  Links,       ///< As many linked entries, starting with the second.
  LinkRing,    ///< The same with an entry that is only the head.
  Tree,        ///< As many entries of a binary tree with the second as root.
  Chain,       ///< Linked entries that nothing counts, from the second on.
  SkipList,    ///< The lowest level of linked entries; the second leads to it.
  Exact,       ///< As many elements as the array is long.
  Replaced,    ///< The same; each change makes a new one.
  Cells,       ///< As many elements as the array is long, and also null.
  Fields,      ///< The elements are the fields, unless null.
  Entry,       ///< One entry: key and value in fields.
  Copies,      ///< As many times the second.
  Fixed,       ///< As many elements anywhere in an array that never grows.
  FixedPairs,  ///< The same for keys and their values.
  Universe,    ///< Values in the array, at the places of their keys in another.
  EnumSet,     ///< A bit in the first for each element of the array.
  Empty,
};

/// Whether elements are added and removed.
bool growsOrShrinks(CollectionShape Shape);
/// How many of the fields, from the first on, are counts or indexes, and not
/// references or elements.
unsigned numCounts(CollectionShape Shape);
/// Whether elements are linked, and counted nowhere.
bool isUncounted(CollectionShape Shape);
/// Whether the elements are those of the collection inside.
bool isAround(CollectionShape Shape);
/// Whether the array belongs to the collection alone, and not to a program.
bool ownsArray(CollectionShape Shape);

/// A row of JavaCollections.def.
struct CollectionRow {
  llvm::StringLiteral Class;
  CollectionKind Kind;
  CollectionShape Shape;
  llvm::StringLiteral Fields, Array, Null, Releases;

  /// First, second and third; "" for what there is not.
  std::array<llvm::StringRef, 3> fields() const;
};
llvm::ArrayRef<CollectionRow> collectionRows();

/// How to read instances of a class.
struct CollectionPlan {
  const CollectionRow *Row = nullptr; ///< Null: not a collection.
  FieldPlace First, Second, Array;
  FieldPlace Reversed; ///< Third: the order is reversed unless it is 0 or null.
};

/// How to read an object that grows an array.
struct BufferPlan {
  FieldPlace Count, Array, Coder;
};

/// How to read an object that shows a part of an array.
struct SlicePlan {
  FieldPlace Array, Offset, Length;
};

/// How full a collection is.
struct CollectionSize {
  const CollectionRow *Row = nullptr;
  uint64_t Size = 0;
  /// Slots of the backing array (buckets, for hash tables); 0 without one.
  uint64_t Slots = 0;
  unsigned SlotReferences = 1; ///< References per slot.
  uint64_t Array = NoObject; ///< The backing array, or the wrapped collection.
};

/// An entry of a collection. Objects that stand for null are null here.
struct CollectionEntry {
  ObjectRef Key; ///< For maps.
  ObjectRef Value;
};

struct CollectionEntries {
  CollectionKind Kind = CollectionKind::None;
  /// The first entries: of lists, trees and what is linked in order, of others
  /// as they are in the table, which most iterate over from its begin.
  std::vector<CollectionEntry> Entries;
  uint64_t Size = 0; ///< Total number of entries.
};

/// Reads collections. Several threads can use one.
class CollectionReader {
public:
  explicit CollectionReader(const JavaHeap &Heap) : Heap(Heap) {}

  /// Uses the first row that fits the class or, failing that, a superclass.
  CollectionPlan plan(uint64_t Class) const;
  /// The first row of buffers that fits; without Count there is none.
  BufferPlan buffer(uint64_t Class) const;
  /// The same of objects that show parts of arrays; without Array there is
  /// none.
  SlicePlan slice(uint64_t Class) const;
  /// Makes size() faster for collections inside others. Not to be called while
  /// another thread uses the reader.
  void keep(uint64_t Class, const CollectionPlan &P) { Kept[Class] = P; }

  /// The number of elements of an instance with the values \p Bytes. Where they
  /// are linked and not counted, they are counted here, in \p MaxSteps steps at
  /// most: then there may be more. None if it is not a collection, is damaged,
  /// or these steps lead to no element.
  std::optional<CollectionSize> size(const CollectionPlan &P,
                                     llvm::ArrayRef<uint8_t> Bytes,
                                     uint64_t MaxSteps = UINT64_MAX,
                                     unsigned Depth = 0) const;
  std::optional<CollectionSize>
  size(uint64_t At, uint64_t MaxSteps = UINT64_MAX, unsigned Depth = 0) const;

  /// The contents of the object \p At, at most \p Most entries; none when it
  /// is not a collection. Damaged ones end where they cannot be followed.
  std::optional<CollectionEntries> entries(uint64_t At, uint64_t Most) const;

  /// The id of the object that stands for null in collections of \p R, or 0.
  uint64_t nullMark(const CollectionRow &R) const;
  const JavaHeap &heap() const { return Heap; }
  CollectionPlan planOf(const JavaObject &O) const;
  /// Whether a Range of these values has no bounds.
  static bool isUnbounded(const CollectionPlan &P,
                          llvm::ArrayRef<uint8_t> Bytes);
  ObjectRef follow(FieldPlace F, llvm::ArrayRef<uint8_t> Bytes) const {
    return Heap.reference(F.get(Bytes));
  }

private:
  /// The sum over a count that is split into parts.
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
  /// The sums over long arrays, which adversarial collections could share.
  mutable llvm::DenseMap<IdKey, PartSum> Sums;
  mutable std::once_flag AreMarksKnown;
  mutable std::vector<uint64_t> Marks; ///< By row.
};

/// Whether a row is for the class \p JavaName itself, so that its instances and
/// those of its subclasses may have entries.
bool isCollectionClass(llvm::StringRef JavaName);

} // namespace hprof

#endif // HPROF_JAVA_JAVACOLLECTIONS_H
