//===- HolderCounts.h - How many objects hold a suspect ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A suspect of several points has one way, that of its first point. What is
/// named of that way holds the first point; the others may be held by as many
/// objects of the same class, such as threads that do the same.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_HOLDERCOUNTS_H
#define HPROF_LIB_ANALYSIS_LEAKS_HOLDERCOUNTS_H

#include "hprof/Analysis/Leaks/LeakSuspects.h"

namespace hprof {

/// Fills in Holders, and InAll and MostBytes of owners on the way.
void countHolders(const HeapGraph &G, const DominatorTree &T, LeakSuspect &S);

/// The last dominator of \p N, or \p N.
Node topOf(const DominatorTree &T, Node N);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_HOLDERCOUNTS_H
