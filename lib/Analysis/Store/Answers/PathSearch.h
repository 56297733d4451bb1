//===- PathSearch.h - Paths to requested objects ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_PATHSEARCH_H
#define LIB_ANALYSIS_STORE_ANSWERS_PATHSEARCH_H

#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Analysis/Store/Answers/PathAnswers.h"
#include "hprof/Analysis/Store/HeapStore.h"

namespace hprof {

/// A store and a request to it.
struct PathFacts {
  std::shared_ptr<HeapStore> Store;
  PathRequest Request;
  const HeapContents *Contents = nullptr;
  /// Set if retained sizes are requested; null otherwise.
  const DominatorTree *Tree = nullptr;
  /// Set if inbound references are needed; null otherwise.
  const InboundReferences *Inbound = nullptr;

  const HeapGraph &graph() const { return Store->graph(); }
  const HeapContents &contents() const { return *Contents; }
};

/// Paths to the objects of a question that use one choice of references, or the
/// objects without a path.
struct FoundPaths {
  FoundPaths(const PathFacts &Of, const HeapQuestion &Question,
             llvm::StringRef Through, llvm::ArrayRef<Node> Objects);

  const PathFacts *Of;
  const HeapQuestion *Question;
  llvm::StringRef Through; ///< The references used, or why there are no paths.
  Node First;              ///< One of the objects.
  uint64_t Asked;          ///< Number of requested objects.
  PathTree Tree;
  uint64_t Found = 0; ///< Number of objects with a path.
  uint64_t Paths = 0;
  bool HasMore = false; ///< Whether there are paths from more roots.
  /// Objects without a path; then there is no tree.
  std::optional<PathGroup> Lost;
};

/// Answers \p Question: paths through strong references, paths through all
/// references, and objects without paths. Empty results are omitted.
llvm::Expected<std::vector<FoundPaths>>
searchPaths(const PathFacts &Of, const HeapQuestion &Question);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_PATHSEARCH_H
