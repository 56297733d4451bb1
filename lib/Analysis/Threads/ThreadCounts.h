//===- ThreadCounts.h - Counts of threads in a dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_THREADCOUNTS_H
#define LIB_ANALYSIS_THREADS_THREADCOUNTS_H

#include "hprof/Format/Thread/ThreadDump.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hprof {

enum class Format : uint8_t;

/// Number of threads in a dump, by kind.
struct ThreadCounts {
  uint64_t All = 0;
  uint64_t Virtual = 0;
  uint64_t Carriers = 0; ///< Threads that currently run a virtual thread.
  uint64_t Internal = 0; ///< The VM's own threads.
  uint64_t Daemons = 0;
  /// Number of threads that are counted, but not listed in the dump.
  uint64_t NotListed = 0;
  /// Excluding the VM's own threads, in the order of the enumeration.
  std::vector<std::pair<ThreadState, uint64_t>> States;

  explicit ThreadCounts(const ThreadDump &Dump);
};

/// Returns notes on limitations of \p Dump, which was read from \p Kind, that
/// readers may not expect. Each note is a sentence without a final period.
std::vector<std::string> threadDumpNotes(const ThreadDump &Dump, Format Kind);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_THREADCOUNTS_H
