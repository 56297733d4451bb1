//===- ShortestPaths.cpp - Shortest paths from the roots ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Paths/ShortestPaths.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns the threads that are roots, in order.
static std::vector<Node> threadsOf(const HeapGraph &G) {
  std::vector<Node> Threads;
  for (const GraphRoot &R : G.roots())
    if (R.Kind == RecordKind::RootThreadObject && R.Thread == NoNode)
      Threads.push_back(R.Object);
  return Threads;
}

namespace {
/// Prefetches data for nodes ahead in the queue of a search. Each reference
/// takes three dependent accesses that miss the cache: the start of the
/// entries, the entries, and the data of a target.
template <class T> class QueueFetcher {
public:
  QueueFetcher(const HeapGraph &G, const T *Queue, const T *Known)
      : Starts(G.starts()), Entries(G.entries().as<T>()),
        Types(G.types().bytes().data()), TypeWidth(G.types().width()),
        Queue(Queue), Known(Known),
        IsMapped(!G.starts().isReadFromFile() &&
                 !G.entries().isReadFromFile() && !G.types().isReadFromFile()) {
  }

  /// Prefetches while the search is at \p At of \p End entries in the queue.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void fetch(uint64_t At, uint64_t End) const {
    if (At + ForStart >= End || !IsMapped)
      return;
    const Node Far = Queue[At + ForStart];
    if (!Starts.isPacked())
      LLVM_PREFETCH(Starts.as<T>() + Far, 0, 3);
    LLVM_PREFETCH(Types + Far * TypeWidth, 0, 3);
    if (T Start = T(Starts.get(Queue[At + ForEntries])); Start != Entry::None)
      LLVM_PREFETCH(Entries + Start, 0, 3);
    if (T Start = T(Starts.get(Queue[At + ForTargets])); Start != Entry::None)
      fetchTargets(Start);
  }

private:
  using Entry = HeapGraph::Entry<T>;
  static constexpr uint64_t ForStart = 16, ForEntries = 8, ForTargets = 4;

  /// Prefetches data for the first few entries. A length may be any number.
  void fetchTargets(T At) const {
    for (T End = At + 6; At != End; ++At) {
      const T E = Entries[At];
      const uintptr_t To = uintptr_t(Known) + Entry::value(E) * sizeof(T);
      // NOLINTNEXTLINE(performance-no-int-to-ptr): a pointer might overflow.
      LLVM_PREFETCH(reinterpret_cast<const void *>(To), 1, 3);
      if (Entry::isLast(E))
        return;
    }
  }

  const NumberArray &Starts;
  const T *const Entries;
  const uint8_t *const Types;
  const unsigned TypeWidth;
  const T *const Queue;
  const T *const Known; ///< By node.
  const bool IsMapped;
};
} // namespace

Expected<ShortestPaths> ShortestPaths::compute(const HeapGraph &G,
                                               const EdgeFilter &Follow,
                                               ArrayRef<Node> Targets,
                                               function_ref<bool()> ShouldEnd) {
  Expected<NumberSet> Wanted =
      NumberSet::make(Targets.empty() ? 0 : G.size(), G.memory());
  if (!Wanted)
    return Wanted.takeError();
  uint64_t Left = 0;
  for (Node N : Targets)
    Left += Wanted->insert(N);
  if (!Left)
    Left = UINT64_MAX;
  return G.withWidth([&](auto Zero) -> Expected<ShortestPaths> {
    using T = decltype(Zero);
    ShortestPaths S;
    NumberArray Order;
    for (auto [A, Access] : {std::pair(&S.Parents, MemoryAccess::Random),
                             std::pair(&Order, MemoryAccess::InOrder)}) {
      Expected<NumberArray> Made =
          NumberArray::make(sizeof(T), G.size(), G.memory(), Access);
      if (!Made)
        return Made.takeError();
      *A = std::move(*Made);
    }
    T *Parent = S.Parents.as<T>();
    T *Queue = Order.as<T>();
    uint64_t End = 0;
    auto Reach = [&](Node N, T From) {
      if (Parent[N])
        return;
      Parent[N] = From;
      Queue[End++] = T(N);
      if (!Targets.empty() && Wanted->contains(N))
        --Left;
    };
    std::vector<Node> Threads = threadsOf(G);
    for (Node N : G.rootNodes())
      if (!llvm::binary_search(Threads, N))
        Reach(N, T(Root));
    for (Node N : Threads)
      Reach(N, T(Root));
    const QueueFetcher<T> Ahead(G, Queue, Parent);
    for (uint64_t At = 0; At != End && Left; ++At) {
      if (ShouldEnd && At % (1 << 20) == 0 && ShouldEnd())
        return errorCodeToError(
            std::make_error_code(std::errc::operation_canceled));
      Ahead.fetch(At, End);
      Node N = Queue[At];
      Follow.forEachReference(N, [&](Node To) { Reach(To, T(N + Root + 1)); });
    }
    return S;
  });
}

