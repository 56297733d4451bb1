//===- LockGraph.h - Locks, their owners and who wants them -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who waits for whom: the locks of a thread dump with indices of threads.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_LOCKGRAPH_H
#define HPROF_ANALYSIS_THREADS_LOCKGRAPH_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace hprof {

/// Whether \p T, which is parked, needs a lock that one thread at a time owns
/// (an AbstractOwnableSynchronizer), rather than a signal: a condition, a
/// latch, a permit or work.
bool isParkedForOwner(const ThreadDump &Dump, const ThreadDump::Thread &T);

/// Whether the frames of \p T say that it waits for a lock which one thread at
/// a time owns. For dumps that do not state what threads wait for.
bool isAcquiring(const ThreadDump &Dump, const ThreadDump::Thread &T);

class LockGraph {
public:
  /// No thread, no lock.
  static constexpr uint32_t None = UINT32_MAX;

  struct Lock {
    const ThreadDump::Monitor *Of = nullptr;
    uint32_t Owner = None; ///< The thread, if it is in the dump.
    /// Indices of the threads that go on when they own it.
    std::vector<uint32_t> Blocked;
    /// Indices of the threads that wait for a signal instead.
    std::vector<uint32_t> Waiting;
    /// Whether the dump states an owner. It need not contain that thread.
    bool isOwned() const { return Of->Owner.has_value(); }
  };

  /// \p Dump must outlive it.
  explicit LockGraph(const ThreadDump &Dump);

  const ThreadDump &dump() const { return Dump; }
  /// The locks for which threads wait, in the order of the dump.
  llvm::ArrayRef<Lock> locks() const { return Locks; }
  /// The index of the lock that \p Thread is blocked by, or None.
  uint32_t lockBlocking(uint32_t Thread) const { return BlockedBy[Thread]; }
  /// The thread that \p Thread waits for, None if there is none or it is not
  /// known: the owner of the lock, or the thread that initializes the class.
  uint32_t threadBlocking(uint32_t Thread) const { return WaitsFor[Thread]; }

private:
  const ThreadDump &Dump;
  std::vector<Lock> Locks;
  std::vector<uint32_t> BlockedBy, WaitsFor; ///< By thread.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_LOCKGRAPH_H
