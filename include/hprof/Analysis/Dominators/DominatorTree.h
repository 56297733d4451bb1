//===- DominatorTree.h - Dominators and retained sizes ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Object A dominates B if every path from the roots to B goes through A.
/// Without A, all objects that A dominates would be garbage. The retained size
/// of A is exactly the sum of the shallow sizes of A and these objects.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_DOMINATORTREE_H
#define HPROF_ANALYSIS_DOMINATORS_DOMINATORTREE_H

#include "hprof/Analysis/Columns/SizeColumn.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

struct DominatorOptions {
  unsigned Threads = 1;
  /// Kinds of references that keep nothing alive.
  ReferenceKinds Ignored;
  /// Adds the smallest set of roots from which all unreachable objects are
  /// reached: objects without referrers, and one object per unreferenced cycle.
  bool KeepUnreachable = false;
  /// Maximum number of steps per object in walks to dominators before shortcuts
  /// are built. Does not affect the result.
  uint64_t StepsPerNode = 8;
  /// Called with the number of reachable nodes and a predicate for them. If it
  /// returns false, computation stops and the tree has no nodes.
  std::function<llvm::Expected<bool>(uint64_t Reached,
                                     llvm::function_ref<bool(Node)> IsReached)>
      OnReached;
  std::function<void(const char *Phase, uint64_t Done, uint64_t All)>
      OnProgress;
  /// Called between phases. When it returns true, the computation fails with
  /// std::errc::operation_canceled.
  std::function<bool()> ShouldEnd;

  /// Returns an error if the computation should stop.
  llvm::Error checkEnd() const {
    return ShouldEnd && ShouldEnd()
               ? llvm::errorCodeToError(
                     std::make_error_code(std::errc::operation_canceled))
               : llvm::Error::success();
  }
};

struct DominatorTotals {
  uint64_t Objects = 0; ///< Number of reachable objects.
  uint64_t Bytes = 0;   ///< Shallow bytes of the reachable objects.
  uint64_t UnreachableBytes = 0;
  uint64_t MadeRoots = 0; ///< Roots added by KeepUnreachable.
};

class DominatorTree {
public:
  /// \p G must outlive the tree.
  static llvm::Expected<DominatorTree> compute(const HeapGraph &G,
                                               const DominatorOptions &Options);

  /// The data of a tree, for code that builds or stores trees.
  struct Columns {
    NumberArray Parents; ///< Per node: parent, top() or unreachable().
    SizeColumn Retained; ///< Per node.
    DominatorTotals Totals;

    uint64_t top() const { return Parents.max() - 1; }
    uint64_t unreachable() const { return Parents.max(); }
  };
  const Columns &columns() const { return Data; }
  static DominatorTree fromColumns(Columns C) {
    assert(C.Parents.size() == C.Retained.size());
    DominatorTree Tree;
    Tree.Data = std::move(C);
    return Tree;
  }

  /// Returns the immediate dominator of \p N; NoNode if it is the virtual root,
  /// or if \p N is unreachable.
  Node parent(Node N) const {
    uint64_t P = Data.Parents.get(N);
    return P < Data.Parents.size() ? P : NoNode;
  }
  bool isReachable(Node N) const {
    return Data.Parents.get(N) != Data.unreachable();
  }
  /// Returns the retained size of \p N in bytes; 0 if \p N is unreachable.
  uint64_t retained(Node N) const { return Data.Retained.get(N); }
  /// Returns the bytes that \p Nodes retain together; nested objects are
  /// counted once.
  uint64_t retainedTogether(llvm::ArrayRef<Node> Nodes) const;

  /// See HeapGraph::expectRandomAccess().
  void expectRandomAccess() {
    Data.Parents.expectRandomAccess();
    Data.Retained.expectRandomAccess();
  }

  uint64_t reachable() const { return Data.Totals.Objects; } ///< Objects.
  uint64_t reachableBytes() const { return Data.Totals.Bytes; }
  uint64_t unreachableBytes() const { return Data.Totals.UnreachableBytes; }
  /// Roots added by KeepUnreachable.
  uint64_t madeRoots() const { return Data.Totals.MadeRoots; }
  const DominatorTotals &totals() const { return Data.Totals; }

private:
  Columns Data;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_DOMINATORTREE_H
