//===- DominatorChildren.cpp - The dominator tree, top down ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Orders by descending retained size.
struct RetainsMore {
  const DominatorTree &T;
  bool operator()(Node A, Node B) const {
    return std::pair(T.retained(B), A) < std::pair(T.retained(A), B);
  }
};

/// Returns the bytes required for a node number plus two more values.
unsigned numberWidth(const HeapGraph &G) {
  return G.size() < UINT32_MAX - 2 ? 4 : 8;
}

} // namespace

Expected<DominatorChildren> DominatorChildren::of(const HeapGraph &G,
                                                  const DominatorTree &T,
                                                  uint64_t Least) {
  DominatorChildren C(G, T);
  // An array with an element per object pays off only with many children.
  uint64_t MostFew = G.size() / 64 + 1000;
  for (Node N = 0; N != G.size(); ++N)
    if (T.retained(N) >= Least && T.isReachable(N)) {
      C.Few.push_back({C.slot(T.parent(N)), N});
      if (C.Few.size() > MostFew) {
        C.Few = {};
        if (Error E = C.list(Least))
          return E;
        return C;
      }
    }
  RetainsMore Before{T};
  sort(C.Few, [&](const Edge &A, const Edge &B) {
    return A.Slot != B.Slot ? A.Slot < B.Slot : Before(A.Child, B.Child);
  });
  return C;
}

/// Builds the lists for many objects, using an array indexed by parent.
Error DominatorChildren::list(uint64_t Least) {
  auto ForEach = [&](auto &&F) {
    for (Node N = 0; N != G.size(); ++N)
      if (T.retained(N) >= Least && T.isReachable(N))
        F(N, slot(T.parent(N)));
  };
  unsigned Width = numberWidth(G);
  Expected<NumberArray> MadeBegins =
      NumberArray::make(Width, G.size() + 2, G.memory());
  if (!MadeBegins)
    return MadeBegins.takeError();
  Begins = std::move(*MadeBegins);
  ForEach([&](Node, uint64_t Slot) { Begins.set(Slot, Begins.get(Slot) + 1); });
  uint64_t Sum = 0;
  for (uint64_t Slot = 0; Slot != G.size() + 2; ++Slot) {
    Sum += Begins.get(Slot);
    Begins.set(Slot, Sum);
  }
  Expected<NumberArray> MadeNodes = NumberArray::make(Width, Sum, G.memory());
  if (!MadeNodes)
    return MadeNodes.takeError();
  Nodes = std::move(*MadeNodes);
  ForEach([&](Node N, uint64_t Slot) {
    uint64_t At = Begins.get(Slot) - 1;
    Begins.set(Slot, At);
    Nodes.set(At, N);
  });
  std::vector<Node> Sorted;
  for (uint64_t Slot = 0; Slot <= G.size(); ++Slot) {
    uint64_t Begin = Begins.get(Slot), End = Begins.get(Slot + 1);
    if (End - Begin < 2)
      continue;
    Sorted.clear();
    for (uint64_t I = Begin; I != End; ++I)
      Sorted.push_back(Nodes.get(I));
    sort(Sorted, RetainsMore{T});
    for (auto [I, N] : enumerate(Sorted))
      Nodes.set(Begin + I, N);
  }
  return Error::success();
}

std::pair<uint64_t, uint64_t> DominatorChildren::range(Node N) const {
  uint64_t Slot = slot(N);
  if (!Begins.bytes().empty())
    return {Begins.get(Slot), Begins.get(Slot + 1)};
  const Edge *Begin = partition_point(
      ArrayRef(Few), [&](const Edge &E) { return E.Slot < Slot; });
  const Edge *End = Begin;
  while (End != Few.data() + Few.size() && End->Slot == Slot)
    ++End;
  return {Begin - Few.data(), End - Few.data()};
}

DominatorChildren::List DominatorChildren::of(Node N) const {
  List Children;
  for (auto [I, End] = range(N); I != End; ++I)
    Children.push_back(child(I));
  return Children;
}

Node DominatorChildren::nextInChain(Node N, uint64_t Type) const {
  auto [Begin, End] = range(N);
  if (Begin != End) {
    Node Child = child(Begin);
    return End - Begin == 1 && G.types().get(Child) == Type ? Child : NoNode;
  }
  Node Found = NoNode;
  bool IsOnly = true;
  G.forEachReference(N, [&](Node To) {
    if (To == Found || !T.isReachable(To) || T.parent(To) != N ||
        G.types().get(To) != Type)
      return;
    IsOnly &= Found == NoNode;
    Found = To;
  });
  return IsOnly ? Found : NoNode;
}

