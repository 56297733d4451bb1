//===- ShortestPaths.h - Shortest paths from the roots ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds one shortest path from the roots to each of many objects, by searching
/// the graph; or paths from different roots to one object, by a backward search
/// that visits only a small part of the graph if roots are near.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_SHORTESTPATHS_H
#define HPROF_ANALYSIS_PATHS_SHORTESTPATHS_H

#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

/// A tree of shortest paths to all reachable objects. Takes 4 bytes per object
/// (8 in graphs with wide entries), and as much again while it is computed.
/// Among several shortest paths to an object, the path from the first root in
/// rootNodes() that is not a thread is preferred, then the path from the first
/// thread, then the first path in the order of references. Every thread refers
/// to the application's class loader, and thus to everything, but does not keep
/// it alive.
class ShortestPaths {
public:
  /// Stops as soon as all \p Targets are reached; if \p Targets is empty,
  /// computes the paths to all objects. Fails with
  /// std::errc::operation_canceled when \p ShouldEnd returns true.
  static llvm::Expected<ShortestPaths>
  compute(const HeapGraph &G, const EdgeFilter &Follow,
          llvm::ArrayRef<Node> Targets = {},
          llvm::function_ref<bool()> ShouldEnd = nullptr);

  /// Computes the same paths, but only to a few \p Targets, by a backward
  /// search from each target. Returns nullopt if the searches visit more than
  /// \p Most objects, or find references in \p Inbound that are not in \p G.
  static llvm::Expected<std::optional<ShortestPaths>>
  backwards(const HeapGraph &G, const InboundReferences &Inbound,
            const EdgeFilter &Follow, llvm::ArrayRef<Node> Targets,
            uint64_t Most);

  /// Returns for each node 0 if it was not reached, 1 if it is a root, and
  /// otherwise its predecessor plus Added.
  const NumberArray &column() const { return Parents; }
  static constexpr uint64_t Added = 2;
  static ShortestPaths fromColumn(NumberArray Parents) {
    ShortestPaths S;
    S.Parents = std::move(Parents);
    return S;
  }

  bool isReached(Node N) const { return Parents.get(N) != 0; }
  /// Returns the predecessor of \p N; NoNode for roots and unreached nodes.
  Node parent(Node N) const {
    uint64_t P = Parents.get(N);
    return P > Root ? P - Root - 1 : NoNode;
  }
  /// Returns the path from a root to \p N; empty if \p N was not reached.
  std::vector<Node> path(Node N) const;

private:
  static constexpr uint64_t Root = 1;
  NumberArray Parents; ///< Per node: 0, Root, or its parent + Root + 1.
};

/// Paths from different roots to one object: a shortest path from each root
/// that reaches the object without passing through another root. Shortest
/// first; paths from threads are last among those of equal length. Each object
/// has only one successor on all paths, so that paths join where possible.
class RootPaths {
public:
  /// All arguments must outlive this. \p Only is a root known to be on every
  /// path from any root to the target, if there is one; no second path is
  /// searched for then.
  static llvm::Expected<RootPaths> search(const HeapGraph &G,
                                          const InboundReferences &Inbound,
                                          const EdgeFilter &Follow, Node Target,
                                          Node Only = NoNode);
  /// Returns the next path from a root to the object; empty at the end.
  std::vector<Node> next();

private:
  RootPaths(const HeapGraph &G, const InboundReferences &Inbound,
            const EdgeFilter &Follow)
      : G(&G), Inbound(&Inbound), Follow(&Follow) {}
  bool isRoot(Node N) const;

  const HeapGraph *G;
  const InboundReferences *Inbound;
  const EdgeFilter *Follow;
  NumberArray Next; ///< Per node: 0, or 1 + the next node towards the target.
  std::vector<Node> Queue;
  size_t At = 0;
  size_t LevelEnd = 0;       ///< End of the current distance level in Queue.
  std::vector<Node> Threads; ///< Roots that are threads, in order.
  Node Only = NoNode;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_SHORTESTPATHS_H
