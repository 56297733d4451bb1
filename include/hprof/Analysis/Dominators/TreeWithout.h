//===- TreeWithout.h - Dominator tree without some edges --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Without some kinds of references (weak ones, for example), few objects have
/// a different immediate dominator. Given a tree of all references, this finds
/// them without examining the others, in a fraction of the time of computing a
/// tree.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H
#define HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/InboundReferences.h"

namespace hprof {

/// Precomputed facts about the references of a graph.
struct KnownTree {
  const HeapGraph &G;
  const DominatorTree &Tree; ///< With all references, from the dump's roots.
  const InboundReferences &Inbound; ///< All references.
  /// Returns the node before \p N on some path from a root without excluded
  /// references; NoNode if \p N is a root or no path to it is known.
  llvm::function_ref<Node(Node N)> Before;
  /// Whether a path to \p N is known.
  llvm::function_ref<bool(Node N)> IsReached;
};

/// Returns the tree without references of the kinds \p Without; nullopt after
/// too many steps, when computing a new tree is faster.
llvm::Expected<std::optional<DominatorTree>>
treeWithout(const KnownTree &Known, ReferenceKinds Without);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H
