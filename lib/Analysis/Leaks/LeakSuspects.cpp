//===- LeakSuspects.cpp - Where a heap accumulates ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "LeakSignature.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {

class SuspectFinder {
public:
  SuspectFinder(const HeapGraph &G, const DominatorTree &T,
                const SuspectOptions &Options)
      : G(G), T(T), Options(Options) {}
  Expected<std::vector<LeakSuspect>> find();

private:
  using Sums = DenseMap<uint64_t, SuspectContent>; ///< By type.
  Error findPoints();
  void addPoint(Node N);
  StringRef fieldBefore(Node N);
  void joinPoints();
  std::vector<uint64_t> firstOfName() const;
  void findGroups();
  Error addLargest();
  LeakSuspect accumulationBelow(Node Member,
                                const DominatorChildren &Below) const;
  Error addChildren();
  Error addContents();
  Error addMetBefore();
  void chooseKind(LeakSuspect &S) const;
  bool isA(Node N, StringRef Class) const;
  std::vector<SuspectContent> largest(const Sums &Of) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const SuspectOptions &Options;
  std::optional<DominatorChildren> Large;
  DenseMap<Node, std::string> Fields; ///< Results of fieldBefore().
  std::vector<LeakSuspect> Suspects;
};

} // namespace

bool SuspectFinder::isA(Node N, StringRef Class) const {
  if (G.asClass(N) != NoClass)
    return false;
  // A cyclic chain of superclasses is damage.
  ClassNumber C = G.classNumber(N);
  for (size_t I = 0; C != NoClass && I != G.classes().size(); ++I) {
    if (G.classes()[C].Name == Class)
      return true;
    C = G.classes()[C].Super;
  }
  return false;
}

/// Finds the objects with Least bytes in themselves and in small children.
Error SuspectFinder::findPoints() {
  Expected<DominatorChildren> Made = DominatorChildren::of(G, T, Options.Least);
  if (!Made)
    return Made.takeError();
  Large.emplace(std::move(*Made));
  for (Node N = 0; N != G.size(); ++N) {
    if (T.retained(N) < Options.Least)
      continue;
    uint64_t Own = T.retained(N);
    for (Node Child : Large->of(N))
      Own -= T.retained(Child);
    if (Own >= Options.Least) {
      addPoint(N);
      Suspects.back().Own = Own;
    }
  }
  return Error::success();
}

/// The field by which the dominator of \p N holds it; empty when it is held in
/// another way. Valid until the next call.
StringRef SuspectFinder::fieldBefore(Node N) {
  Node Parent = T.parent(N);
  // Arrays have no fields, and may be so long that searching them for each
  // point takes too much time.
  if (!Options.Contents || Parent == NoNode ||
      G.heads()[G.types().get(Parent)] == HeapGraph::ArrayHead)
    return "";
  auto [It, IsNew] = Fields.try_emplace(N);
  if (!IsNew)
    return It->second;
  std::optional<ReferenceLabel> L = Options.Contents->labelOf(Parent, N);
  if (L && (L->Kind == LabelKind::Field || L->Kind == LabelKind::Static))
    It->second = Options.Contents->name(*L);
  return It->second;
}

/// Follows the path down to \p N and cuts out what lies between two objects of
/// one class; the remaining classes form the signature.
void SuspectFinder::addPoint(Node N) {
  struct Step {
    Node First;
    uint64_t Again; ///< Later objects of the class on the path.
  };
  std::vector<Node> Way;
  for (Node At = N; At != NoNode; At = T.parent(At))
    Way.push_back(At);
  std::reverse(Way.begin(), Way.end());
  std::vector<Step> Steps;
  DenseMap<uint64_t, size_t> StepOf; // By type.
  for (Node At : Way) {
    uint64_t Type = G.types().get(At);
    auto [It, IsNew] = StepOf.try_emplace(Type, Steps.size());
    if (IsNew) {
      Steps.push_back({At, 0});
      continue;
    }
    while (Steps.size() > It->second + 1) {
      StepOf.erase(G.types().get(Steps.back().First));
      Steps.pop_back();
    }
    ++Steps.back().Again;
  }
  LeakSuspect S;
  Node Point = Steps.back().First;
  S.Nested = Steps.back().Again;
  // A collection that only wraps another one is not recursive: nearly
  // everything is deeper, after a few steps, and not directly below.
  bool IsRun = Way.size() > 1 &&
               G.types().get(Way[Way.size() - 2]) == G.types().get(Way.back());
  if (S.Nested && S.Nested <= 8 && !IsRun &&
      T.retained(N) >= T.retained(Point) / 2) {
    Point = N;
    S.Nested = 0;
  }
  Way.resize(size_t(llvm::find(Way, Point) - Way.begin()) + 1);
  S.Way = std::move(Way);
  S.Points = {Point};
  S.Retained = T.retained(Point);
  std::vector<std::string> Names;
  for (const Step &St : Steps) {
    Names.push_back(fieldBefore(St.First).str());
    Names.push_back(typeName(G, G.types().get(St.First)));
  }
  S.Signature = leakSignature(Names);
  Suspects.push_back(std::move(S));
}

