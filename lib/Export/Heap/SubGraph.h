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

/// The objects with the largest retained sizes, in the whole heap or among the
/// objects dominated by given ones, and the references between them. An object
/// retains at most as much as its dominator, so the selected objects form the
/// top of the dominator tree.
struct SubGraph {
  struct Object {
    Node Is = NoNode;
    uint64_t Shallow = 0, Retained = 0;
  };
  struct Edge {
    size_t From = 0, To = 0; ///< In Objects.
    std::string Label;       ///< UTF-8; empty for a dominator without a label.
    bool IsWeak = false;
    bool IsDominatorOnly = false; ///< No direct reference exists.
  };
  std::vector<Object> Objects; ///< Largest retained size first.
  std::vector<Edge> Edges;

  /// Returns at most \p Most objects, unless \p Request contains another
  /// number. Notes any omission.
  static llvm::Expected<SubGraph>
  of(HeapStore &Heap, const HeapExportRequest &Request, uint64_t Most);
};

/// Title of an object: its class, or another distinguishing value.
std::string objectTitle(const HeapGraph &G, const HeapContents &C, Node N);

} // namespace hprof

#endif // LIB_EXPORT_HEAP_SUBGRAPH_H