/// Among all shortest paths to a node, compute() uses the first by root, then
/// by the first reference of that root, and so on. Thus, from the nearest
/// roots, this follows the first reference to a node nearer to the target.
Expected<std::optional<ShortestPaths>>
ShortestPaths::backwards(const HeapGraph &G, const InboundReferences &Inbound,
                         const EdgeFilter &Follow, ArrayRef<Node> Targets,
                         uint64_t Most) {
  ShortestPaths S;
  // Only pages that are written use memory.
  Expected<NumberArray> Made = NumberArray::make(G.starts().width(), G.size());
  if (!Made)
    return Made.takeError();
  S.Parents = std::move(*Made);
  ArrayRef<Node> Roots = G.rootNodes();
  std::vector<Node> Threads = threadsOf(G);
  auto Order = [&](Node N) {
    return std::pair(N == NoNode || llvm::binary_search(Threads, N), N);
  };
  for (Node Target : Targets) {
    DenseMap<Node, uint64_t> Distance; // Distance to the target.
    std::vector<Node> Level = {Target}, Next;
    Distance[Target] = 0;
    Node Root = NoNode;
    for (uint64_t Steps = 1; !Level.empty(); ++Steps) {
      for (Node N : Level)
        if (llvm::binary_search(Roots, N) && Order(N) < Order(Root))
          Root = N;
      if (Root != NoNode)
        break;
      Next.clear();
      for (Node N : Level)
        Inbound.forEach(N, [&](Node From) {
          if (!Most || Distance.contains(From) || !Follow.allows(From, N))
            return Most != 0;
          Distance[From] = Steps;
          Next.push_back(From);
          --Most;
          return true;
        });
      if (!Most)
        return std::nullopt;
      std::swap(Level, Next);
    }
    if (Root == NoNode)
      continue;
    S.Parents.set(Root, ShortestPaths::Root);
    for (Node N = Root; N != Target;) {
      Node Nearer = NoNode;
      uint64_t Left = Distance.lookup(N);
      Follow.forEachReference(N, [&](Node To) {
        auto It = Distance.find(To);
        if (Nearer == NoNode && It != Distance.end() && It->second + 1 == Left)
          Nearer = To;
      });
      // The inbound references contain a reference that the graph lacks.
      if (Nearer == NoNode)
        return std::nullopt;
      S.Parents.set(Nearer, N + ShortestPaths::Root + 1);
      N = Nearer;
    }
  }
  return S;
}

std::vector<Node> ShortestPaths::path(Node N) const {
  std::vector<Node> Path;
  if (!isReached(N))
    return Path;
  for (; N != NoNode; N = parent(N))
    Path.push_back(N);
  std::reverse(Path.begin(), Path.end());
  return Path;
}

Expected<RootPaths> RootPaths::search(const HeapGraph &G,
                                      const InboundReferences &Inbound,
                                      const EdgeFilter &Follow, Node Target,
                                      Node Only) {
  RootPaths P(G, Inbound, Follow);
  P.Only = Only;
  P.Threads = threadsOf(G);
  Expected<NumberArray> Next = NumberArray::make(
      G.starts().width(), G.size(), G.memory(), MemoryAccess::Random);
  if (!Next)
    return Next.takeError();
  P.Next = std::move(*Next);
  P.Next.set(Target, Target + 1);
  P.Queue.push_back(Target);
  return P;
}

bool RootPaths::isRoot(Node N) const {
  ArrayRef<Node> Roots = G->rootNodes();
  return std::binary_search(Roots.begin(), Roots.end(), N);
}

std::vector<Node> RootPaths::next() {
  while (At != Queue.size()) {
    if (At == LevelEnd) {
      std::stable_partition(Queue.begin() + long(At), Queue.end(), [&](Node N) {
        return !llvm::binary_search(Threads, N);
      });
      LevelEnd = Queue.size();
    }
    Node N = Queue[At++];
    bool IsTarget = At == 1, IsRoot = isRoot(N);
    if (!IsRoot || IsTarget)
      Inbound->forEach(N, [&](Node From) {
        if (!Next.get(From) && Follow->allows(From, N)) {
          Next.set(From, N + 1);
          Queue.push_back(From);
        }
        return true;
      });
    if (!IsRoot)
      continue;
    std::vector<Node> Path = {N};
    for (Node To = Next.get(N) - 1; To != Path.back(); To = Next.get(To) - 1)
      Path.push_back(To);
    if (N == Only)
      At = Queue.size();
    return Path;
  }
  return {};
}
