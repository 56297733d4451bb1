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

/// The suspects of \p S that retain at least \p Least of the reachable bytes.
/// The reachable bytes are stored in \p Reachable.
llvm::Expected<std::vector<CountedSuspect>>
countSuspects(HeapStore &S, std::optional<uint64_t> Least, uint64_t &Reachable);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_SUSPECTCOUNTS_H