/// Merges suspects with the same signature.
void SuspectFinder::joinPoints() {
  // The largest of each signature comes first and absorbs the others.
  sort(Suspects, [](const LeakSuspect &A, const LeakSuspect &B) {
    return std::tuple(A.Signature, B.Retained, A.Points[0]) <
           std::tuple(B.Signature, A.Retained, B.Points[0]);
  });
  std::vector<LeakSuspect> Joined;
  DenseSet<Node> Points; // Points of the last suspect.
  for (LeakSuspect &S : Suspects) {
    if (Joined.empty() || Joined.back().Signature != S.Signature) {
      Points = {S.Points[0]};
      Joined.push_back(std::move(S));
      continue;
    }
    LeakSuspect &Into = Joined.back();
    Into.Nested = std::max(Into.Nested, S.Nested);
    Into.Own += S.Own;
    bool IsInside = false;
    for (Node At = S.Points[0]; At != NoNode && !IsInside; At = T.parent(At))
      IsInside = Points.contains(At);
    if (IsInside)
      continue;
    Points.insert(S.Points[0]);
    Into.Points.push_back(S.Points[0]);
    Into.Retained += S.Retained;
  }
  Suspects = std::move(Joined);
}

/// For each type, the first one with the same stable name, of any loader;
/// lambdas of one class share a name, and so do proxies.
std::vector<uint64_t> SuspectFinder::firstOfName() const {
  StringMap<uint64_t> Known;
  std::vector<uint64_t> First;
  for (uint64_t Type = 0; Type != 2 * G.classes().size(); ++Type)
    First.push_back(Known.try_emplace(stableClassName(typeName(G, Type)), Type)
                        .first->second);
  return First;
}

/// Finds groups: small objects of one class that nothing dominates.
void SuspectFinder::findGroups() {
  const std::vector<uint64_t> First = firstOfName();
  DenseMap<uint64_t, uint64_t> Bytes;
  auto ForEach = [&](auto &&F) {
    for (Node N = 0; N != G.size(); ++N)
      if (T.isReachable(N) && T.parent(N) == NoNode &&
          T.retained(N) < Options.Least)
        F(N, First[G.types().get(N)]);
  };
  ForEach([&](Node N, uint64_t Type) { Bytes[Type] += T.retained(N); });
  DenseMap<uint64_t, size_t> Position;
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
}

std::vector<SuspectContent> SuspectFinder::largest(const Sums &Of) const {
  std::vector<uint64_t> Types;
  for (const auto &[Type, Content] : Of)
    Types.push_back(Type);
  sort(Types);
  std::vector<SuspectContent> All;
  StringMap<size_t> Named;
  std::set<std::pair<size_t, uint64_t>> Loaders;
  for (uint64_t Type : Types) {
    const SuspectContent &Content = Of.find(Type)->second;
    size_t Classes = G.classes().size();
    uint64_t Loader = G.classes()[Type % Classes].Loader;
    auto [It, IsNew] =
        Named.try_emplace(stableClassName(typeName(G, Type)), All.size());
    bool IsLoader = Loaders.emplace(It->second, Loader).second;
    if (IsNew) {
      All.push_back(Content);
      All.back().Type = Type;
      continue;
    }
    SuspectContent &Into = All[It->second];
    Into.Objects += Content.Objects;
    Into.Bytes += Content.Bytes;
    Into.Example = std::min(Into.Example, Content.Example);
    Into.Loaders += IsLoader;
  }
  sort(All, [](const SuspectContent &A, const SuspectContent &B) {
    return std::pair(B.Bytes, A.Type) < std::pair(A.Bytes, B.Type);
  });
  if (All.size() > 5)
    All.resize(5);
  return All;
}

