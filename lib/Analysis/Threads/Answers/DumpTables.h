//===- DumpTables.h - Tables of a thread dump -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_ANSWERS_DUMPTABLES_H
#define LIB_ANALYSIS_THREADS_ANSWERS_DUMPTABLES_H

#include "ThreadReport.h"
#include "hprof/Answer/Rows.h"

namespace hprof {

const TableInfo &threadFileTable();
std::unique_ptr<Rows> threadFileRows(llvm::ArrayRef<FileThreads> Files,
                                     const ThreadRequest &Request);
/// Returns rows for the contended locks \p Shown.
std::unique_ptr<Rows> contentionRows(const ThreadReport &R,
                                     llvm::ArrayRef<ContendedLock> Shown);

/// The threads in a state, for display.
struct StateCount {
  uint64_t Threads;
  llvm::StringRef State;
};
std::unique_ptr<Rows> stateCounts(llvm::ArrayRef<StateCount> All);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_DUMPTABLES_H
