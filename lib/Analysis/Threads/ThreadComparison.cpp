//===- ThreadComparison.cpp - Thread dumps over time ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadComparison.h"
#include "hprof/Analysis/Threads/Deadlocks.h"
#include "hprof/Analysis/Threads/LockGraph.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <unordered_map>

using namespace hprof;
using namespace llvm;

static constexpr uint32_t None = LockGraph::None;

namespace {
/// Finds the same thread in another dump: by its id and name or, without an id,
/// by its name and, if several threads have that, the VM's structure and native
/// id. In another run, an id may be another thread's.
class SameThreads {
public:
  explicit SameThreads(const ThreadDump &Dump) : Dump(Dump) {
    for (const auto &[I, T] : enumerate(Dump.Threads)) {
      if (T.Id)
        ById.try_emplace(*T.Id, uint32_t(I));
      else
        ByName[T.Name].push_back(uint32_t(I));
    }
  }
  uint32_t find(const ThreadDump::Thread &T) const {
    if (T.Id) {
      auto It = ById.find(*T.Id);
      return It != ById.end() && Dump.Threads[It->second].Name == T.Name
                 ? It->second
                 : None;
    }
    auto It = ByName.find(T.Name);
    if (It == ByName.end())
      return None;
    if (It->second.size() == 1)
      return It->second.front();
    for (uint32_t I : It->second)
      if (Dump.Threads[I].VmThread == T.VmThread &&
          Dump.Threads[I].NativeId == T.NativeId)
        return I;
    return None;
  }

private:
  const ThreadDump &Dump;
  std::unordered_map<uint64_t, uint32_t, IdHash> ById;
  StringMap<SmallVector<uint32_t, 1>> ByName;
};

/// Assigns numbers to stacks that are the same in all dumps.
class CommonStacks {
public:
  /// Returns, by stack of \p Dump, the common number.
  std::vector<uint32_t> add(const ThreadStacks &Stacks) {
    std::vector<uint32_t> FrameOf, Numbers;
    for (uint32_t I = 0; I != Stacks.numFrames(); ++I)
      FrameOf.push_back(All.addFrame(Stacks.frame(I)));
    SmallVector<uint32_t, 64> Frames;
    for (uint32_t I = 0; I != Stacks.size(); ++I) {
      Frames.clear();
      for (uint32_t F : Stacks.frames(I))
        Frames.push_back(FrameOf[F]);
      Numbers.push_back(All.add(Frames));
    }
    return Numbers;
  }

private:
  ThreadStacks All;
};
} // namespace

void ThreadComparison::findThreads(ArrayRef<const ThreadDump *> Dumps) {
  CommonStacks Stacks;
  std::deque<SameThreads> In;
  std::vector<std::vector<uint32_t>> StackOf;
  for (const ThreadDump *D : Dumps) {
    In.emplace_back(*D);
    StackOf.push_back(Stacks.add(D->Stacks));
  }
  const ThreadDump &First = *Dumps.front(), &Last = *Dumps.back();
  for (const auto &[Number, T] : enumerate(Last.Threads)) {
    Common C;
    for (size_t D = 0; D + 1 < Dumps.size(); ++D)
      C.Index.push_back(In[D].find(T));
    C.Index.push_back(uint32_t(Number));
    Started += C.Index.front() == None;
    if (is_contained(C.Index, None))
      continue;
    for (size_t D = 0; D != Dumps.size(); ++D) {
      const ThreadDump::Thread &Then = Dumps[D]->Threads[C.Index[D]];
      C.HasMoved |= StackOf[D][Then.Stack] != StackOf.back()[T.Stack] ||
                    Then.State != T.State;
    }
    const auto &Before = First.Threads[C.Index.front()].CpuNanos;
    if (Before && T.CpuNanos && *T.CpuNanos >= *Before)
      C.CpuNanos = *T.CpuNanos - *Before;
    Threads.push_back(std::move(C));
  }
  for (const ThreadDump::Thread &T : First.Threads)
    Ended += In.back().find(T) == None;
}

/// Returns the lock in \p Graph that \p Owner owns and that is \p Wanted. The
/// collector may have moved the object; if the owner's stack has not changed,
/// an object of the same class suffices.
static const LockGraph::Lock *find(const LockGraph &Graph, uint32_t Owner,
                                   const ThreadDump::LockObject &Wanted,
                                   bool HasMoved) {
  for (const LockGraph::Lock &L : Graph.locks())
    if (L.Owner == Owner && (L.Of->Object.isSame(Wanted) ||
                             (!HasMoved && Wanted.Address &&
                              L.Of->Object.ClassName == Wanted.ClassName)))
      return &L;
  return nullptr;
}

void ThreadComparison::findLocks(ArrayRef<const ThreadDump *> Dumps) {
  std::deque<LockGraph> Graphs;
  std::vector<DeadlockReport> Deadlocks;
  for (const ThreadDump *D : Dumps)
    Deadlocks.push_back(findDeadlocks(Graphs.emplace_back(*D)));
  // Keys are indices in the last dump.
  std::unordered_map<uint32_t, uint32_t> CommonOf;
  for (const auto &[I, C] : enumerate(Threads))
    CommonOf[C.Index.back()] = uint32_t(I);

  for (const auto &[I, L] : enumerate(Graphs.back().locks())) {
    auto Owner = CommonOf.find(L.Owner);
    if (L.Blocked.empty() || L.Of->isSystem() || Owner == CommonOf.end())
      continue;
    const Common &C = Threads[Owner->second];
    const LockGraph::Lock *Then = &L;
    for (size_t D = Dumps.size(); D-- && Then;)
      Then = find(Graphs[D], C.Index[D], L.Of->Object, C.HasMoved);
    if (Then)
      Locks.push_back({Owner->second, uint32_t(I), Then->Blocked.size()});
  }

  auto HasCycle = [&](size_t D, const ThreadCycle &Wanted) {
    return any_of(Deadlocks[D].Cycles, [&](const ThreadCycle &Other) {
      return Other.Steps.size() == Wanted.Steps.size() &&
             all_of(Wanted.Steps, [&](const ThreadCycle::Step &S) {
               auto It = CommonOf.find(S.Thread);
               return It != CommonOf.end() &&
                      any_of(Other.Steps, [&](const ThreadCycle::Step &O) {
                        return O.Thread == Threads[It->second].Index[D];
                      });
             });
    });
  };
  for (const auto &[I, C] : enumerate(Deadlocks.back().Cycles)) {
    bool IsInAll = true;
    for (size_t D = 0; D + 1 < Dumps.size() && IsInAll; ++D)
      IsInAll = HasCycle(D, C);
    if (IsInAll)
      Cycles.push_back(uint32_t(I));
  }
}

ThreadComparison::ThreadComparison(ArrayRef<const ThreadDump *> Dumps) {
  findThreads(Dumps);
  findLocks(Dumps);
}