/// Where \p Member accumulates: follows the child that has at least half of the
/// bytes, as long as there is one.
LeakSuspect
SuspectFinder::accumulationBelow(Node Member,
                                 const DominatorChildren &Below) const {
  // A class that repeats this often is a list or a tree of several classes.
  constexpr unsigned MostOfType = 3;
  LeakSuspect S;
  DenseMap<uint64_t, std::pair<size_t, unsigned>> Met; // By type: step, count.
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

/// Adds the members of groups that retain most.
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
  // With small thresholds, listing all objects would be useless.
  Least = std::max(Least, (T.reachableBytes() >> 20) + 1);
  Expected<DominatorChildren> Below = DominatorChildren::of(G, T, Least);
  if (!Below)
    return Below.takeError();
  for (auto [S, Of] : zip(Suspects, Members))
    for (Node N : Of)
      S.Largest.push_back(accumulationBelow(N, *Below));
  return Error::success();
}

Error SuspectFinder::addChildren() {
  // For groups, the members that retain most have children.
  std::vector<LeakSuspect *> All;
  for (LeakSuspect &S : Suspects) {
    All.push_back(&S);
    for (LeakSuspect &Member : S.Largest)
      All.push_back(&Member);
  }
  DenseMap<Node, size_t> SuspectOf;
  // Most objects are below none, and a bit set shows this faster.
  Expected<NumberSet> IsPoint = NumberSet::make(G.size(), G.memory());
  if (!IsPoint)
    return IsPoint.takeError();
  for (auto [I, S] : enumerate(All))
    if (S->Kind != SuspectKind::Group && !S->Nested)
      for (Node N : S->Points) {
        SuspectOf[N] = I;
        IsPoint->insert(N);
      }
  std::vector<Sums> Of(All.size());
  for (Node N = 0; N != G.size(); ++N) {
    Node Parent = T.parent(N);
    if (Parent == NoNode || !IsPoint->contains(Parent) ||
        T.retained(N) >= Options.Least)
      continue;
    auto It = SuspectOf.find(Parent);
    SuspectContent &Content = Of[It->second][G.types().get(N)];
    if (!Content.Objects++)
      Content.Example = N;
    Content.Bytes += T.retained(N);
  }
  for (auto [S, Sum] : zip(All, Of))
    S->Children = largest(Sum);
  return Error::success();
}

Error SuspectFinder::addContents() {
  // Per object: the innermost suspect it belongs to, or its part, or one of
  // these.
  constexpr uint32_t Unknown = 0, Outside = 1, First = 2;
  Expected<BigArray<uint32_t>> Made =
      BigArray<uint32_t>::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  BigArray<uint32_t> In = std::move(*Made);
  // Points first: they determine the suspects that contain each suspect. Points
  // of one suspect can be in different ones; those in the same one form a part.
  for (auto [I, S] : enumerate(Suspects))
    for (Node N : S.Points)
      In[N] = First + uint32_t(I);
  using Numbers = std::vector<uint32_t>;
  std::map<Numbers, uint32_t> PartOf;
  std::vector<std::pair<Node, uint32_t>> PartAt;
  for (auto [I, S] : enumerate(Suspects)) {
    if (S.Kind == SuspectKind::Group) { // No suspect contains these.
      PartOf.try_emplace({uint32_t(I)}, PartOf.size());
      continue;
    }
    std::map<uint32_t, SuspectShare> Shares; // By suspect.
    for (Node N : S.Points) {
      Numbers Around = {uint32_t(I)};
      for (Node At = T.parent(N); At != NoNode; At = T.parent(At))
        if (In[At] >= First && !is_contained(Around, In[At] - First))
          Around.push_back(In[At] - First);
      if (Around.size() > 1) {
        SuspectShare &Share = Shares[Around[1]];
        Share.Suspect = Around[1];
        ++Share.Points;
        Share.Bytes += T.retained(N);
      }
      auto Known = PartOf.try_emplace(std::move(Around), PartOf.size());
      PartAt.emplace_back(N, Known.first->second);
    }
    for (const auto &[Outer, Share] : Shares)
      S.PartOf.push_back(Share);
  }
  for (auto [N, Part] : PartAt)
    In[N] = First + Part;
  for (auto [I, S] : enumerate(Suspects))
    if (S.Kind == SuspectKind::Group)
      for (Node N : S.Points)
        In[N] = First + PartOf.at({uint32_t(I)});
  // First by part, then including the contents of others.
  std::vector<Sums> Inner(PartOf.size()), Of(Suspects.size());
  std::vector<Node> Way;
  for (Node N = 0; N != G.size(); ++N) {
    if (!T.isReachable(N))
      continue;
    Node At = N;
    while (At != NoNode && In[At] == Unknown) {
      Way.push_back(At);
      At = T.parent(At);
    }
    uint32_t Where = At == NoNode ? Outside : In[At];
    for (; !Way.empty(); Way.pop_back())
      In[Way.back()] = Where;
    if (In[N] < First)
      continue;
    SuspectContent &Content = Inner[In[N] - First][G.types().get(N)];
    if (!Content.Objects++)
      Content.Example = N;
    Content.Bytes += G.shallow(N);
  }
  for (const auto &[Around, Part] : PartOf)
    for (uint32_t Outer : Around)
      for (const auto &[Type, Inside] : Inner[Part]) {
        SuspectContent &Content = Of[Outer][Type];
        Content.Objects += Inside.Objects;
        Content.Bytes += Inside.Bytes;
        Content.Example = std::min(Content.Example, Inside.Example);
      }
  for (auto [S, Sum] : zip(Suspects, Of))
    S.Contents = largest(Sum);
  return Error::success();
}

