//===- Neighbours.h - What refers to what -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_PATHS_NEIGHBOURS_H
#define HPROF_ANALYSIS_PATHS_NEIGHBOURS_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Graph/InboundReferences.h"

namespace hprof {

/// Objects that refer, or are referred to, in the same way.
struct Neighbour {
  ReferenceLabel Label; ///< Label of one of the references.
  uint64_t References = 0;
  std::vector<Node> Nodes; ///< Ascending, each once; at least one.
};

/// What the objects \p Of refer to or, with \p Inbound, what refers to them.
/// With \p ByClass, the objects of a class are one neighbour, unless different
/// fields refer, and most objects come first; otherwise each object is one.
std::vector<Neighbour> neighboursOf(const HeapContents &C,
                                    llvm::ArrayRef<Node> Of,
                                    const InboundReferences *Inbound,
                                    bool ByClass);

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_NEIGHBOURS_H
