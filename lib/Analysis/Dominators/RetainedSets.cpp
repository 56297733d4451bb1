//===- RetainedSets.cpp - Retained sets of groups -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "JoinedGroups.h"
#include "NumberSets.h"
#include "UnreachableRoots.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

using Group = NodeGroups::Number;

/// Lattice whose values are set numbers of sets of groups.
class SetLattice {
public:
  using Value = uint32_t;
  static constexpr Value Top = UINT32_MAX; ///< Not reached yet.
  static constexpr Value Bottom = NumberSets::Empty;

  SetLattice(uint64_t MaxMembers, const JoinedGroups &Groups)
      : Sets(MaxMembers), Groups(Groups), Last(Groups.lists()) {}
  Value with(Value V, Node N) {
    // Most queries for a list repeat the previous query.
    const Group List = Groups.listOf(N);
    Known &K = Last[List];
    if (K.Of != V)
      K = {V, Sets.with(V, List, Groups.list(List))};
    return K.Result;
  }
  Value meet(Value A, Value B) { return Sets.meet(A, B); }
  bool isFull() const { return Sets.isFull(); }

  NumberSets Sets;

private:
  struct Known {
    Value Of = Top;
    Value Result = Bottom;
  };
  const JoinedGroups &Groups;
  std::vector<Known> Last; ///< By list.
};

/// Lattice for 64 groups starting at First, with one bit per group.
class BitLattice {
public:
  using Value = uint64_t;
  static constexpr Value Top = UINT64_MAX;
  static constexpr Value Bottom = 0;

  explicit BitLattice(const NodeGroups &Groups) : Groups(Groups) {}
  Value with(Value V, Node N) const {
    Group Bit = Groups.groupOf(N) - First;
    return Bit < 64 ? V | Value(1) << Bit : V;
  }
  Value meet(Value A, Value B) const { return A & B; }
  bool isFull() const { return false; }

  Group First = 0;

private:
  const NodeGroups &Groups;
};

} // namespace