DominatorChildren::Chain DominatorChildren::chainFrom(Node N) const {
  constexpr unsigned MaxPeriod = 6, LeastRepetitions = 3;
  // Types of the first objects of the chain, for comparison with later objects.
  SmallVector<uint64_t, MaxPeriod> Types;
  Node At = N;
  for (unsigned I = 0; I != MaxPeriod && At != NoNode; ++I) {
    Types.push_back(G.types().get(At));
    At = onlyChild(At);
  }
  for (unsigned Period = 1; Period <= Types.size(); ++Period) {
    Chain C{Period, 1, G.shallow(N), N};
    for (;;) {
      Node Next = nextInChain(C.Last, Types[C.Objects % Period]);
      if (Next == NoNode)
        break;
      C.Last = Next;
      ++C.Objects;
      C.Shallow += G.shallow(Next);
    }
    if (C.Objects >= uint64_t(LeastRepetitions) * Period)
      return C;
  }
  return Chain{0, 1, G.shallow(N), N};
}

Error hprof::countSmaller(const HeapGraph &G, const DominatorTree &T,
                          MutableArrayRef<SmallerChildren> All) {
  // Indexed by object: 1 + the index in All of the entry whose chain contains
  // the object, or 0. Only pages that are written use memory.
  Expected<NumberArray> Owners =
      NumberArray::make(4, G.size() + 1, G.memory(), MemoryAccess::Random);
  if (!Owners)
    return Owners.takeError();
  auto Slot = [&](Node N) { return N == NoNode ? G.size() : N; };
  for (auto [I, Of] : enumerate(All)) {
    Of.Objects = Of.Type = Of.OfType = 0;
    for (Node N = Of.Last;; N = T.parent(N)) {
      Owners->set(Slot(N), I + 1);
      if (N == Of.First)
        break;
    }
  }
  struct Sum {
    uint64_t Objects = 0, Bytes = 0;
  };
  std::vector<DenseMap<TypeNumber, Sum>> ByType(All.size());
  RetainsMore Before{T};
  for (Node N = 0; N != G.size(); ++N) {
    if (!T.isReachable(N))
      continue;
    Node Parent = T.parent(N);
    uint64_t Owner = Owners->get(Slot(Parent));
    if (!Owner || Owners->get(N) == Owner)
      continue;
    SmallerChildren &Of = All[Owner - 1];
    if (Parent == Of.Last && Of.LastShown != NoNode && !Before(Of.LastShown, N))
      continue;
    ++Of.Objects;
    Sum &S = ByType[Owner - 1][G.types().get(N)];
    ++S.Objects;
    S.Bytes += T.retained(N);
  }
  for (auto [Of, Types] : zip(All, ByType)) {
    Sum Most;
    for (const auto &[Type, S] : Types)
      if (std::tuple(S.Bytes, S.Objects, Of.Type) >
          std::tuple(Most.Bytes, Most.Objects, Type)) {
        Most = S;
        Of.Type = Type;
        Of.OfType = S.Objects;
      }
  }
  return Error::success();
}

TopObjects hprof::topObjects(const HeapGraph &G, const DominatorTree &T,
                             uint64_t Count) {
  TopObjects Found;
  std::vector<Node> &Top = Found.Largest;
  RetainsMore Before{T};
  const NumberArray &Parents = T.columns().Parents;
  const uint64_t None = T.columns().top();
  for (Node N = 0, End = G.size(); N != End; ++N) {
    if (Parents.get(N) != None)
      continue;
    ++Found.InAll;
    Top.push_back(N);
    // Keep at most twice as many as requested.
    if (Count < End && Top.size() >= 2 * Count + 1024) {
      std::nth_element(Top.begin(), Top.begin() + long(Count), Top.end(),
                       Before);
      Top.resize(Count);
    }
  }
  sort(Top, Before);
  if (Top.size() > Count)
    Top.resize(Count);
  return Found;
}

Expected<std::vector<BigDrop>> hprof::findBigDrops(const HeapGraph &G,
                                                   const DominatorTree &T,
                                                   uint64_t Least) {
  // Indexed by object: 1 + the largest child, or 0.
  Expected<NumberArray> Largest =
      NumberArray::make(numberWidth(G), G.size(), G.memory());
  if (!Largest)
    return Largest.takeError();
  for (Node N = 0; N != G.size(); ++N) {
    Node Parent = T.parent(N);
    if (Parent == NoNode)
      continue;
    uint64_t Known = Largest->get(Parent);
    if (!Known || T.retained(N) > T.retained(Known - 1))
      Largest->set(Parent, N + 1);
  }
  std::vector<BigDrop> Drops;
  for (Node N = 0; N != G.size(); ++N) {
    if (T.retained(N) < Least)
      continue;
    Node Child = Largest->get(N) - 1;
    uint64_t Drop = T.retained(N) - (Child == NoNode ? 0 : T.retained(Child));
    if (Drop >= Least)
      Drops.push_back({N, Child, Drop});
  }
  sort(Drops, [](const BigDrop &A, const BigDrop &B) {
    return std::pair(B.Drop, A.Object) < std::pair(A.Drop, B.Object);
  });
  return Drops;
}
