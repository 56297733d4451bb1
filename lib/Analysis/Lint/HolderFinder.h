//===- HolderFinder.h - Who holds an object ---------------------*- C++ -*-===//
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

/// The object that holds another, and what of it leads there.
struct HolderPath {
  Node Holder = NoNode; ///< NoNode when it is the roots, or several.
  Node Child = NoNode;  ///< Dominated by Holder at once.
};

/// Finds holders, in several threads at once. Dominators are as many as a list
/// is long; what was found above some of them is kept, so that to ask about all
/// elements of a list takes time in proportion to its length.
class HolderFinder {
public:
  /// \p Levels has a number for each class: 0 when its objects hold, else how
  /// little it says that one does, up to 2.
  HolderFinder(const HeapGraph &G, const DominatorTree &T,
               std::vector<uint8_t> Levels)
      : G(G), T(T), Levels(std::move(Levels)) {}

  /// The closest dominator of level 0; when there is none, the closest one of
  /// level 1; else the closest one of all.
  HolderPath find(Node N) const;

private:
  /// The closest holders of levels 0 and 1.
  using Found = std::array<HolderPath, 2>;
  unsigned level(Node N) const {
    return G.asClass(N) != NoClass ? 0 : Levels[G.classNumber(N)];
  }
  /// What is found above \p Child, which is itself not looked at.
  Found findFar(Node Child) const;

  const HeapGraph &G;
  const DominatorTree &T;
  std::vector<uint8_t> Levels;
  mutable std::shared_mutex Mutex;
  mutable llvm::DenseMap<Node, Found> Known; ///< Above some objects.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_HOLDERFINDER_H
