//===- RetainedSets.cpp - What groups of objects keep alive ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "NumberSets.h"
#include "UnreachableRoots.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

using Group = NodeGroups::Number;

/// The value of an object is a set of groups, by number.
class SetLattice {
public:
  using Value = uint32_t;
  static constexpr Value Top = UINT32_MAX; ///< Not reached yet.
  static constexpr Value Bottom = NumberSets::Empty;

  SetLattice(uint64_t MaxMembers, Group Groups)
      : Sets(MaxMembers), Last(Groups) {}
  Value with(Value V, Group G) {
    // Queries for a group mostly repeat the last one.
    Known &K = Last[G];
    if (K.Of != V)
      K = {V, Sets.with(V, G)};
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
  std::vector<Known> Last;
};

/// The same for 64 groups starting at First, one bit each.
class BitLattice {
public:
  using Value = uint64_t;
  static constexpr Value Top = UINT64_MAX;
  static constexpr Value Bottom = 0;

  Value with(Value V, Group G) const {
    Group Bit = G - First;
    return Bit < 64 ? V | Value(1) << Bit : V;
  }
  Value meet(Value A, Value B) const { return A & B; }
  bool isFull() const { return false; }

  Group First = 0;
};

} // namespace

namespace hprof {

/// Positions count from 1 in postorder of a depth-first search. Descending,
/// most objects come after everything that refers to them.
template <class T> class RetainedSetsBuilder {
public:
  RetainedSetsBuilder(const HeapGraph &G, const RetainedOptions &Options)
      : G(G), Options(Options) {}
  /// Call once, before the others.
  Error findOrder();
  Expected<RetainedSets> build(const NodeGroups &Groups);

private:
  using Entry = HeapGraph::Entry<T>;
  static constexpr T Open = T(-1);
  struct Step {
    T N, Next;
  };
  Error allocate();
  void enter(Node N);
  void search(Node Root);
  void addUnreachableRoots();
  template <class L>
  bool flow(const NodeGroups &Groups, L &Lattice,
            BigArray<typename L::Value> &Before);
  template <class L>
  bool flowFirst(const NodeGroups &Groups, L &Lattice,
                 BigArray<typename L::Value> &Before);
  Error countBySets(const NodeGroups &Groups, RetainedSets &Result,
                    bool &IsDone);
  Error countByBits(const NodeGroups &Groups, RetainedSets &Result);
  static void nameGroups(const NodeGroups &Groups, RetainedSets &Result);
  void markDirty(T At) {
    Dirty.insert(At);
    From = std::max(From, At);
    Until = std::min(Until, At);
  }
  void tell(uint64_t Done) const {
    if (Options.OnProgress)
      Options.OnProgress("finding retained sets", Done, Count);
  }

  const HeapGraph &G;
  const RetainedOptions &Options;
  std::vector<Node> Roots;
  BigArray<T> Order;    ///< Node by position.
  BigArray<T> Position; ///< Position by node; 0 when not reached.
  NumberSet Dirty;      ///< Positions whose references must be followed.
  /// The range of dirty positions not below the sweep, downwards.
  T From = 0, Until = T(-1);
  T Count = 0;
  std::vector<Step> Stack;
};

template <class T> Error RetainedSetsBuilder<T>::allocate() {
  for (auto [Array, Size] :
       {std::pair(&Order, G.size() + 1), std::pair(&Position, G.size())}) {
    Expected<BigArray<T>> Made = BigArray<T>::make(Size, G.memory());
    if (!Made)
      return Made.takeError();
    *Array = std::move(*Made);
  }
  Expected<NumberSet> Set = NumberSet::make(G.size() + 1, G.memory());
  if (!Set)
    return Set.takeError();
  Dirty = std::move(*Set);
  return Error::success();
}

template <class T> void RetainedSetsBuilder<T>::enter(Node N) {
  do {
    Position[N] = Open;
    Stack.push_back({T(N), G.firstEntry<T>(N, Options.Ignored)});
    N = G.classNodes()[G.types().get(N)];
  } while (N != NoNode && !Position[N]);
}

template <class T> void RetainedSetsBuilder<T>::search(Node Root) {
  if (Position[Root])
    return;
  const T *Entries = G.entries().as<T>();
  enter(Root);
  while (!Stack.empty()) {
    Step &Last = Stack.back();
    Node Into = NoNode;
    while (Last.Next != Entry::None && Into == NoNode) {
      T E = Entries[Last.Next];
      Last.Next = Entry::isLast(E) ? Entry::None : Last.Next + 1;
      if (!Position[Entry::value(E)])
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
  T Reached = Count;
  makeUnreachableRoots<T>(
      G, [&](Node N) { return Position[N] != 0; }, [&](Node N) { search(N); },
      [&] {
        for (; Count != Reached; --Count)
          Position[Order[Count]] = 0;
      },
      [&](Node N) {
        Roots.push_back(N);
        search(N);
      });
}

/// The first sweep of flow(): covers all positions, so that positions below
/// need no marks. At each position, the object from which the search entered it
/// has been processed.
template <class T>
template <class L>
bool RetainedSetsBuilder<T>::flowFirst(const NodeGroups &Groups, L &Lattice,
                                       BigArray<typename L::Value> &Before) {
  using Value = typename L::Value;
  for (T P = Count; P; --P) {
    Node N = Order[P];
    Value Out = Lattice.with(Before[N], Groups.groupOf(N));
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
    if (P % (1 << 20) == 0)
      tell(Count - P);
    if (Lattice.isFull())
      return false;
  }
  return true;
}

/// Lowers \p Before, a value per node, to the greatest solution.
/// \return false when the lattice became full.
template <class T>
template <class L>
bool RetainedSetsBuilder<T>::flow(const NodeGroups &Groups, L &Lattice,
                                  BigArray<typename L::Value> &Before) {
  using Value = typename L::Value;
  tell(0);
  for (Node N = 0; N != G.size(); ++N)
    Before[N] = L::Top;
  for (Node N : Roots)
    Before[N] = L::Bottom;
  From = 0, Until = T(-1);
  if (!flowFirst(Groups, Lattice, Before))
    return false;
  while (From) {
    T Lowest = Until, P = From;
    From = 0, Until = T(-1);
    for (; P >= Lowest && P; --P) {
      if (!Dirty.contains(P))
        continue;
      Dirty.erase(P);
      Node N = Order[P];
      Value Out = Lattice.with(Before[N], Groups.groupOf(N));
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

/// Starts counting from zero.
template <class T>
void RetainedSetsBuilder<T>::nameGroups(const NodeGroups &Groups,
                                        RetainedSets &Result) {
  Result.Sets.assign(Groups.size(), RetainedSet());
  for (Group I = 0; I != Groups.size(); ++I)
    Result.Sets[I].Group = I;
}

template <class T>
Error RetainedSetsBuilder<T>::countBySets(const NodeGroups &Groups,
                                          RetainedSets &Result, bool &IsDone) {
  Expected<BigArray<uint32_t>> Before =
      BigArray<uint32_t>::make(G.size(), G.memory());
  if (!Before)
    return Before.takeError();
  SetLattice Lattice(Options.MaxSetMembers, Groups.size());
  IsDone = flow(Groups, Lattice, *Before);
  if (!IsDone)
    return Error::success();
  // Results are equal for all objects with the same set.
  std::vector<std::pair<uint64_t, uint64_t>> Sums;
  for (Node N = 0; N != G.size(); ++N) {
    if (!Position[N]) {
      (*Before)[N] = RetainedSets::NoSet;
      continue;
    }
    Group Own = Groups.groupOf(N);
    uint32_t Set = Lattice.with((*Before)[N], Own);
    if (Set >= Sums.size())
      Sums.resize(Lattice.Sets.size());
    uint64_t Bytes = G.shallow(N);
    ++Sums[Set].first;
    Sums[Set].second += Bytes;
    ++Result.Sets[Own].Objects;
    Result.Sets[Own].Shallow += Bytes;
  }
  IsDone = !Lattice.isFull();
  if (!IsDone) {
    nameGroups(Groups, Result);
    return Error::success();
  }
  for (uint32_t Set = 0; Set != Sums.size(); ++Set)
    for (Group I : Lattice.Sets.members(Set)) {
      Result.Sets[I].RetainedObjects += Sums[Set].first;
      Result.Sets[I].Retained += Sums[Set].second;
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
  BitLattice Lattice;
  for (; Lattice.First < Groups.size(); Lattice.First += 64) {
    flow(Groups, Lattice, *Before);
    auto Sets = MutableArrayRef(Result.Sets).drop_front(Lattice.First);
    for (Node N = 0; N != G.size(); ++N) {
      if (!Position[N])
        continue;
      uint64_t Bytes = G.shallow(N);
      Group Own = Groups.groupOf(N);
      if (!Lattice.First) {
        ++Result.Sets[Own].Objects;
        Result.Sets[Own].Shallow += Bytes;
      }
      for (uint64_t Bits = Lattice.with((*Before)[N], Own); Bits;
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

template <class T>
Expected<RetainedSets> RetainedSetsBuilder<T>::build(const NodeGroups &Groups) {
  RetainedSets Result;
  nameGroups(Groups, Result);
  bool IsDone = false;
  if (Error E = countBySets(Groups, Result, IsDone))
    return E;
  if (!IsDone) {
    // Discard the marks that nobody read.
    Expected<NumberSet> Clean = NumberSet::make(G.size() + 1, G.memory());
    if (!Clean)
      return Clean.takeError();
    Dirty = std::move(*Clean);
    if (Error E = countByBits(Groups, Result))
      return E;
  }
  erase_if(Result.Sets, [](const RetainedSet &S) { return !S.Objects; });
  sort(Result.Sets, [&](const RetainedSet &A, const RetainedSet &B) {
    if (A.Retained != B.Retained)
      return A.Retained > B.Retained;
    return std::tuple(StringRef(Groups.name(A.Group)), Groups.id(A.Group),
                      A.Group) < std::tuple(StringRef(Groups.name(B.Group)),
                                            Groups.id(B.Group), B.Group);
  });
  return Result;
}

} // namespace hprof

Expected<RetainedSets> RetainedSets::compute(const HeapGraph &G,
                                             const NodeGroups &Groups,
                                             const RetainedOptions &Options) {
  return G.withWidth([&](auto Zero) -> Expected<RetainedSets> {
    RetainedSetsBuilder<decltype(Zero)> Builder(G, Options);
    if (Error E = Builder.findOrder())
      return E;
    return Builder.build(Groups);
  });
}

Expected<std::vector<RetainedSets>>
RetainedSets::computeAll(const HeapGraph &G, ArrayRef<NodeGroups> Ways,
                         const RetainedOptions &Options) {
  return G.withWidth([&](auto Zero) -> Expected<std::vector<RetainedSets>> {
    RetainedSetsBuilder<decltype(Zero)> Builder(G, Options);
    if (Error E = Builder.findOrder())
      return E;
    std::vector<RetainedSets> All;
    for (const NodeGroups &Groups : Ways) {
      Expected<RetainedSets> Sets = Builder.build(Groups);
      if (!Sets)
        return Sets.takeError();
      All.push_back(fromSets(std::move(Sets->Sets)));
    }
    return All;
  });
}

ArrayRef<Group> RetainedSets::groupsBefore(Node N) const {
  if (Before.empty() || Before[N] == NoSet)
    return {};
  uint64_t Begin = SetBegins[Before[N]], End = SetBegins[Before[N] + 1];
  return ArrayRef(SetMembers).slice(Begin, End - Begin);
}