namespace hprof {

/// Positions count from 1 in postorder of a depth-first search. In descending
/// order, most objects come after all their referrers.
template <class T> class RetainedSetsBuilder {
public:
  RetainedSetsBuilder(const HeapGraph &G, const RetainedOptions &Options)
      : G(G), Options(Options) {}
  /// Call once, before the other functions.
  Error findOrder();
  Expected<std::vector<RetainedSets>> build(ArrayRef<NodeGroups> Ways);

private:
  using Entry = HeapGraph::Entry<T>;
  struct Step {
    T N, Next;
  };
  Error allocate();
  void fetchTargets(T At) const;
  void enter(Node N);
  void search(Node Root);
  void addUnreachableRoots();
  template <class L> bool flow(L &Lattice, BigArray<typename L::Value> &Before);
  template <class L>
  bool flowFirst(L &Lattice, BigArray<typename L::Value> &Before);
  Error countBySets(const JoinedGroups &Groups, RetainedSets &Result,
                    bool &IsDone);
  Error countByBits(const NodeGroups &Groups, RetainedSets &Result);
  Error forgetMarks();
  static RetainedSets finish(const NodeGroups &Groups, RetainedSets Sets);
  void markDirty(T At) {
    Dirty.insert(At);
    From = std::max(From, At);
    Until = std::min(Until, At);
  }
  /// Reports progress. Returns false if the computation should stop.
  bool tell(uint64_t Done) {
    if (Options.OnProgress)
      Options.OnProgress("finding retained sets", Done, Count);
    IsEnded = IsEnded || (Options.ShouldEnd && Options.ShouldEnd());
    return !IsEnded;
  }
  Error checkEnd() const {
    return IsEnded ? errorCodeToError(
                         std::make_error_code(std::errc::operation_canceled))
                   : Error::success();
  }

  const HeapGraph &G;
  const RetainedOptions &Options;
  std::vector<Node> Roots;
  BigArray<T> Order;    ///< Node by position.
  BigArray<T> Position; ///< Position by node; 0 if not reached.
  NumberSet Reached;    ///< Nodes, including those without a position yet.
  NumberSet Dirty;      ///< Positions whose references must be followed.
  /// Range of dirty positions for the next sweep, which goes downwards.
  T From = 0, Until = T(-1);
  T Count = 0;
  std::vector<Step> Stack;
  bool IsEnded = false; ///< See RetainedOptions::ShouldEnd.
};

template <class T> Error RetainedSetsBuilder<T>::allocate() {
  for (auto [Array, Size] :
       {std::pair(&Order, G.size() + 1), std::pair(&Position, G.size())}) {
    Expected<BigArray<T>> Made = BigArray<T>::make(Size, G.memory());
    if (!Made)
      return Made.takeError();
    *Array = std::move(*Made);
  }
  for (NumberSet *Set : {&Dirty, &Reached}) {
    Expected<NumberSet> Made = NumberSet::make(G.size() + 1, G.memory());
    if (!Made)
      return Made.takeError();
    *Set = std::move(*Made);
  }
  return Error::success();
}

/// Prefetches data for the first few entries of a list.
template <class T> void RetainedSetsBuilder<T>::fetchTargets(T At) const {
  if (G.starts().isPacked())
    return;
  const T *Entries = G.entries().as<T>(), *Starts = G.starts().as<T>();
  for (T End = At + 6; At != End; ++At) {
    const T E = Entries[At];
    LLVM_PREFETCH(Starts + Entry::value(E), 0, 3);
    if (Entry::isLast(E))
      return;
  }
}

template <class T> void RetainedSetsBuilder<T>::enter(Node N) {
  do {
    const T First = G.firstEntry<T>(N, Options.Ignored);
    Stack.push_back({T(N), First});
    if (First != Entry::None)
      fetchTargets(First);
    N = G.classNodes()[G.types().get(N)];
  } while (N != NoNode && Reached.insert(N));
}

template <class T> void RetainedSetsBuilder<T>::search(Node Root) {
  if (!Reached.insert(Root))
    return;
  const T *Entries = G.entries().as<T>();
  enter(Root);
  while (!Stack.empty()) {
    Step &Last = Stack.back();
    Node Into = NoNode;
    while (Last.Next != Entry::None && Into == NoNode) {
      T E = Entries[Last.Next];
      Last.Next = Entry::isLast(E) ? Entry::None : Last.Next + 1;
      if (Reached.insert(Entry::value(E)))
        Into = Entry::value(E);
    }
    if (Into != NoNode) {
      enter(Into);
      continue;
    }
    Position[Last.N] = ++Count;
    Order[Count] = Last.N;
    Stack.pop_back();
  }
}

template <class T> void RetainedSetsBuilder<T>::addUnreachableRoots() {
  const T Before = Count;
  makeUnreachableRoots<T>(
      G, [&](Node N) { return Reached.contains(N); },
      [&](Node N) { search(N); },
      [&] {
        for (; Count != Before; --Count) {
          Position[Order[Count]] = 0;
          Reached.erase(Order[Count]);
        }
      },
      [&](Node N) {
        Roots.push_back(N);
        search(N);
      });
}

/// The first sweep of flow() visits all positions, so positions below the
/// current one need not be marked. At each position, the object from which the
/// search reached it has already been processed.
template <class T>
template <class L>
bool RetainedSetsBuilder<T>::flowFirst(L &Lattice,
                                       BigArray<typename L::Value> &Before) {
  using Value = typename L::Value;
  for (T P = Count; P; --P) {
    Node N = Order[P];
    Value Out = Lattice.with(Before[N], N);
    G.forEachReference(
        N,
        [&](Node To) {
          Value &In = Before[To];
          if (In == L::Bottom || In == Out)
            return;
          if (In == L::Top) {
            In = Out;
            return;
          }
          Value New = Lattice.meet(In, Out);
          if (New == In)
            return;
          In = New;
          if (T At = Position[To]; At >= P)
            markDirty(At);
        },
        Options.Ignored);
    if ((P % (1 << 20) == 0 && !tell(Count - P)) || Lattice.isFull())
      return false;
  }
  return true;
}

/// Lowers \p Before, which contains a value per node, to the greatest solution.
/// \return false if the lattice became full or the computation should stop.
template <class T>
template <class L>
bool RetainedSetsBuilder<T>::flow(L &Lattice,
                                  BigArray<typename L::Value> &Before) {
  using Value = typename L::Value;
  if (!tell(0))
    return false;
  for (Node N = 0; N != G.size(); ++N)
    Before[N] = L::Top;
  for (Node N : Roots)
    Before[N] = L::Bottom;
  From = 0, Until = T(-1);
  if (!flowFirst(Lattice, Before))
    return false;
  while (From) {
    T Lowest = Until, P = From;
    From = 0, Until = T(-1);
    for (; (P = T(Dirty.lastUpTo(P, Lowest))) && P >= Lowest; --P) {
      Dirty.erase(P);
      Node N = Order[P];
      Value Out = Lattice.with(Before[N], N);
      G.forEachReference(
          N,
          [&](Node To) {
            Value &In = Before[To];
            if (In == L::Bottom || In == Out)
              return;
            Value New = Lattice.meet(In, Out);
            if (New == In)
              return;
            In = New;
            T At = Position[To];
            if (At >= P)
              return markDirty(At);
            Dirty.insert(At);
            Lowest = std::min(Lowest, At);
          },
          Options.Ignored);
      if (Lattice.isFull())
        return false;
    }
  }
  return true;
}

/// Computes the retained sizes of groups, but stops if there are too many sets.
template <class T>
Error RetainedSetsBuilder<T>::countBySets(const JoinedGroups &Groups,
                                          RetainedSets &Result, bool &IsDone) {
  Expected<BigArray<uint32_t>> Before =
      BigArray<uint32_t>::make(G.size(), G.memory());
  if (!Before)
    return Before.takeError();
  SetLattice Lattice(Options.MaxSetMembers, Groups);
  IsDone = flow(Lattice, *Before);
  if (!IsDone)
    return checkEnd();
  // All objects with the same set have the same result.
  struct Sum {
    uint64_t Objects = 0, Bytes = 0;
  };
  std::vector<Sum> Retained, Own(Groups.lists());
  for (Node N = 0; N != G.size(); ++N) {
    if (!Position[N]) {
      (*Before)[N] = RetainedSets::NoSet;
      continue;
    }
    uint32_t Set = Lattice.with((*Before)[N], N);
    if (Set >= Retained.size())
      Retained.resize(Lattice.Sets.size());
    uint64_t Bytes = G.shallow(N);
    for (Sum *S : {&Retained[Set], &Own[Groups.listOf(N)]}) {
      ++S->Objects;
      S->Bytes += Bytes;
    }
  }
  IsDone = !Lattice.isFull();
  if (!IsDone)
    return Error::success();
  Result.Sets.resize(Groups.size());
  for (auto [List, S] : enumerate(Own))
    for (Group I : Groups.list(Group(List))) {
      Result.Sets[I].Objects += S.Objects;
      Result.Sets[I].Shallow += S.Bytes;
    }
  for (auto [Set, S] : enumerate(Retained))
    for (Group I : Lattice.Sets.members(uint32_t(Set))) {
      Result.Sets[I].RetainedObjects += S.Objects;
      Result.Sets[I].Retained += S.Bytes;
    }
  Result.Before = std::move(*Before);
  Result.SetBegins = Lattice.Sets.takeBegins();
  Result.SetMembers = Lattice.Sets.takeMembers();
  return Error::success();
}

template <class T>
Error RetainedSetsBuilder<T>::countByBits(const NodeGroups &Groups,
                                          RetainedSets &Result) {
  Expected<BigArray<uint64_t>> Before =
      BigArray<uint64_t>::make(G.size(), G.memory());
  if (!Before)
    return Before.takeError();
  Result.Sets.resize(Groups.size());
  BitLattice Lattice(Groups);
  for (; Lattice.First < Groups.size(); Lattice.First += 64) {
    if (!flow(Lattice, *Before))
      return checkEnd();
    auto Sets = MutableArrayRef(Result.Sets).drop_front(Lattice.First);
    for (Node N = 0; N != G.size(); ++N) {
      if (!Position[N])
        continue;
      uint64_t Bytes = G.shallow(N);
      if (!Lattice.First) {
        RetainedSet &Own = Result.Sets[Groups.groupOf(N)];
        ++Own.Objects;
        Own.Shallow += Bytes;
      }
      for (uint64_t Bits = Lattice.with((*Before)[N], N); Bits;
           Bits &= Bits - 1) {
        RetainedSet &Set = Sets[size_t(countr_zero(Bits))];
        ++Set.RetainedObjects;
        Set.Retained += Bytes;
      }
    }
  }
  return Error::success();
}

template <class T> Error RetainedSetsBuilder<T>::findOrder() {
  if (Error E = allocate())
    return E;
  Roots = G.rootNodes();
  for (Node N : G.rootNodes())
    search(N);
  if (Options.KeepUnreachable)
    addUnreachableRoots();
  Stack = {};
  return Error::success();
}

/// Discards dirty marks that were not processed.
template <class T> Error RetainedSetsBuilder<T>::forgetMarks() {
  Expected<NumberSet> Clean = NumberSet::make(G.size() + 1, G.memory());
  if (!Clean)
    return Clean.takeError();
  Dirty = std::move(*Clean);
  return Error::success();
}

/// Sorts \p Sets, which are ordered by group number.
template <class T>
RetainedSets RetainedSetsBuilder<T>::finish(const NodeGroups &Groups,
                                            RetainedSets Sets) {
  for (auto [I, Set] : enumerate(Sets.Sets))
    Set.Group = Group(I);
  erase_if(Sets.Sets, [](const RetainedSet &S) { return !S.Objects; });
  sort(Sets.Sets, [&](const RetainedSet &A, const RetainedSet &B) {
    if (A.Retained != B.Retained)
      return A.Retained > B.Retained;
    return std::tuple(StringRef(Groups.name(A.Group)), Groups.id(A.Group),
                      A.Group) < std::tuple(StringRef(Groups.name(B.Group)),
                                            Groups.id(B.Group), B.Group);
  });
  return Sets;
}

/// Computes all groupings at once, or one by one if there are too many sets.
template <class T>
Expected<std::vector<RetainedSets>>
RetainedSetsBuilder<T>::build(ArrayRef<NodeGroups> Ways) {
  const JoinedGroups Joined(G, Ways);
  std::vector<RetainedSets> All;
  RetainedSets Result;
  bool IsDone = false;
  if (Error E = countBySets(Joined, Result, IsDone))
    return E;
  if (IsDone && Ways.size() == 1) {
    All.push_back(finish(Ways[0], std::move(Result)));
    return All;
  }
  if (!IsDone)
    if (Error E = forgetMarks())
      return E;
  for (auto [I, Way] : enumerate(Ways)) {
    RetainedSets One;
    if (IsDone) {
      for (Group Of = 0; Of != Way.size(); ++Of)
        One.Sets.push_back(Result.Sets[Joined.joined(I, Of)]);
    } else if (Ways.size() == 1) {
      if (Error E = countByBits(Way, One))
        return E;
    } else {
      Expected<std::vector<RetainedSets>> Alone = build(Way);
      if (!Alone)
        return Alone.takeError();
      All.push_back(RetainedSets::fromSets(std::move(Alone->front().Sets)));
      continue;
    }
    All.push_back(finish(Way, std::move(One)));
  }
  return All;
}

} // namespace hprof

Expected<RetainedSets> RetainedSets::compute(const HeapGraph &G,
                                             const NodeGroups &Groups,
                                             const RetainedOptions &Options) {
  Expected<std::vector<RetainedSets>> Sets = computeAll(G, Groups, Options);
  if (!Sets)
    return Sets.takeError();
  return std::move(Sets->front());
}

Expected<std::vector<RetainedSets>>
RetainedSets::computeAll(const HeapGraph &G, ArrayRef<NodeGroups> Ways,
                         const RetainedOptions &Options) {
  return G.withWidth([&](auto Zero) -> Expected<std::vector<RetainedSets>> {
    RetainedSetsBuilder<decltype(Zero)> Builder(G, Options);
    if (Error E = Builder.findOrder())
      return E;
    return Builder.build(Ways);
  });
}

ArrayRef<Group> RetainedSets::groupsBefore(Node N) const {
  if (Before.empty() || Before[N] == NoSet)
    return {};
  uint64_t Begin = SetBegins[Before[N]], End = SetBegins[Before[N] + 1];
  return ArrayRef(SetMembers).slice(Begin, End - Begin);
}
