//===- ThreadDump.cpp - Thread dumps --------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadDump.h"

#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral StateNames[] = {
#define HPROF_THREAD_STATE(NAME, TEXT, J9) TEXT,
#include "hprof/Format/Thread/ThreadStates.def"
};

StringRef hprof::threadStateName(ThreadState S) {
  return StateNames[unsigned(S)];
}

ThreadState hprof::parseThreadState(StringRef Name) {
  const StringLiteral *S = find(StateNames, Name);
  return S == std::end(StateNames) ? ThreadState::Unknown
                                   : ThreadState(S - StateNames);
}

ThreadState ThreadDump::Thread::javaState() const {
  switch (State) {
  case ThreadState::New:
  case ThreadState::Runnable:
  case ThreadState::Blocked:
  case ThreadState::Waiting:
  case ThreadState::TimedWaiting:
  case ThreadState::Terminated:
    return State;
  case ThreadState::Parked:
    return ThreadState::Waiting;
  case ThreadState::Unknown:
  case ThreadState::Suspended:
  case ThreadState::Interrupted:
    break;
  }
  if (!WaitsFor)
    return ThreadState::Runnable;
  return WaitsFor->Kind == WaitKind::Blocked ? ThreadState::Blocked
                                             : ThreadState::Waiting;
}

ArrayRef<StringLiteral> ThreadDump::waitKindNames() {
  static constexpr StringLiteral Names[] = {"blocked", "waiting", "parked"};
  return Names;
}

namespace {
/// Finds a dump's monitors by their objects.
class MonitorIndex {
public:
  explicit MonitorIndex(std::vector<ThreadDump::Monitor> &Monitors)
      : Monitors(Monitors) {}

  /// Returns null if \p Object cannot be identified.
  ThreadDump::Monitor *get(const ThreadDump::LockObject &Object) {
    if (!Object.Address && !Object.IdentityHash)
      return nullptr;
    const Key K(Object.Address, Object.IdentityHash.value_or(0),
                Object.Address ? "" : Object.ClassName);
    auto [It, IsNew] = ByObject.try_emplace(K, Monitors.size());
    if (IsNew)
      Monitors.emplace_back().Object = Object;
    return &Monitors[It->second];
  }

private:
  using Key = std::tuple<uint64_t, uint32_t, std::string>;
  std::vector<ThreadDump::Monitor> &Monitors;
  std::map<Key, size_t> ByObject;
};
} // namespace

void ThreadDump::findMonitors() {
  MonitorIndex Index(Monitors);
  for (const Thread &T : Threads) {
    // Also if it was notified and waits to reenter the monitor.
    const bool Waits = T.WaitsFor && T.WaitsFor->Kind != WaitKind::Parked;
    for (const HeldLock &L : T.Locks) {
      Monitor *M =
          L.IsEliminated || (Waits && L.Object.isSame(T.WaitsFor->Object))
              ? nullptr
              : Index.get(L.Object);
      if (!M)
        continue;
      if (!M->Owner)
        M->Owner = T.ref();
      M->EntryCount += L.EntryCount;
    }
    for (const LockObject &O : T.Synchronizers)
      if (Monitor *M = Index.get(O)) {
        M->Owner = T.ref();
        M->EntryCount = 1;
      }
  }
  for (const Thread &T : Threads) {
    Monitor *M = T.WaitsFor ? Index.get(T.WaitsFor->Object) : nullptr;
    if (!M)
      continue;
    if (T.WaitsFor->Kind == WaitKind::Waiting)
      M->Waiting.push_back(T.ref());
    else
      M->Entering.push_back(T.ref());
    if (!M->Owner && T.WaitsFor->Owner) {
      M->Owner = T.WaitsFor->Owner;
      M->EntryCount = 1;
    }
  }
}

LocksByFrame::LocksByFrame(ArrayRef<ThreadDump::HeldLock> Locks) {
  for (const ThreadDump::HeldLock &L : Locks)
    Sorted.push_back(&L);
  llvm::stable_sort(
      Sorted, [](const auto *A, const auto *B) { return A->Depth < B->Depth; });
}

ArrayRef<const ThreadDump::HeldLock *> LocksByFrame::of(size_t Depth) const {
  const auto Begin =
      partition_point(Sorted, [&](const auto *L) { return L->Depth < Depth; });
  const auto End = std::partition_point(
      Begin, Sorted.end(), [&](const auto *L) { return L->Depth == Depth; });
  return ArrayRef(Sorted).slice(size_t(Begin - Sorted.begin()),
                                size_t(End - Begin));
}

bool hprof::isOwnable(const ThreadDump::LockObject &Lock) {
  // Name prefixes of synchronizers that set an exclusive owner.
  static constexpr StringLiteral Ownable[] = {
      "java.util.concurrent.locks.ReentrantLock$",
      "java.util.concurrent.locks.ReentrantReadWriteLock$",
      "java.util.concurrent.ThreadPoolExecutor$Worker"};
  return any_of(Ownable, [&](StringRef Begin) {
    return StringRef(Lock.ClassName).starts_with(Begin);
  });
}
