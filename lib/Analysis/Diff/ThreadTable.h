//===- ThreadTable.h - Numbers of threads by name ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DIFF_THREADTABLE_H
#define HPROF_LIB_ANALYSIS_DIFF_THREADTABLE_H

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof {

/// Returns \p Name with each number replaced: "pool-#-thread-#" for
/// "pool-1-thread-12".
std::string stableThreadName(llvm::StringRef Name);

/// Counts the Java threads in each dump by stableThreadName(): in total, and
/// those runnable, blocked or waiting. Sorted by the change of the total.
ChangeTable compareThreads(llvm::ArrayRef<ThreadDump> Inputs);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_THREADTABLE_H
