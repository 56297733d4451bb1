//===- Deadlocks.cpp - Threads that wait for each other -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/Deadlocks.h"
#include "ThreadCounts.h"
#include "hprof/Analysis/Threads/LockGraph.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace hprof;
using namespace llvm;

static constexpr uint32_t None = LockGraph::None;

/// Each thread waits for at most one other thread, so every path that repeats a
/// thread ends in a cycle, and each cycle is found once.
static std::vector<ThreadCycle> findCycles(const LockGraph &Graph) {
  const size_t Count = Graph.dump().Threads.size();
  std::vector<ThreadCycle> Cycles;
  /// The first thread of the path on which a thread was reached.
  std::vector<uint32_t> SeenFrom(Count, None);
  for (uint32_t First = 0; First != Count; ++First) {
    uint32_t T = First;
    while (T != None && SeenFrom[T] == None) {
      SeenFrom[T] = First;
      T = Graph.threadBlocking(T);
    }
    if (T == None || SeenFrom[T] != First)
      continue;
    ThreadCycle C;
    const uint32_t Begin = T;
    do {
      C.Steps.push_back({T, Graph.lockBlocking(T)});
      T = Graph.threadBlocking(T);
    } while (T != Begin);
    auto Least = min_element(C.Steps, [](const auto &A, const auto &B) {
      return A.Thread < B.Thread;
    });
    std::rotate(C.Steps.begin(), Least, C.Steps.end());
    Cycles.push_back(std::move(C));
  }
  llvm::sort(Cycles, [](const ThreadCycle &A, const ThreadCycle &B) {
    return A.Steps.front().Thread < B.Steps.front().Thread;
  });
  return Cycles;
}

/// Adds the cycles that the VM found, unless they are already known.
static void addFoundByVm(const LockGraph &Graph,
                         std::vector<ThreadCycle> &Cycles) {
  const ThreadDump &Dump = Graph.dump();
  if (Dump.Deadlocks.empty())
    return;
  const ThreadIndex Index(Dump);
  std::vector<bool> IsKnown(Dump.Threads.size());
  for (const ThreadCycle &C : Cycles)
    for (const ThreadCycle::Step &S : C.Steps)
      IsKnown[S.Thread] = true;
  for (const ThreadDump::Deadlock &D : Dump.Deadlocks) {
    ThreadCycle C;
    C.IsFoundByVm = true;
    for (const ThreadDump::Deadlock::Step &S : D.Steps)
      if (std::optional<uint32_t> T = Index.find(S.Thread))
        C.Steps.push_back({*T, Graph.lockBlocking(*T)});
    // A javacore names the first thread again at the end.
    if (C.Steps.size() > 1 && C.Steps.front().Thread == C.Steps.back().Thread)
      C.Steps.pop_back();
    if (!C.Steps.empty() &&
        none_of(C.Steps, [&](const auto &S) { return IsKnown[S.Thread]; })) {
      // A VM may print a cycle once for each of its threads.
      for (const ThreadCycle::Step &S : C.Steps)
        IsKnown[S.Thread] = true;
      Cycles.push_back(std::move(C));
    }
  }
}

/// Counts, for each cycle, the threads that wait for its threads.
static void countBehind(const LockGraph &Graph,
                        std::vector<ThreadCycle> &Cycles) {
  const size_t Count = Graph.dump().Threads.size();
  constexpr uint32_t NotKnown = None - 1;
  // By thread: the cycle at the end of its path, if any.
  std::vector<uint32_t> EndsIn(Count, NotKnown);
  for (const auto &[I, C] : enumerate(Cycles))
    for (const ThreadCycle::Step &S : C.Steps)
      EndsIn[S.Thread] = uint32_t(I);
  SmallVector<uint32_t, 16> Path;
  for (uint32_t First = 0; First != Count; ++First) {
    uint32_t T = First;
    for (; T != None && EndsIn[T] == NotKnown; T = Graph.threadBlocking(T)) {
      Path.push_back(T);
      EndsIn[T] = None;
    }
    const uint32_t Cycle = T == None ? None : EndsIn[T];
    for (uint32_t Passed : Path) {
      EndsIn[Passed] = Cycle;
      if (Cycle != None)
        ++Cycles[Cycle].Behind;
    }
    Path.clear();
  }
}

/// Milliseconds from the first to the last thread, if they have times.
static std::optional<uint64_t> sampledOver(const ThreadDump &Dump) {
  std::optional<uint64_t> First, Last;
  bool Differs = false;
  StringRef Previous;
  for (const ThreadDump::Thread &T : Dump.Threads) {
    if (T.Time.empty())
      continue;
    Differs |= !Previous.empty() && T.Time != Previous;
    Previous = T.Time;
    if (std::optional<uint64_t> At = parseInstant(T.Time)) {
      First = First ? std::min(*First, *At) : *At;
      Last = Last ? std::max(*Last, *At) : *At;
    }
  }
  // If all times are equal, this is a snapshot rather than samples.
  if (!First || !Differs)
    return std::nullopt;
  return std::max<uint64_t>(*Last - *First, 1);
}

