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

/// Stores in \p Counts the suspects of \p S, the smaller suspects, and the
/// number of reachable bytes.
llvm::Error countSuspects(HeapStore &S, const CountOptions &Wanted,
                          HeapCounts &Counts);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_SUSPECTCOUNTS_H
