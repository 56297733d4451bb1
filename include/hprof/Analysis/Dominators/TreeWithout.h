//===- TreeWithout.h - A dominator tree of fewer references -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Without some kinds of references (weak ones, say), few objects have another
/// immediate dominator. With a tree of all references at hand, these are found
/// without looking at the others, in a fraction of the time that computing a
/// tree takes.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H
#define HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/InboundReferences.h"

namespace hprof {

/// What is known of the references of a graph.
struct KnownTree {
  const HeapGraph &G;
  const DominatorTree &Tree; ///< By all references, from the dump's own roots.
  const InboundReferences &Inbound; ///< All references.
  /// For some path from a root that follows none of the references to leave
  /// out: the node before \p N; NoNode if \p N is a root, or if no path to it
  /// is known.
  llvm::function_ref<Node(Node N)> Before;
  /// Whether a path to \p N is known.
  llvm::function_ref<bool(Node N)> IsReached;
};

/// The tree without the references of the kinds \p Without; nothing if to find
/// it takes more steps than to compute it.
llvm::Expected<std::optional<DominatorTree>>
treeWithout(const KnownTree &Known, ReferenceKinds Without);

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_TREEWITHOUT_H
