//===- PossibleCycles.cpp - Threads that may wait for each other ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PossibleCycles.h"
#include "hprof/Analysis/Threads/LockGraph.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace hprof;
using namespace llvm;

namespace {

/// Edges lead from threads to objects for which they may be waiting, and from
/// these objects to threads that may own them.
class WaitGraph {
public:
  WaitGraph(const ThreadDump &Dump, ArrayRef<FrameObject> Objects);
  /// Must be called before inCycles(). Returns false if there are more than \p
  /// Budget pairs of an awaited object and a thread that refers to it.
  bool addOwners(uint64_t Budget);
  /// Returns the threads in cycles that contain more than one object.
  std::vector<uint32_t> inCycles();

private:
  static constexpr uint32_t None = UINT32_MAX;

  /// The frame in which a thread is blocked, and the objects in that frame.
  struct Place {
    uint32_t Frame = None; ///< The number of the frame in the stacks.
    ArrayRef<FrameObject> Objects;
  };
  /// An object for which threads at a line of code may be waiting, identified
  /// by its position among the objects in the frame.
  struct Want {
    uint32_t Frame;
    size_t Position;
    uint64_t Object;
    bool operator<(const Want &W) const {
      return std::tie(Frame, Position, Object) <
             std::tie(W.Frame, W.Position, W.Object);
    }
  };

  void addBlocked(uint32_t Thread, ArrayRef<FrameObject> Objects);
  uint32_t add() {
    Edges.emplace_back();
    return uint32_t(Edges.size() - 1);
  }
  void visit(uint32_t First);
  void close(uint32_t Node);

  const ThreadDump &Dump;
  /// The nodes of threads come first.
  std::vector<std::vector<uint32_t>> Edges;
  std::vector<Place> Places;      ///< By thread.
  std::map<Want, uint32_t> Wants; ///< Mapped to their nodes.
  /// Indexed by node minus the number of threads.
  std::vector<uint64_t> ObjectOf;
  /// By object: the waiting threads that have it in a frame.
  DenseMap<IdKey, std::vector<uint32_t>> Having;
  // For the components of the graph, by Tarjan's algorithm.
  std::vector<uint32_t> Number, Low, Stack;
  std::vector<bool> IsOpen;
  uint32_t Next = 0;
  std::vector<uint32_t> Found;
};

} // namespace

WaitGraph::WaitGraph(const ThreadDump &Dump, ArrayRef<FrameObject> Objects)
    : Dump(Dump), Edges(Dump.Threads.size()), Places(Dump.Threads.size()) {
  const LockGraph Locks(Dump);
  for (uint32_t T = 0; T != Dump.Threads.size(); ++T) {
    const ArrayRef<FrameObject> Of =
        Objects.take_while([&](const FrameObject &O) { return O.Thread == T; });
    Objects = Objects.drop_front(Of.size());
    if (const uint32_t By = Locks.threadBlocking(T); By != LockGraph::None)
      Edges[T].push_back(By);
    else if (Dump.Threads[T].State == ThreadState::Blocked)
      addBlocked(T, Of);
    if (Edges[T].empty())
      continue;
    for (const FrameObject &O : Of)
      if (std::vector<uint32_t> &All = Having[O.Object];
          All.empty() || All.back() != T)
        All.push_back(T);
  }
}

/// wait() calls wait(long), which calls wait0().
static constexpr uint32_t MaxWaitFrames = 3;

/// True for a frame of Object.wait(), native or not.
static bool isWait(const ThreadFrame &F) {
  return F.ClassName == "java.lang.Object" &&
         (F.Method == "wait" || F.Method == "wait0");
}

