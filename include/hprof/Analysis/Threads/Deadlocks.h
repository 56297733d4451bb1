//===- Deadlocks.h - Threads that wait for each other -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_DEADLOCKS_H
#define HPROF_ANALYSIS_THREADS_DEADLOCKS_H

#include "hprof/Format/Thread/ThreadDump.h"
#include <cstdint>
#include <vector>

namespace hprof {

class LockGraph;

/// Threads each of which waits for a lock that the next one holds; the last
/// thread waits for a lock of the first.
struct ThreadCycle {
  struct Step {
    uint32_t Thread; ///< Index in the dump.
    uint32_t Lock;   ///< Index in the graph; LockGraph::None if not known.
  };
  std::vector<Step> Steps;
  /// Number of threads that are not in the cycle, but wait for a thread in it,
  /// directly or through others.
  uint64_t Behind = 0;
  /// Whether only the VM itself found the cycle: the dump lacks the owners.
  bool IsFoundByVm = false;
};

/// Deadlocks in a dump, and reasons why there may be more.
struct DeadlockReport {
  std::vector<ThreadCycle> Cycles; ///< Sorted by their first threads.
  /// Indices of locks for which threads wait and whose owner is not in the dump
  /// or is one of the waiting threads. These locks may be part of a deadlock.
  std::vector<uint32_t> Unowned;
  /// Threads that, according to their state or frames, wait for a lock that is
  /// not in the dump.
  std::vector<uint32_t> Acquiring;
  /// Whether some thread holds or waits for a lock, or monitors are listed. If
  /// not, the program that wrote the dump probably does not record locks.
  bool RecordsLocks = false;
  /// Whether the dump has neither locks nor thread states, so that deadlocks
  /// cannot be ruled out.
  bool HasNoLocks = false;
  /// Threads that may be waiting until another waiting thread has initialized a
  /// class that the dump does not name.
  std::vector<uint32_t> Initializing;
  /// Number of threads that may be waiting for something, according to lines
  /// that could not be parsed.
  uint64_t UnreadThreads = 0;
  /// Whether part of the dump is missing or could not be parsed.
  bool IsDamaged = false;
  /// Time from the first to the last sample, if threads were sampled one after
  /// another. Their states may never have existed at the same time.
  std::optional<uint64_t> SampledMillis;

  /// For a heap dump: the threads that may wait for each other, judging by the
  /// objects in their frames. Not set for other dumps.
  std::optional<std::vector<uint32_t>> InFrames;

  bool isPossible() const {
    return !Unowned.empty() || !Initializing.empty() ||
           (InFrames ? !InFrames->empty() : !Acquiring.empty());
  }
  /// Whether it is known if there is a deadlock.
  bool isKnown() const {
    return !Cycles.empty() ||
           (!isPossible() && !HasNoLocks && !UnreadThreads && !IsDamaged);
  }
};

DeadlockReport findDeadlocks(const LockGraph &Graph);

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_DEADLOCKS_H
