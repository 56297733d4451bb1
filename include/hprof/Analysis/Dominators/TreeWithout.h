//===- TreeWithout.h - Dominator tree without some edges --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Updates a dominator tree of all references to one without some kinds of
/// references (weak ones, for example). Few objects have a different immediate
/// dominator in the new tree; they are found without examining all other
/// objects, in a fraction of the time of computing a tree.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H
#define HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/InboundReferences.h"

namespace hprof {

/// Precomputed data about the references of a graph.
struct KnownTree {
  const HeapGraph &G;
  /// The tree for all references, from the roots in the dump.
  const DominatorTree &Tree;
  const InboundReferences &Inbound; ///< The inverse of all references.
  /// Returns the node before \p N on some path from a root without excluded
  /// references; NoNode if \p N is a root or no path to it is known.
  llvm::function_ref<Node(Node N)> Before;
  /// Whether a path to \p N is known.
  llvm::function_ref<bool(Node N)> IsReached;
};

/// Returns the tree without references of the kinds \p Without; nullopt if this
/// takes too many steps, so that computing a new tree is faster.
llvm::Expected<std::optional<DominatorTree>>
treeWithout(const KnownTree &Known, ReferenceKinds Without);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H