/// Adds what groups have in common on all paths to them.
Error SuspectFinder::addMetBefore() {
  if (none_of(Suspects, [](const LeakSuspect &S) {
        return S.Kind == SuspectKind::Group;
      }))
    return Error::success();
  NodeGroups Classes = NodeGroups::of(G, GroupBy::Class);
  RetainedOptions Retaining;
  Retaining.Ignored = Options.Ignored;
  Retaining.KeepUnreachable = Options.KeepUnreachable;
  Expected<RetainedSets> Sets = RetainedSets::compute(G, Classes, Retaining);
  if (!Sets)
    return Sets.takeError();
  for (LeakSuspect &S : Suspects) {
    if (S.Kind != SuspectKind::Group)
      continue;
    DenseMap<uint32_t, uint64_t> Bytes;
    for (Node N : S.Points)
      for (uint32_t Class : Sets->groupsBefore(N))
        Bytes[Class] += T.retained(N);
    // Sorted by retained size: the outermost first.
    for (const RetainedSet &Set : Sets->sets())
      if (Bytes.lookup(Set.Group) >= S.Retained / 100 * 95)
        S.MetBefore.push_back(Set.Group);
  }
  return Error::success();
}

void SuspectFinder::chooseKind(LeakSuspect &S) const {
  for (size_t I = S.Way.size(); I--;) {
    S.Holder = I;
    if (G.asClass(S.Way[I]) != NoClass)
      S.Kind = SuspectKind::Class;
    else if (isA(S.Way[I], "java.lang.Thread"))
      S.Kind = SuspectKind::Thread;
    else if (isA(S.Way[I], "java.lang.ClassLoader"))
      S.Kind = SuspectKind::Loader;
    if (S.Kind != SuspectKind::Object)
      return;
  }
}

Expected<std::vector<LeakSuspect>> SuspectFinder::find() {
  if (Error E = findPoints())
    return E;
  joinPoints();
  for (LeakSuspect &S : Suspects)
    chooseKind(S);
  findGroups();
  sort(Suspects, [](const LeakSuspect &A, const LeakSuspect &B) {
    return std::tuple(B.Retained, A.Signature) <
           std::tuple(A.Retained, B.Signature);
  });
  if (Suspects.empty())
    return std::vector<LeakSuspect>();
  if (Error E = addLargest())
    return E;
  if (Error E = addChildren())
    return E;
  if (Error E = addContents())
    return E;
  if (Error E = addMetBefore())
    return E;
  auto BytesOf = [&](ArrayRef<Node> Of) {
    std::vector<uint64_t> Bytes;
    for (Node N : Of)
      Bytes.push_back(T.retained(N));
    return Bytes;
  };
  auto AddBytes = [&](LeakSuspect &S) {
    S.PointBytes = BytesOf(S.Points);
    S.WayBytes = BytesOf(S.Way);
  };
  for (LeakSuspect &S : Suspects) {
    AddBytes(S);
    for_each(S.Largest, AddBytes);
    stable_sort(S.PartOf, [](const SuspectShare &A, const SuspectShare &B) {
      return A.Bytes > B.Bytes;
    });
  }
  return Suspects;
}

uint64_t hprof::shareOf(uint64_t Whole, double Percent) {
  return std::max<uint64_t>(uint64_t(double(Whole) * Percent / 100), 1);
}

Expected<std::vector<LeakSuspect>>
hprof::findLeakSuspects(const HeapGraph &G, const DominatorTree &T,
                        const SuspectOptions &Options) {
  return SuspectFinder(G, T, Options).find();
}
