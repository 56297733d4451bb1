//===- HolderCounts.h - Counts the holders of suspects ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A suspect with several accumulation points stores only the path to its first
/// point. Objects named on this path hold the first point; other points may be
/// held by other objects of the same class, such as threads with the same task.
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_HOLDERCOUNTS_H
#define HPROF_LIB_ANALYSIS_LEAKS_HOLDERCOUNTS_H

#include "hprof/Analysis/Leaks/LeakSuspects.h"

namespace hprof {

/// Sets Holders, and InAll and MostBytes of owners on the path.
void countHolders(const HeapGraph &G, const DominatorTree &T, LeakSuspect &S);

/// Returns the outermost dominator of \p N, or \p N if there is no dominator.
Node topOf(const DominatorTree &T, Node N);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_HOLDERCOUNTS_H