/// Whether \p T may be waiting for another thread, judging by its state and
/// innermost frame.
static bool mayWait(const ThreadDump &Dump, const ThreadDump::Thread &T) {
  if (is_contained(
          {ThreadState::Runnable, ThreadState::New, ThreadState::Terminated},
          T.State))
    return false;
  const ArrayRef<uint32_t> Frames = Dump.frames(T);
  if (Frames.empty())
    return true;
  const ThreadFrame &F = Dump.Stacks.frame(Frames.front());
  return F.ClassName != "java.lang.Thread" ||
         !StringRef(F.Method).starts_with("sleep");
}

/// HotSpot's description of a waiting thread. All releases print this and
/// RUNNABLE for a thread that waits for class initialization.
static constexpr StringLiteral InWait = "in Object.wait()";

/// Whether \p T may be waiting for the initialization of a class that the dump
/// does not name. If a format describes states in its own words, the
/// description of a running thread is different.
static bool mayWaitForClass(const ThreadDump::Thread &T, bool Initializes) {
  if (T.WaitsFor || T.State != ThreadState::Runnable)
    return false;
  const StringRef Words = T.StateText;
  return Words == InWait ||
         (Initializes && (Words.empty() || Words == threadStateName(T.State)));
}

/// Returns the threads that may be waiting for the initialization of a class,
/// if another thread is initializing a class and is also waiting.
static std::vector<uint32_t> findInitializing(const ThreadDump &Dump) {
  std::vector<uint32_t> Waiting, Initializers;
  StringSet<> Classes;
  for (const auto &[I, T] : enumerate(Dump.Threads)) {
    const ArrayRef<uint32_t> Frames = Dump.frames(T);
    const uint32_t *In = find_if(Frames, [&](uint32_t Number) {
      return Dump.Stacks.frame(Number).Method == "<clinit>";
    });
    // Other threads in the same initializer wait for the first one.
    const bool Initializes =
        In != Frames.end() &&
        Classes.insert(Dump.Stacks.frame(*In).ClassName).second;
    const bool Waits = mayWaitForClass(T, Initializes);
    if (Waits)
      Waiting.push_back(uint32_t(I));
    if (Initializes && (Waits || T.WaitsFor || mayWait(Dump, T)))
      Initializers.push_back(uint32_t(I));
  }
  if (Initializers.empty() ||
      (Initializers.size() == 1 && Waiting == Initializers))
    Waiting.clear();
  return Waiting;
}

DeadlockReport hprof::findDeadlocks(const LockGraph &Graph) {
  const ThreadDump &Dump = Graph.dump();
  DeadlockReport R;
  R.Cycles = findCycles(Graph);
  addFoundByVm(Graph, R.Cycles);
  countBehind(Graph, R.Cycles);
  std::vector<bool> IsInCycle(Dump.Threads.size());
  for (const ThreadCycle &C : R.Cycles)
    for (const ThreadCycle::Step &S : C.Steps)
      IsInCycle[S.Thread] = true;
  // A thread cannot own a lock for which it waits, but a carrier may be listed
  // as the owner of its virtual thread's locks.
  auto IsHidden = [&](const LockGraph::Lock &L) {
    return L.Owner == None || (is_contained(L.Blocked, L.Owner) &&
                               !Dump.Threads[L.Owner].CarriedId);
  };
  for (const auto &[I, L] : enumerate(Graph.locks()))
    if (!L.Blocked.empty() && IsHidden(L) &&
        none_of(L.Blocked, [&](uint32_t T) { return IsInCycle[T]; }))
      R.Unowned.push_back(uint32_t(I));
  for (const auto &[I, T] : enumerate(Dump.Threads))
    if (!T.WaitsFor &&
        (T.State == ThreadState::Blocked || isAcquiring(Dump, T)))
      R.Acquiring.push_back(uint32_t(I));
  for (const ThreadDump::Thread &T : Dump.Threads)
    R.UnreadThreads += T.UnreadLines && !T.WaitsFor && mayWait(Dump, T);
  R.UnreadThreads += Dump.LostThreads;
  R.IsDamaged = Dump.IsDamaged;
  R.Initializing = findInitializing(Dump);
  R.RecordsLocks =
      !Dump.Monitors.empty() || any_of(Dump.Threads, [](const auto &T) {
        return T.WaitsFor || !T.Locks.empty();
      });
  R.HasNoLocks = !R.RecordsLocks && all_of(Dump.Threads, [](const auto &T) {
    return T.State == ThreadState::Unknown;
  });
  R.SampledMillis = sampledOver(Dump);
  return R;
}
