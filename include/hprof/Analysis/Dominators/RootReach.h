//===- RootReach.h - Objects that the roots reach ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_ROOTREACH_H
#define HPROF_ANALYSIS_DOMINATORS_ROOTREACH_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {

/// Objects reached from the roots of a dump through references of any kind.
struct RootReach {
  uint64_t Bytes = 0;
  uint64_t UnreachableBytes = 0;
  NumberSet Nodes; ///< The reachable objects.

  /// Traverses the graph, using memory for a bit and a number per object.
  static llvm::Expected<RootReach> of(const HeapGraph &G);
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_ROOTREACH_H
