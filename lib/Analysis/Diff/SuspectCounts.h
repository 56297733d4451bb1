//===- SuspectCounts.h - Leak suspects for comparison -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DIFF_SUSPECTCOUNTS_H
#define HPROF_LIB_ANALYSIS_DIFF_SUSPECTCOUNTS_H

#include "hprof/Analysis/Diff/HeapCounts.h"

namespace hprof {

class HeapStore;

/// Stores the suspects of \p S, smaller ones, and the reachable bytes in
/// \p Counts.
llvm::Error countSuspects(HeapStore &S, const CountOptions &Wanted,
                          HeapCounts &Counts);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_SUSPECTCOUNTS_H
