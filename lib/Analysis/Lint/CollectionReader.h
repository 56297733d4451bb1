//===- CollectionReader.h - Sizes of collections ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_COLLECTIONREADER_H
#define HPROF_LIB_ANALYSIS_LINT_COLLECTIONREADER_H

#include "LintState.h"
#include "hprof/Analysis/Lint/CollectionSize.h"
#include <mutex>

namespace hprof {

/// How to read instances of a class, from a row of Collections.def.
struct CollectionPlan {
  const CollectionRow *Row = nullptr; ///< Null: not a collection.
  FieldPlace First, Second;           ///< The fields in Size.
  FieldPlace Array;
};

/// How to read an object that grows an array.
struct BufferPlan {
  FieldPlace Count, Array, Coder;
};

class CollectionReader {
public:
  explicit CollectionReader(const ClassFields &F);

  const CollectionPlan &plan(ClassNumber C) const { return Plans[C]; }
  /// Count is set if \p C is a buffer class.
  const BufferPlan &buffer(ClassNumber C) const { return Buffers[C]; }
  /// The next field of hash table entries.
  FieldPlace next(ClassNumber C) const { return Nexts[C]; }

  /// The collection that dominates \p Entry of a hash table, or NoNode.
  Node mapAbove(const DominatorTree &T, Node Entry) const;

  /// None when \p I is not a collection or is damaged.
  std::optional<CollectionSize> size(const LintInstance &I,
                                     unsigned Depth = 0) const;

private:
  /// The sum over a count that is split into cells.
  struct PartSum {
    uint64_t Size = 0, Slots = 0;
  };
  /// Sums over long arrays, which adversarial collections could share;
  /// thread-safe.
  class PartSums {
  public:
    PartSum get(const HeapGraph &G, Node Parts,
                llvm::function_ref<PartSum(Node Part)> Of);

  private:
    std::mutex Mutex;
    llvm::DenseMap<Node, PartSum> Known;
  };
  CollectionPlan planFor(ClassNumber C) const;
  PartSum sumSegments(Node Segments) const;
  uint64_t sumCells(Node Cells) const;

  const ClassFields &F;
  std::vector<CollectionPlan> Plans;
  std::vector<BufferPlan> Buffers;
  std::vector<FieldPlace> Nexts;
  FieldPlace CellValue, SegmentCount, SegmentTable;
  mutable PartSums Cells, Segments;
  Node EmptyMark = NoNode; ///< What List12 has for a missing element.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_COLLECTIONREADER_H
