//===- JoinedTree.h - Tree of classes merged by name ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_JOINEDTREE_H
#define HPROF_ANALYSIS_DOMINATORS_JOINEDTREE_H

#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "llvm/ADT/DenseMap.h"

namespace hprof {

/// A tree of classes that merges siblings with the same stableClassName()
/// (ClassName.h): classes of several loaders, and lambdas.
struct JoinedTree {
  /// Number of classes and loaders that a group represents.
  struct Count {
    uint64_t Classes = 0, Loaders = 0;
  };
  DominatorClasses Tree;
  /// Counts by group, for groups of several classes.
  llvm::DenseMap<DominatorClasses::Number, Count> Counts;

  static JoinedTree of(const HeapGraph &G, const DominatorClasses &From);
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_JOINEDTREE_H
