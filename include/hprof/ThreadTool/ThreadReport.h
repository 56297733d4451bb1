//===- ThreadReport.h - What is shown of thread dumps -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_THREADTOOL_THREADREPORT_H
#define HPROF_THREADTOOL_THREADREPORT_H

#include "hprof/Analysis/Threads/Contention.h"
#include "hprof/Analysis/Threads/Deadlocks.h"
#include "hprof/Analysis/Threads/HeapThreads.h"
#include "hprof/Analysis/Threads/LockGraph.h"
#include "hprof/Analysis/Threads/StackGroups.h"
#include "hprof/Analysis/Threads/ThreadCounts.h"
#include "hprof/Analysis/Threads/ThreadFilter.h"
#include "hprof/Format/Base/Format.h"
#include "hprof/Tool/Escape.h"

namespace hprof {

/// The thread dumps of one file.
struct FileThreads {
  std::string File;
  Format Kind = Format::Jstack;
  std::vector<ThreadDump> Dumps;
  /// Whether the dumps state who owns monitors. Heap dumps do not.
  bool HasMonitors = false;
  /// What only a heap dump states, by dump and thread; empty for thread dumps.
  std::vector<HeapThreads::AllFacts> OfHeap;
  /// What each thread of the first heap dump keeps alive, if asked for: nullopt
  /// if its object is not in the dump.
  std::vector<std::optional<uint64_t>> Retained;
};

/// The parts and threads to show.
struct ThreadView {
  // Parts.
  bool Summary = false;
  bool Deadlocks = false;
  bool Contention = false;
  bool Tree = false;
  bool Stacks = false;
  bool Compare = false; ///< All dumps with each other, instead of each.

  ThreadFilter Filter;
  bool Group = false;     ///< Threads with equal stacks as one.
  bool Ungrouped = false; ///< However many there are.
  uint64_t Ignore = 0;    ///< Innermost frames that need not be equal.
  bool Locals = false;    ///< With the locals of heap dumps.
  uint64_t Top = UINT64_MAX;
  EscapeMode Escape = EscapeMode::Escape;
};

/// A dump and what was found out about it.
struct ThreadReport {
  ThreadReport(const FileThreads &File, size_t Number, const ThreadView &View);

  const FileThreads &File;
  const ThreadDump &Dump;
  const size_t Number; ///< In the file, from 0.
  ThreadCounts Counts;
  LockGraph Graph;
  DeadlockReport Deadlocks;
  std::vector<ContendedLock> Contention;
  std::vector<std::string> Notes;
  std::vector<uint32_t> Selected; ///< The threads to show.
  /// The groups in which they are shown, one for each if they are not grouped.
  std::vector<StackGroup> Groups;
  bool IsGrouped = false;
  /// An hs_err file has the stack of one thread.
  bool HasAllStacks = true;

  /// Whether a deadlock would have been found.
  bool findsDeadlocks() const {
    return File.HasMonitors && !Deadlocks.HasNoLocks;
  }
  /// Bytes that the thread keeps alive, if known.
  std::optional<uint64_t> retained(uint32_t Thread) const {
    return Number || File.Retained.empty() ? std::nullopt
                                           : File.Retained[Thread];
  }
  const ThreadDump::Thread &thread(uint32_t I) const { return Dump.Threads[I]; }
  /// What only a heap dump states; null for a thread dump.
  const HeapThreads::Facts *ofHeap(const ThreadDump::Thread &T) const {
    return File.OfHeap.empty() ? nullptr
                               : &File.OfHeap[Number].Threads[index(T)];
  }
  /// Whether the dump would show frames of \p T if there were any.
  bool hasStack(const ThreadDump::Thread &T) const {
    const HeapThreads::Facts *Of = ofHeap(T);
    return HasAllStacks && (!Of || Of->HasTrace);
  }
  uint32_t index(const ThreadDump::Thread &T) const {
    return uint32_t(&T - Dump.Threads.data());
  }
};

} // namespace hprof

#endif // HPROF_THREADTOOL_THREADREPORT_H
