//===- IgnoredReach.h - What only weak references reach ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whoever leaves out references of some kinds sees less of a heap. This says
/// how much less.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DOMINATORS_IGNOREDREACH_H
#define HPROF_ANALYSIS_DOMINATORS_IGNOREDREACH_H

#include "hprof/Analysis/Dominators/DominatorTree.h"

namespace hprof {

/// What the roots reach only through references of some kinds.
struct IgnoredReach {
  uint64_t Objects = 0;
  uint64_t Bytes = 0;

  /// Of the kinds \p Ignored, without which \p T was computed. Takes a walk
  /// over these objects only, and a look at each of the others.
  static llvm::Expected<IgnoredReach>
  of(const HeapGraph &G, const DominatorTree &T, ReferenceKinds Ignored);
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DOMINATORS_IGNOREDREACH_H
