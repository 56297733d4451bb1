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

/// The object that holds another, and its child on the path to that object.
struct HolderPath {
  Node Holder = NoNode; ///< NoNode for the roots, or for several.
  Node Child = NoNode;  ///< Immediately dominated by Holder.
};

/// Finds holders; thread-safe. In a list, the number of dominators grows with
/// its length. Results for some of them are cached, so that queries for all
/// elements of a list take linear time.
class HolderFinder {
public:
  /// \p Levels contains a number per class: 0 if its objects are suitable
  /// holders, else how uninformative they are as holders, up to 2.
  HolderFinder(const HeapGraph &G, const DominatorTree &T,
               std::vector<uint8_t> Levels)
      : G(G), T(T), Levels(std::move(Levels)) {}

  /// The closest dominator of level 0; if there is none, the closest one of
  /// level 1; else the closest one.
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
  mutable llvm::DenseMap<Node, Found> Known; ///< By object: results above it.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_HOLDERFINDER_H
