//===- SuspectGroups.cpp - Groups without a common dominator --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeakSignature.h"
#include "SuspectFinder.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

/// Returns, for each type, the first type with the same stable name from any
/// loader. Lambda classes of one class share a name, and so do proxy classes.
const std::vector<uint64_t> &SuspectFinder::firstOfName() const {
  StringMap<uint64_t> Known;
  std::vector<uint64_t> &First = Shared.FirstOfName;
  if (!First.empty())
    return First;
  for (uint64_t Type = 0; Type != 2 * G.classes().size(); ++Type)
    First.push_back(Known.try_emplace(stableClassName(typeName(G, Type)), Type)
                        .first->second);
  return First;
}

/// Removes from a group the members that only share its class: those much
/// smaller than the members with nearly all of the bytes.
void SuspectFinder::dropSmall(LeakSuspect &S) const {
  constexpr uint64_t MuchSmaller = 16, NearlyAll = 100;
  std::vector<uint64_t> Sizes;
  Sizes.reserve(S.Points.size());
  for (Node N : S.Points)
    Sizes.push_back(T.retained(N));
  sort(Sizes, std::greater<>());
  uint64_t Bytes = 0;
  auto Last = find_if(Sizes, [&](uint64_t Size) {
    return (Bytes += Size) >= S.Retained - S.Retained / NearlyAll;
  });
  const uint64_t Least = *Last / MuchSmaller;
  uint64_t Dropped = 0;
  for (uint64_t Size : Sizes)
    Dropped += Size < Least ? Size : 0;
  if (S.Retained - Dropped < Options.Least)
    return;
  erase_if(S.Points, [&](Node N) { return T.retained(N) < Least; });
  S.Retained = S.Own = S.Retained - Dropped;
}

/// Finds groups: small objects of one class without any dominator.
void SuspectFinder::findGroups() {
  const std::vector<uint64_t> &First = firstOfName();
  DenseMap<TypeNumber, uint64_t> Bytes;
  auto ForEach = [&](auto &&F) {
    for (Node N = 0; N != G.size(); ++N)
      if (T.isReachable(N) && T.parent(N) == NoNode &&
          T.retained(N) < Options.Least)
        F(N, First[G.types().get(N)]);
  };
  ForEach([&](Node N, uint64_t Type) { Bytes[Type] += T.retained(N); });
  DenseMap<TypeNumber, size_t> Position;
  for (auto [Type, Sum] : Bytes) {
    if (Sum < Options.Least)
      continue;
    Position[Type] = Suspects.size();
    LeakSuspect &S = Suspects.emplace_back();
    S.Kind = SuspectKind::Group;
    S.Retained = S.Own = Sum;
    std::string Names[] = {"many", typeName(G, Type)};
    S.Signature = leakSignature(Names);
  }
  if (Position.empty())
    return;
  ForEach([&](Node N, uint64_t Type) {
    if (auto It = Position.find(Type); It != Position.end())
      Suspects[It->second].Points.push_back(N);
  });
  for (const auto &Item : Position)
    dropSmall(Suspects[Item.second]);
}

/// Finds the accumulation point in \p Member: follows the child that has at
/// least half of the bytes, as long as there is one.
LeakSuspect
SuspectFinder::accumulationBelow(Node Member,
                                 const DominatorChildren &Below) const {
  // A class this frequent on the path is in a list or tree of several classes.
  constexpr unsigned MostOfType = 3;
  LeakSuspect S;
  DenseMap<TypeNumber, std::pair<size_t, unsigned>>
      Met; // By type: the step and the number of occurrences.
  for (Node At = Member;;) {
    uint64_t Type = G.types().get(At);
    auto &[First, Times] = Met.try_emplace(Type, S.Way.size(), 0).first->second;
    bool IsRun = !S.Way.empty() && G.types().get(S.Way.back()) == Type;
    if (IsRun || ++Times == MostOfType) {
      S.Way.resize(First + 1);
      S.Nested = 1;
      break;
    }
    S.Way.push_back(At);
    DominatorChildren::List Children = Below.of(At);
    if (Children.empty() || T.retained(Children[0]) < T.retained(At) / 2)
      break;
    At = Children[0];
  }
  S.Points = {S.Way.back()};
  S.Retained = S.Own = T.retained(S.Way.back());
  chooseKind(S);
  return S;
}

/// Adds the members with the largest retained sizes to groups.
Error SuspectFinder::addLargest() {
  constexpr size_t Most = 3;
  std::vector<std::vector<Node>> Members(Suspects.size());
  uint64_t Least = UINT64_MAX;
  for (auto [S, Of] : zip(Suspects, Members)) {
    if (S.Kind != SuspectKind::Group)
      continue;
    Of.resize(std::min(Most, S.Points.size()));
    std::partial_sort_copy(S.Points.begin(), S.Points.end(), Of.begin(),
                           Of.end(), [&](Node A, Node B) {
                             return std::pair(T.retained(B), A) <
                                    std::pair(T.retained(A), B);
                           });
    Least = std::min(Least, T.retained(Of.back()) / 4);
  }
  if (Least == UINT64_MAX)
    return Error::success();
  // With a small threshold, listing all objects would not be useful.
  Least = std::max(Least, (T.reachableBytes() >> 20) + 1);
  Expected<DominatorChildren> Below = DominatorChildren::of(G, T, Least);
  if (!Below)
    return Below.takeError();
  for (auto [S, Of] : zip(Suspects, Members))
    for (Node N : Of)
      S.Largest.push_back(accumulationBelow(N, *Below));
  return Error::success();
}
