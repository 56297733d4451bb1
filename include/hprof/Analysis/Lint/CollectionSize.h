//===- CollectionSize.h - How full a collection is --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_LINT_COLLECTIONSIZE_H
#define HPROF_ANALYSIS_LINT_COLLECTIONSIZE_H

#include "hprof/Analysis/Graph/NodeIds.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace hprof {

class HeapContents;

/// How to count the elements of a collection.
enum class CollectionShape : uint8_t {
  List,      ///< Size elements at the start of the array.
  Ring,      ///< From head to tail, wrapping around at the array's end.
  Hash,      ///< Size entries in the buckets of the array.
  Pairs,     ///< Keys and values alternate in the array.
  Striped,   ///< Like Hash; the count is spread over cells.
  Segments,  ///< An array of hash tables.
  Part,      ///< Like Hash, inside a collection that is checked itself.
  Wrapper,   ///< Forwards to another collection.
  Linked,    ///< Linked nodes, no array.
  Exact,     ///< As many elements as the array is long.
  Fields,    ///< Elements are in fields.
  Fixed,     ///< Size elements in an array that never grows.
  FixedPairs ///< The same for Size keys and their values.
};

/// A row of Collections.def.
struct CollectionRow {
  const char *Class;
  CollectionShape Shape;
  const char *Size;
  const char *Array;
  const char *Releases;
};
llvm::ArrayRef<CollectionRow> collectionRows();

struct CollectionSize {
  const CollectionRow *Row = nullptr;
  uint64_t Size = 0;
  /// Slots of the backing array (buckets, for hash tables); 0 without one.
  uint64_t Slots = 0;
  unsigned SlotReferences = 1; ///< References per slot.
  Node Array = NoNode; ///< The backing array, or the wrapped collection.
};

/// The number of elements of \p N, according to Collections.def; none when it
/// is not a known collection or is damaged.
std::optional<CollectionSize> collectionSize(const HeapContents &C, Node N);

} // namespace hprof

#endif // HPROF_ANALYSIS_LINT_COLLECTIONSIZE_H