/// Adds those \p Objects of \p Thread for which it may be waiting.
void WaitGraph::addBlocked(uint32_t Thread, ArrayRef<FrameObject> Objects) {
  const ArrayRef<uint32_t> Frames = Dump.frames(Dump.Threads[Thread]);
  if (Objects.empty() || Objects.front().Frame >= Frames.size())
    return;
  // Threads do not wait for objects of their callers: if the innermost frame
  // has no objects, the monitor is a class or is not recorded. For
  // Object.wait(), however, the monitor is in the caller's frame, because the
  // native frame lists no objects.
  const uint32_t At = Objects.front().Frame;
  if (At > MaxWaitFrames ||
      !all_of(Frames.take_front(At), [&](uint32_t Number) {
        return isWait(Dump.Stacks.frame(Number));
      }))
    return;
  Place &P = Places[Thread];
  P.Frame = Frames[At];
  P.Objects =
      Objects.take_while([&](const FrameObject &O) { return O.Frame == At; });
  for (const auto &[I, O] : enumerate(P.Objects)) {
    auto [It, IsNew] = Wants.try_emplace({P.Frame, I, O.Object}, 0);
    if (IsNew) {
      It->second = add();
      ObjectOf.push_back(O.Object);
    }
    Edges[Thread].push_back(It->second);
  }
}

bool WaitGraph::addOwners(uint64_t Budget) {
  for (const auto &[W, Node] : Wants) {
    const std::vector<uint32_t> &Owners = Having[W.Object];
    if (Owners.size() > Budget)
      return false;
    Budget -= Owners.size();
    for (uint32_t T : Owners) {
      const Place &P = Places[T];
      const bool WantsSame = P.Frame == W.Frame &&
                             W.Position < P.Objects.size() &&
                             P.Objects[W.Position].Object == W.Object;
      if (!WantsSame)
        Edges[Node].push_back(T);
    }
  }
  return true;
}

/// Pops the component whose first node is \p Node off the stack.
void WaitGraph::close(uint32_t Node) {
  std::vector<uint32_t> Threads;
  // A parked thread waits for one lock, whose owner is known.
  size_t Parked = 0;
  SmallVector<uint64_t, 8> Objects;
  uint32_t N;
  do {
    N = Stack.back();
    Stack.pop_back();
    IsOpen[N] = false;
    if (N >= Dump.Threads.size()) {
      Objects.push_back(ObjectOf[N - Dump.Threads.size()]);
      continue;
    }
    Threads.push_back(N);
    Parked += Places[N].Frame == None;
  } while (N != Node);
  sort(Objects);
  Objects.erase(std::unique(Objects.begin(), Objects.end()), Objects.end());
  // An object is owned by only one thread. Cycles that contain only parked
  // threads are already known.
  if (Threads.size() > 1 && !Objects.empty() && Objects.size() + Parked > 1)
    append_range(Found, Threads);
}

/// Not recursive: a chain may contain all threads.
void WaitGraph::visit(uint32_t First) {
  std::vector<std::pair<uint32_t, size_t>> Way;
  auto Open = [&](uint32_t N) {
    Number[N] = Low[N] = Next++;
    Stack.push_back(N);
    IsOpen[N] = true;
    Way.push_back({N, 0});
  };
  Open(First);
  while (!Way.empty()) {
    auto &[N, Edge] = Way.back();
    if (Edge != Edges[N].size()) {
      const uint32_t To = Edges[N][Edge++];
      if (Number[To] == None)
        Open(To);
      else if (IsOpen[To])
        Low[N] = std::min(Low[N], Number[To]);
      continue;
    }
    const uint32_t Done = N;
    Way.pop_back();
    if (!Way.empty())
      Low[Way.back().first] = std::min(Low[Way.back().first], Low[Done]);
    if (Low[Done] == Number[Done])
      close(Done);
  }
}

std::vector<uint32_t> WaitGraph::inCycles() {
  Number.assign(Edges.size(), None);
  Low.assign(Edges.size(), None);
  IsOpen.assign(Edges.size(), false);
  for (uint32_t N = 0; N != Edges.size(); ++N)
    if (Number[N] == None)
      visit(N);
  sort(Found);
  return std::move(Found);
}

std::vector<uint32_t> hprof::findPossibleCycles(const ThreadDump &Dump,
                                                ArrayRef<FrameObject> Objects,
                                                uint64_t Budget) {
  if (none_of(Dump.Threads, [](const ThreadDump::Thread &T) {
        return T.State == ThreadState::Blocked;
      }))
    return {};
  WaitGraph Graph(Dump, Objects);
  if (!Graph.addOwners(Budget))
    return {};
  return Graph.inCycles();
}
