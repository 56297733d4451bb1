//===- IgnoredReach.h - Objects only weakly reachable -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures the part of a heap hidden by ignoring some kinds of references.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_IGNOREDREACH_H
#define HPROF_ANALYSIS_DOMINATORS_IGNOREDREACH_H

#include "hprof/Analysis/Dominators/DominatorTree.h"

namespace hprof {

/// Objects that the roots reach only through references of certain kinds.
struct IgnoredReach {
  uint64_t Objects = 0;
  uint64_t Bytes = 0;

  /// Measures these objects for the kinds \p Ignored. \p T must have been
  /// computed without references of these kinds. Only the measured objects are
  /// traversed; every other object is checked once.
  static llvm::Expected<IgnoredReach>
  of(const HeapGraph &G, const DominatorTree &T, ReferenceKinds Ignored) {
    return of(
        G, T.reachable(), [&](Node N) { return T.isReachable(N); }, Ignored);
  }
  /// Same as above, but can be called before the tree is computed; see
  /// DominatorOptions::OnReached.
  static llvm::Expected<IgnoredReach>
  of(const HeapGraph &G, uint64_t Reached,
     llvm::function_ref<bool(Node)> IsReached, ReferenceKinds Ignored);
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_IGNOREDREACH_H
