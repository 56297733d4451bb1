//===- ThreadReport.h - A thread dump and its analysis ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_ANSWERS_THREADREPORT_H
#define LIB_ANALYSIS_THREADS_ANSWERS_THREADREPORT_H

#include "Analysis/Threads/ContainerTree.h"
#include "Analysis/Threads/Contention.h"
#include "Analysis/Threads/StackGroups.h"
#include "Analysis/Threads/ThreadCounts.h"
#include "hprof/Analysis/Threads/Answers/ThreadAnswer.h"
#include "hprof/Analysis/Threads/Deadlocks.h"
#include "hprof/Analysis/Threads/LockGraph.h"

namespace hprof {

/// A dump and the results of its analysis.
struct ThreadReport {
  /// The report refers to \p File and \p Request.
  ThreadReport(const FileThreads &File, size_t Number,
               const ThreadRequest &Request);
  ThreadReport(const ThreadReport &) = delete; // Members refer to each other.

  const FileThreads &File;
  const ThreadRequest &Request;
  const ThreadDump &Dump;
  const size_t Number; ///< Index of the dump in the file.
  ThreadCounts Counts;
  LockGraph Graph;
  DeadlockReport Deadlocks;
  std::vector<ContendedLock> Contention;
  std::vector<std::string> Notes;
  std::vector<uint32_t> Selected; ///< The threads to show.
  /// Groups of the selected threads; if threads are not grouped, one group per
  /// thread.
  std::vector<StackGroup> Groups;
  bool IsGrouped = false;
  /// False for an hs_err file, which contains the stack of only one thread.
  bool HasAllStacks = true;
  std::optional<ContainerTree> Tree; ///< Set if requested.

  /// Whether a deadlock was found or is possible.
  bool mayHaveDeadlock() const {
    return !Deadlocks.Cycles.empty() || Deadlocks.isPossible() ||
           Deadlocks.UnreadThreads;
  }
  /// Whether a deadlock would have been found if there were one.
  bool findsDeadlocks() const {
    return File.HasMonitors && Deadlocks.isKnown();
  }
  /// Returns the bytes that the thread keeps alive, if known.
  std::optional<uint64_t> retained(uint32_t Thread) const {
    return Number || File.Retained.empty() ? std::nullopt
                                           : File.Retained[Thread];
  }
  const ThreadDump::Thread &thread(uint32_t I) const { return Dump.Threads[I]; }
  uint32_t index(const ThreadDump::Thread &T) const {
    return uint32_t(&T - Dump.Threads.data());
  }
  /// Returns data that is only in heap dumps; null for a thread dump.
  const HeapThreads::Facts *ofHeap(uint32_t Thread) const {
    return File.OfHeap.empty() ? nullptr : &File.OfHeap[Number].Threads[Thread];
  }
  /// Whether the dump contains the stack of \p Thread, which may be empty.
  bool hasStack(uint32_t Thread) const {
    const HeapThreads::Facts *Of = ofHeap(Thread);
    return HasAllStacks && (!Of || Of->HasTrace);
  }
  /// Returns the groups to show.
  llvm::ArrayRef<StackGroup> shownGroups() const {
    return llvm::ArrayRef(Groups).take_front(
        std::min<uint64_t>(Request.Top, Groups.size()));
  }

private:
  void addFromHeap(const HeapThreads::AllFacts &Of);
};

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_ANSWERS_THREADREPORT_H
