//===- ThreadTables.h - Tables of threads and locks -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_ANSWERS_THREADTABLES_H
#define LIB_ANALYSIS_THREADS_ANSWERS_THREADTABLES_H

#include "ThreadReport.h"
#include "hprof/Answer/Rows.h"

namespace hprof {

const TableInfo &threadRefTable();
std::unique_ptr<Rows> threadRef(const ThreadDump::ThreadRef &T);
std::unique_ptr<Rows> threadRefs(const ThreadDump &Dump,
                                 llvm::ArrayRef<uint32_t> Threads);

const TableInfo &lockTable();
std::unique_ptr<Rows> lockRow(const ThreadDump::LockObject &Of);
std::unique_ptr<Rows> lockRow(const ThreadDump::Monitor &Of);

const TableInfo &threadTable();
std::unique_ptr<Rows> threadRows(const ThreadReport &R,
                                 llvm::ArrayRef<uint32_t> Threads);

const TableInfo &stackTable();
/// Returns the groups to show.
std::unique_ptr<Rows> stacksOf(const ThreadReport &R);

/// Returns the name of the state, if known.
std::optional<llvm::StringRef> stateOf(const ThreadDump::Thread &T);

inline std::optional<llvm::StringRef> unlessEmpty(llvm::StringRef Text) {
  return Text.empty() ? std::nullopt : std::optional(Text);
}

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_THREADTABLES_H
