//===- DominatorClasses.cpp - The dominator tree by class -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

std::string hprof::typeName(const HeapGraph &G, uint64_t Type) {
  size_t Count = G.classes().size();
  return Type < Count ? G.classes()[Type].Name
                      : "class " + G.classes()[Type - Count].Name;
}

Expected<DominatorClasses> DominatorClasses::of(const HeapGraph &G,
                                                const DominatorTree &T,
                                                ArrayRef<Node> Below,
                                                unsigned MaxDepth) {
  // Indexed by object: the object's group, or one of these constants.
  constexpr Number Unknown = 0, Outside = UINT32_MAX;
  Expected<BigArray<Number>> Made =
      BigArray<Number>::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  BigArray<Number> GroupOf = std::move(*Made);
  DominatorClasses Result;
  Result.Groups.emplace_back();
  DenseMap<std::pair<Number, uint32_t>, Number> Known;
  auto Find = [&](Number Parent, uint32_t Type) -> Number {
    const Group &Above = Result.Groups[Parent];
    if (Parent && (Above.Type == Type || Above.Depth >= MaxDepth))
      return Parent;
    Number New = Number(Result.Groups.size());
    auto [It, IsNew] = Known.try_emplace({Parent, Type}, New);
    if (IsNew) {
      uint32_t Depth = Above.Depth + 1;
      Result.Groups.push_back({Parent, Type, Depth});
    }
    return It->second;
  };
  // The outermost objects in Below form the top level.
  NumberSet IsTop;
  if (!Below.empty()) {
    Expected<NumberSet> Set = NumberSet::make(G.size(), G.memory());
    if (!Set)
      return Set.takeError();
    IsTop = std::move(*Set);
    for (Node N : Below)
      IsTop.insert(N);
  }
  std::vector<Node> Way;
  for (Node N = 0; N != G.size(); ++N) {
    if (!T.isReachable(N))
      continue;
    Node At = N;
    while (At != NoNode && GroupOf[At] == Unknown) {
      Way.push_back(At);
      At = T.parent(At);
    }
    Number In = At != NoNode ? GroupOf[At] : Below.empty() ? 0 : Outside;
    for (; !Way.empty(); Way.pop_back()) {
      At = Way.back();
      if (In == Outside && IsTop.contains(At))
        In = 0;
      if (In != Outside)
        In = Find(In, uint32_t(G.types().get(At)));
      GroupOf[At] = In;
    }
    if (In == Outside)
      continue;
    Group &Of = Result.Groups[In];
    if (!Of.Objects++)
      Of.Example = N;
    Of.Shallow += G.shallow(N);
  }
  Result.sum();
  Result.order(G);
  return Result;
}

std::optional<DominatorClasses>
DominatorClasses::fromGroups(const HeapGraph &G, std::vector<Group> Groups) {
  for (size_t N = 0; N != Groups.size(); ++N) {
    const Group &Of = Groups[N];
    if (N ? Of.Parent >= N || Of.Example >= G.size() ||
                Of.Type >= G.heads().size()
          : Of.Parent != 0)
      return std::nullopt;
  }
  if (Groups.empty() || Groups.size() > std::numeric_limits<Number>::max())
    return std::nullopt;
  DominatorClasses Result;
  Result.Groups = std::move(Groups);
  Result.order(G);
  return Result;
}

void DominatorClasses::sum() {
  for (Number N = Number(Groups.size()); N--;) {
    Groups[N].Retained += Groups[N].Shallow;
    if (N)
      Groups[Groups[N].Parent].Retained += Groups[N].Retained;
  }
}

void DominatorClasses::order(const HeapGraph &G) {
  Begins.resize(Groups.size() + 1);
  for (const Group &Of : drop_begin(Groups))
    ++Begins[Of.Parent];
  uint64_t Sum = 0;
  for (uint64_t &Begin : Begins)
    Begin = Sum += Begin;
  Children.resize(Sum);
  for (Number N = Number(Groups.size()); --N;)
    Children[--Begins[Groups[N].Parent]] = N;
  for (size_t N = 0; N != Groups.size(); ++N)
    std::sort(Children.begin() + long(Begins[N]),
              Children.begin() + long(Begins[N + 1]), [&](Number A, Number B) {
                const Group &InA = Groups[A], &InB = Groups[B];
                if (InA.Retained != InB.Retained)
                  return InA.Retained > InB.Retained;
                return std::pair(typeName(G, InA.Type), InA.Example) <
                       std::pair(typeName(G, InB.Type), InB.Example);
              });
}
