//===- LockGraph.cpp - Locks, their owners and waiters --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/LockGraph.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// For most synchronizers, only the frames show the operation: a lock is
/// acquired exclusively, a permit or a latch is acquired in shared mode, and a
/// condition is awaited.
bool hprof::isAcquiring(const ThreadDump &Dump, const ThreadDump::Thread &T) {
  bool IsAcquired = false;
  bool IsParked = false;
  for (uint32_t Number : Dump.frames(T)) {
    const ThreadFrame &F = Dump.Stacks.frame(Number);
    const StringRef In = F.ClassName, Method = F.Method;
    IsParked |= Method.starts_with("park");
    // The owner of a StampedLock is not recorded.
    if (In == "java.util.concurrent.locks.StampedLock" &&
        Method.starts_with("acquire"))
      return IsParked;
    if (In != "java.util.concurrent.locks.AbstractQueuedSynchronizer" &&
        In != "java.util.concurrent.locks.AbstractQueuedLongSynchronizer")
      continue;
    if (Method.contains("Shared"))
      return false;
    IsAcquired |= Method.starts_with("acquire") ||
                  Method.starts_with("tryAcquire") ||
                  Method.starts_with("doAcquire");
  }
  return IsAcquired && IsParked;
}

bool hprof::isParkedForOwner(const ThreadDump &Dump,
                             const ThreadDump::Thread &T) {
  if (!T.WaitsFor || T.WaitsFor->Kind != ThreadDump::WaitKind::Parked)
    return false;
  const StringRef Class = T.WaitsFor->Object.ClassName;
  if (Class.ends_with("ConditionObject"))
    return false;
  return T.WaitsFor->Owner || isOwnable(T.WaitsFor->Object) ||
         isAcquiring(Dump, T);
}

LockGraph::LockGraph(const ThreadDump &Dump)
    : Dump(Dump), BlockedBy(Dump.Threads.size(), None),
      WaitsFor(Dump.Threads.size(), None) {
  const ThreadIndex Index(Dump);
  for (const ThreadDump::Monitor &M : Dump.Monitors) {
    if (M.Entering.empty() && M.Waiting.empty())
      continue;
    Lock L;
    L.Of = &M;
    if (M.Owner)
      L.Owner = Index.find(*M.Owner).value_or(None);
    for (const ThreadDump::ThreadRef &R : M.Entering) {
      const std::optional<uint32_t> T = Index.find(R);
      if (!T)
        continue;
      const ThreadDump::Thread &Thread = Dump.Threads[*T];
      const bool IsParked = Thread.WaitsFor && Thread.WaitsFor->Kind ==
                                                   ThreadDump::WaitKind::Parked;
      if (IsParked && !M.Owner && !isParkedForOwner(Dump, Thread)) {
        L.Waiting.push_back(*T);
        continue;
      }
      L.Blocked.push_back(*T);
      BlockedBy[*T] = uint32_t(Locks.size());
      // A carrier may be listed as the owner of its virtual thread's locks.
      if (L.Owner != *T)
        WaitsFor[*T] = L.Owner;
    }
    for (const ThreadDump::ThreadRef &R : M.Waiting)
      if (std::optional<uint32_t> T = Index.find(R))
        L.Waiting.push_back(*T);
    Locks.push_back(std::move(L));
  }
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    if (!T.WaitsFor || WaitsFor[I] != None)
      continue;
    // A lock without an identity is not in the list of monitors.
    const bool IsForOwner = T.WaitsFor->Kind != ThreadDump::WaitKind::Waiting;
    if (const std::optional<ThreadDump::ThreadRef> &Of =
            IsForOwner ? T.WaitsFor->Owner : T.WaitsFor->Initializer)
      if (std::optional<uint32_t> By = Index.find(*Of); By && *By != I)
        WaitsFor[I] = *By;
  }
}
