//===- JoinedTree.h - A tree of classes by their names ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DOMINATORS_JOINEDTREE_H
#define TOOLS_HPROF_DOMINATORS_JOINEDTREE_H

#include "hprof/Analysis/Dominators/DominatorClasses.h"

namespace hprof {

/// A tree of classes that merges siblings with the same stableClassName()
/// (ClassName.h): classes of several loaders, and lambdas.
struct JoinedTree {
  DominatorClasses Tree;
  /// For groups of several classes: "app.Main$$Lambda (3 classes)", not
  /// escaped.
  llvm::DenseMap<DominatorClasses::Number, std::string> Names;

  static JoinedTree of(const HeapGraph &G, const DominatorClasses &From);
};

} // namespace hprof

#endif // TOOLS_HPROF_DOMINATORS_JOINEDTREE_H
