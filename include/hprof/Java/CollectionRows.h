//===- CollectionRows.h - Classes of collections and entries ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of JavaCollections.def, from which the reader of collections, the
/// fields that hold application objects and the fields with sizes derive.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_COLLECTIONROWS_H
#define HPROF_JAVA_COLLECTIONROWS_H

#include "hprof/Java/JavaHolders.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>

namespace hprof {

/// Interface of a collection for programs. None for parts of other collections;
/// Entries for an entry set of a map.
enum class CollectionKind : uint8_t { None, List, Set, Map, Entries };

enum class CollectionShape : uint8_t {
#define HPROF_SHAPE(NAME, STORAGE, SIZE, COUNTS, ARRAY, FIRST, SECOND) NAME,
#include "hprof/Java/CollectionShapes.def"
};

/// Place of the elements.
enum class CollectionStorage : uint8_t {
  Grows,  ///< Owned by the collection; elements are added and removed.
  Fixed,  ///< Owned by the collection, which cannot resize it.
  Around, ///< The inner collection.
  Other,  ///< An array of the application, or fields.
};

/// Source of the number of elements.
enum class SizeSource : uint8_t {
  Field,    ///< The first field; 0 without one.
  Length,   ///< The length of the array.
  Inner,    ///< The inner collection.
  Entries,  ///< Linked entries, which must be counted.
  Bounds,   ///< The distance from index first to index second.
  Cells,    ///< The sum of first and the cells in second.
  Segments, ///< The sum of the counts of the hash tables in the array.
  NonNull,  ///< The fields that are not null.
  One,
  Bits, ///< The bits in first.
};

/// A row of CollectionShapes.def.
struct ShapeFacts {
  CollectionStorage Storage;
  SizeSource Size;
  unsigned Counts;
  std::array<HeldPart, 3> Parts; ///< Parts of array, first and second.
  bool ownsArray() const {
    return Storage == CollectionStorage::Grows ||
           Storage == CollectionStorage::Fixed;
  }
};

/// A row of JavaCollections.def.
struct CollectionRow {
  llvm::StringLiteral Class;
  CollectionKind Kind;
  CollectionShape Shape;
  llvm::StringLiteral Fields, Null, Releases;

  /// Array, first, second and the field that reverses the order; "" if absent.
  std::array<llvm::StringRef, 4> fields() const;
  const ShapeFacts &facts() const;
};
llvm::ArrayRef<CollectionRow> collectionRows();

/// Whether a row is for the class \p JavaName itself, so that its instances and
/// those of its subclasses can have entries.
bool isCollectionClass(llvm::StringRef JavaName);

enum class EntryKind : uint8_t {
  Bucket, ///< In a hash table, linked to the others of its bucket.
  Other,
};

/// How a map derives an entry's hash from the hash code of its key.
enum class EntryHash : uint8_t {
  None,     ///< The entry has no hash, or its kind is unknown.
  Unknown,  ///< Possibly seeded.
  Plain,    ///< The hash code itself.
  Fold,     ///< The upper half is mixed into the lower half.
  Positive, ///< As Fold, without the sign bit.
};

/// A row for a class of entries.
struct EntryRow {
  llvm::StringLiteral Class;
  EntryKind Kind;
  EntryHash Hash;
  llvm::StringLiteral Holds[2]; ///< The key or element, and the value.
  llvm::StringLiteral Links[2];
};
llvm::ArrayRef<EntryRow> entryRows();
/// Returns the first row for the class \p JavaName itself, or null.
const EntryRow *findEntry(llvm::StringRef JavaName);

} // namespace hprof

#endif // HPROF_JAVA_COLLECTIONROWS_H
