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

/// Threads that each wait for a lock of the next one, and the last one for a
/// lock of the first.
struct ThreadCycle {
  struct Step {
    uint32_t Thread; ///< Index in the dump.
    uint32_t Lock;   ///< Index in the graph; LockGraph::None if not known.
  };
  std::vector<Step> Steps;
  /// Number of threads that are not in the cycle, but wait for a thread in it,
  /// directly or through others.
  uint64_t Behind = 0;
  /// Whether only the VM's own search found the cycle, since the dump lacks the
  /// owners.
  bool IsFoundByVm = false;
};

/// Deadlocks in a dump, and reasons why there may be others.
struct DeadlockReport {
  std::vector<ThreadCycle> Cycles; ///< By their first threads.
  /// Indices of locks for which threads wait and whose owner is not in the
  /// dump, or is one of these threads: they may be part of a deadlock.
  std::vector<uint32_t> Unowned;
  /// Threads that, by their state or frames, wait for a lock that is not in the
  /// dump at all.
  std::vector<uint32_t> Acquiring;
  /// Whether some thread holds a lock or waits for one, or monitors are listed.
  /// Otherwise, the writer probably does not record locks.
  bool RecordsLocks = false;
  /// No thread has a lock or a state: deadlocks cannot be ruled out.
  bool HasNoLocks = false;
  /// Threads that may wait until another waiting thread has initialized a
  /// class; the dump does not name the class.
  std::vector<uint32_t> Initializing;
  /// Number of threads that may wait for something in lines that could not be
  /// parsed.
  uint64_t UnreadThreads = 0;
  /// Some of the dump is missing or could not be parsed.
  bool IsDamaged = false;
  /// Time from the first to the last sample, if threads were sampled one after
  /// another: their states may never have existed at the same time.
  std::optional<uint64_t> SampledMillis;

  /// For a heap dump: the threads that may wait for each other, by the objects
  /// in their frames. Unknown for other dumps.
  std::optional<std::vector<uint32_t>> InFrames;

  bool isPossible() const {
    return !Unowned.empty() || !Initializing.empty() ||
           (InFrames ? !InFrames->empty() : !Acquiring.empty());
  }
  /// Whether a deadlock would have been found.
  bool isKnown() const {
    return !Cycles.empty() ||
           (!isPossible() && !HasNoLocks && !UnreadThreads && !IsDamaged);
  }
};

DeadlockReport findDeadlocks(const LockGraph &Graph);

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_DEADLOCKS_H
