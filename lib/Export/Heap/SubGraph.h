//===- SubGraph.h - The largest objects with their references ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EXPORT_HEAP_SUBGRAPH_H
#define LIB_EXPORT_HEAP_SUBGRAPH_H

#include "Export/Heap/Below.h"
#include "hprof/Export/Heap/HeapExport.h"

namespace hprof {

/// The objects that retain most, of the whole heap or of what some objects
/// dominate, and how they refer to each other. An object retains at most as
/// much as its dominator, so that these are a top of the dominator tree.
struct SubGraph {
  struct Object {
    Node Is = NoNode;
    uint64_t Shallow = 0, Retained = 0;
  };
  struct Edge {
    size_t From = 0, To = 0; ///< In Objects.
    std::string Label;       ///< UTF-8; empty for a dominator without one.
    bool IsWeak = false;
    bool IsDominatorOnly = false; ///< There is no reference.
  };
  std::vector<Object> Objects; ///< Those that retain most first.
  std::vector<Edge> Edges;

  /// At most \p Most objects, unless \p Request says another number. Says what
  /// was left out.
  static llvm::Expected<SubGraph>
  of(HeapStore &Heap, const HeapExportRequest &Request, uint64_t Most);
};

/// What stands on an object: its class, or what else distinguishes it.
std::string objectTitle(const HeapGraph &G, const HeapContents &C, Node N);

} // namespace hprof

#endif // LIB_EXPORT_HEAP_SUBGRAPH_H
