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

/// Objects that refer, or are referred to, through the same kind of reference.
struct Neighbour {
  ReferenceLabel Label; ///< Label of one of the references.
  uint64_t References = 0;
  /// In ascending order, each node once; at least one node.
  std::vector<Node> Nodes;
};

/// Returns the objects to which the objects in \p Of refer or, if \p Inbound is
/// not null, their referrers. If \p ByClass is set, objects of a class with the
/// same field form one neighbour, and neighbours with the most objects come
/// first; otherwise, each object is a neighbour.
std::vector<Neighbour> neighboursOf(const HeapContents &C,
                                    llvm::ArrayRef<Node> Of,
                                    const InboundReferences *Inbound,
                                    bool ByClass);

} // namespace hprof

#endif // HPROF_ANALYSIS_PATHS_NEIGHBOURS_H
