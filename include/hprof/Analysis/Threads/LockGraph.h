//===- LockGraph.h - Locks, their owners and waiters ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The waits-for graph: the locks in a thread dump, their owners and waiters.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_LOCKGRAPH_H
#define HPROF_ANALYSIS_THREADS_LOCKGRAPH_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace hprof {

/// Whether \p T, which is parked, waits for a lock that one thread at a time
/// owns (an AbstractOwnableSynchronizer), rather than for a signal: a
/// condition, a latch, a permit or work.
bool isParkedForOwner(const ThreadDump &Dump, const ThreadDump::Thread &T);

/// Whether \p T, according to its frames, waits for a lock that one thread at a
/// time owns. Used for dumps that do not record which locks threads wait for.
bool isAcquiring(const ThreadDump &Dump, const ThreadDump::Thread &T);

class LockGraph {
public:
  /// No thread or lock.
  static constexpr uint32_t None = UINT32_MAX;

  struct Lock {
    const ThreadDump::Monitor *Of = nullptr;
    uint32_t Owner = None; ///< Index of the thread, if it is in the dump.
    /// Indices of the threads that wait to own the lock.
    std::vector<uint32_t> Blocked;
    /// Indices of the threads that wait for a signal instead.
    std::vector<uint32_t> Waiting;
    /// Whether the dump records an owner. That thread need not be in the dump.
    bool isOwned() const { return Of->Owner.has_value(); }
  };

  /// \p Dump must outlive the graph.
  explicit LockGraph(const ThreadDump &Dump);

  const ThreadDump &dump() const { return Dump; }
  /// Returns the locks for which threads wait, in the order of the dump.
  llvm::ArrayRef<Lock> locks() const { return Locks; }
  /// Returns the index of the lock that \p Thread is blocked on, or None.
  uint32_t lockBlocking(uint32_t Thread) const { return BlockedBy[Thread]; }
  /// Returns the index of the thread that \p Thread waits for: the owner of the
  /// lock, or the thread that initializes the class. Returns None if there is
  /// no such thread, or if it is unknown.
  uint32_t threadBlocking(uint32_t Thread) const { return WaitsFor[Thread]; }

private:
  const ThreadDump &Dump;
  std::vector<Lock> Locks;
  std::vector<uint32_t> BlockedBy, WaitsFor; ///< By thread.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_LOCKGRAPH_H
