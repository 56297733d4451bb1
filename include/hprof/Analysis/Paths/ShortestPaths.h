//===- ShortestPaths.h - Shortest paths from the roots ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// "Why is it alive": one shortest path from the roots to each of many objects,
/// by a search over the graph; or, for one object, paths from different roots,
/// by a search backwards that sees little of the graph when roots are near.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_SHORTESTPATHS_H
#define HPROF_ANALYSIS_PATHS_SHORTESTPATHS_H

#include "hprof/Analysis/Contents/EdgeFilter.h"
#include "hprof/Analysis/Graph/InboundReferences.h"

namespace hprof {

/// A tree of shortest paths over all that the roots reach. 4 bytes per object,
/// and as much again while it is computed (8 in graphs with wide entries). Of
/// several shortest paths to an object it has the one whose root is the first
/// in rootNodes() that is no thread, or else the first thread, and so on by
/// references: every thread refers to the class loader of the application, and
/// so to all there is, but does not keep it alive.
class ShortestPaths {
public:
  /// Ends as soon as all of \p Targets are reached; with none, at the end.
  static llvm::Expected<ShortestPaths>
  compute(const HeapGraph &G, const EdgeFilter &Follow,
          llvm::ArrayRef<Node> Targets = {});

  /// The same paths to few \p Targets, and only to these, by searches backwards
  /// from each; none when these meet more than \p Most objects, or references
  /// in \p Inbound that \p G does not have.
  static llvm::Expected<std::optional<ShortestPaths>>
  backwards(const HeapGraph &G, const InboundReferences &Inbound,
            const EdgeFilter &Follow, llvm::ArrayRef<Node> Targets,
            uint64_t Most);

  const NumberArray &column() const { return Parents; }
  static ShortestPaths fromColumn(NumberArray Parents) {
    ShortestPaths S;
    S.Parents = std::move(Parents);
    return S;
  }

  bool isReached(Node N) const { return Parents.get(N) != 0; }
  /// Refers to \p N on its path; NoNode for roots and what is not reached.
  Node parent(Node N) const {
    uint64_t P = Parents.get(N);
    return P > Root ? P - Root - 1 : NoNode;
  }
  /// From a root to \p N; empty when it was not reached.
  std::vector<Node> path(Node N) const;

private:
  static constexpr uint64_t Root = 1;
  NumberArray Parents; ///< Of each node: 0, Root, or its parent + Root + 1.
};

/// Paths from different roots to one object, shortest first, and of equal ones
/// those from threads last: for each root
/// from which the object is reached without passing another root, a shortest
/// such path. Each object is on the way of one predecessor only, so that paths
/// join where they can.
class RootPaths {
public:
  /// All arguments must outlive this. \p Only is a root that is on every path
  /// from any root to the target, where one is known: then there is no use in
  /// looking for a second path.
  static llvm::Expected<RootPaths> search(const HeapGraph &G,
                                          const InboundReferences &Inbound,
                                          const EdgeFilter &Follow, Node Target,
                                          Node Only = NoNode);
  /// From a root to the object; empty when there is no other.
  std::vector<Node> next();

private:
  RootPaths(const HeapGraph &G, const InboundReferences &Inbound,
            const EdgeFilter &Follow)
      : G(&G), Inbound(&Inbound), Follow(&Follow) {}
  bool isRoot(Node N) const;

  const HeapGraph *G;
  const InboundReferences *Inbound;
  const EdgeFilter *Follow;
  NumberArray Next; ///< Of each node: 0, or 1 more than who comes next.
  std::vector<Node> Queue;
  size_t At = 0;
  size_t LevelEnd = 0;       ///< In Queue, of those that are as far.
  std::vector<Node> Threads; ///< Roots, in order.
  Node Only = NoNode;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_SHORTESTPATHS_H
