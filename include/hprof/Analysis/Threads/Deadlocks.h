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

/// Each thread waits for what the next one owns, the last one for what the
/// first one owns.
struct ThreadCycle {
  struct Step {
    uint32_t Thread; ///< Index in the dump.
    uint32_t Lock;   ///< Index in the graph; LockGraph::None if not known.
  };
  std::vector<Step> Steps;
  /// The threads that are not in the cycle but wait for one that is, directly
  /// or through others.
  uint64_t Behind = 0;
  /// Only the VM's own search found it: owners that its dump does not state.
  bool IsFoundByVm = false;
};

/// What the locks of a dump say about deadlocks.
struct DeadlockReport {
  std::vector<ThreadCycle> Cycles; ///< By their first threads.
  /// Indices of locks for which threads wait and whose owner the dump does not
  /// state, or is one of these threads: they may be part of a deadlock.
  std::vector<uint32_t> Unowned;
  /// Threads that, by their state or frames, wait for a lock that the dump does
  /// not state at all.
  std::vector<uint32_t> Acquiring;
  /// Some thread holds a lock or waits for one, or monitors are listed. If not,
  /// the writer probably does not know locks.
  bool RecordsLocks = false;
  /// No thread states a lock or a state: nothing can be said.
  bool HasNoLocks = false;
  /// Threads that may wait until another waiting thread has initialized a
  /// class; the dump does not name the class.
  std::vector<uint32_t> Initializing;
  /// Threads that may wait for something in lines that were not understood.
  uint64_t UnreadThreads = 0;
  /// Some of the dump is missing or was not understood.
  bool IsDamaged = false;
  /// The time from the first to the last sample, if threads were sampled one
  /// after another: what they show together may never have been true at once.
  std::optional<uint64_t> SampledMillis;

  /// For a heap dump: the threads that may wait for each other, by the objects
  /// in their frames. For other dumps, nothing is known of these.
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
