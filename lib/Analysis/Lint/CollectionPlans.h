//===- CollectionPlans.h - How to read the collections of a dump *- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_COLLECTIONPLANS_H
#define HPROF_LIB_ANALYSIS_LINT_COLLECTIONPLANS_H

#include "LintState.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"

namespace hprof {

/// Plans for reading the instances of each class.
class CollectionPlans {
public:
  explicit CollectionPlans(const LintFields &F);

  const CollectionPlan &plan(ClassNumber C) const {
    return Collections.plan(C);
  }
  /// Count is set if \p C is a buffer class.
  const BufferPlan &buffer(ClassNumber C) const { return Buffers[C]; }
  /// Array is set if objects of \p C are views of a part of an array.
  const SlicePlan &slice(ClassNumber C) const { return Slices[C]; }
  /// Returns the place of the next field of hash table entries.
  FieldPlace next(ClassNumber C) const { return Nexts[C]; }

  /// Returns the collection above \p Entry of a hash table, or NoNode.
  Node mapAbove(const DominatorTree &T, Node Entry) const;

  /// Returns the collections, ascending, without parts of other collections.
  std::vector<Node> collections(const DominatorTree &T) const;

  /// Returns nullopt if \p I is not a collection or is damaged. If entries must
  /// be counted, the size is a lower bound: many collections may share them.
  std::optional<CollectionSize> size(const LintInstance &I) const {
    constexpr uint64_t MaxSteps = 64;
    return I.Class == NoClass
               ? std::nullopt
               : Collections.reader().size(plan(I.Class), I.Bytes, MaxSteps);
  }

private:
  const HeapGraph &G;
  const HeapCollections &Collections;
  std::vector<BufferPlan> Buffers;
  std::vector<SlicePlan> Slices;
  std::vector<FieldPlace> Nexts;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_COLLECTIONPLANS_H
