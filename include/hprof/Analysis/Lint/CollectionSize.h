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

/// How the elements of a collection are counted.
enum class CollectionShape : uint8_t {
  List,     ///< Size elements at the begin of the array.
  Ring,     ///< From head to tail, around the array's end.
  Hash,     ///< Size entries in the buckets of the array.
  Pairs,    ///< Keys and values in turn in the array.
  Striped,  ///< Like Hash; the count is spread over cells.
  Segments, ///< An array of hash tables.
  Part,     ///< Like Hash, inside of something that is looked at itself.
  Wrapper,  ///< Shows another collection.
  Linked,   ///< No array: nodes.
  Exact,    ///< As many elements as the array has.
  Fields,   ///< Elements are fields.
  Fixed     ///< An array whose room is as meant, never to grow.
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
  unsigned SlotReferences = 1; ///< References that a slot has.
  Node Array = NoNode;         ///< The backing array, or what is wrapped.
};

/// How many elements \p N has, by what Collections.def knows; none when it is
/// no collection that is known, or is damaged.
std::optional<CollectionSize> collectionSize(const HeapContents &C, Node N);

} // namespace hprof

#endif // HPROF_ANALYSIS_LINT_COLLECTIONSIZE_H
