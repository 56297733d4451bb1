//===- HolderFinder.h - The holder of an object -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_HOLDERFINDER_H
#define HPROF_LIB_ANALYSIS_LINT_HOLDERFINDER_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <shared_mutex>

namespace hprof {

/// An object that holds another object, and the child on the path from the
/// holder to that object.
struct HolderPath {
  /// NoNode if the object is held by roots or by several objects.
  Node Holder = NoNode;
  Node Child = NoNode; ///< Immediately dominated by Holder.
};

/// Finds holders; thread-safe. An element of a list has a dominator for each
/// earlier one. Some results are cached: queries for all take linear time.
class HolderFinder {
public:
  /// \p Levels contains a number per class: 0 if its objects are suitable
  /// holders; otherwise 1 or 2, where 2 is less informative.
  HolderFinder(const HeapGraph &G, const DominatorTree &T,
               std::vector<uint8_t> Levels)
      : G(G), T(T), Levels(std::move(Levels)) {}

  /// Returns the closest dominator of level 0; if there is none, the closest of
  /// level 1; if there is none either, the closest of all.
  HolderPath find(Node N) const;

private:
  /// The closest holders of levels 0 and 1.
  using Found = std::array<HolderPath, 2>;
  unsigned level(Node N) const {
    return G.asClass(N) != NoClass ? 0 : Levels[G.classNumber(N)];
  }
  /// Searches above \p Child, excluding \p Child.
  Found findFar(Node Child) const;

  const HeapGraph &G;
  const DominatorTree &T;
  std::vector<uint8_t> Levels;
  mutable std::shared_mutex Mutex;
  mutable llvm::DenseMap<Node, Found> Known; ///< Some results of findFar().
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_HOLDERFINDER_H
