//===- Neighbours.h - Incoming and outgoing references ----------*- C++ -*-===//
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

/// Objects that refer, or are referred to, by the same kind of reference.
struct Neighbour {
  ReferenceLabel Label; ///< Label of one of the references.
  uint64_t References = 0;
  std::vector<Node> Nodes; ///< Ascending, each once; at least one.
};

/// Returns the objects that those in \p Of refer to or, with \p Inbound, their
/// referrers. With \p ByClass, the objects of a class that use the same field
/// are one neighbour, and neighbours with the most objects come first;
/// otherwise each object is a neighbour.
std::vector<Neighbour> neighboursOf(const HeapContents &C,
                                    llvm::ArrayRef<Node> Of,
                                    const InboundReferences *Inbound,
                                    bool ByClass);

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_NEIGHBOURS_H
