//===- ThreadComparison.h - Thread dumps over time --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_THREADCOMPARISON_H
#define LIB_ANALYSIS_THREADS_THREADCOMPARISON_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hprof {

/// Threads, locks and deadlocks common to several dumps of one VM.
class ThreadComparison {
public:
  /// A thread that is in all dumps.
  struct Common {
    std::vector<uint32_t> Index; ///< Index in each dump.
    bool HasMoved = false;       ///< Whether its stack or state has changed.
    /// CPU time from the first to the last dump, if recorded.
    std::optional<uint64_t> CpuNanos;
  };
  /// A lock for which threads wait in the last dump and which the same thread
  /// owned in all dumps.
  struct Held {
    uint32_t Thread; ///< Index of the owner in common().
    uint32_t Lock;   ///< Index in the LockGraph of the last dump.
    uint64_t Before; ///< Number of threads blocked in the first dump.
  };

  /// \p Dumps must contain at least one dump, be in chronological order, and
  /// outlive this.
  explicit ThreadComparison(llvm::ArrayRef<const ThreadDump *> Dumps);

  /// Returns the threads in the order of the last dump.
  llvm::ArrayRef<Common> common() const { return Threads; }
  llvm::ArrayRef<Held> held() const { return Locks; }
  /// Number of threads that are not in the first dump.
  uint64_t started() const { return Started; }
  /// Number of threads that are not in the last dump.
  uint64_t ended() const { return Ended; }
  /// Returns the deadlocks in the last dump whose threads are deadlocked in all
  /// dumps, as indices in the DeadlockReport of the last dump.
  llvm::ArrayRef<uint32_t> lastingCycles() const { return Cycles; }

private:
  void findThreads(llvm::ArrayRef<const ThreadDump *> Dumps);
  void findLocks(llvm::ArrayRef<const ThreadDump *> Dumps);

  std::vector<Common> Threads;
  std::vector<Held> Locks;
  std::vector<uint32_t> Cycles;
  uint64_t Started = 0, Ended = 0;
};

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_THREADCOMPARISON_H
