//===- LeakSuspects.cpp - Where a heap accumulates ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "ClassRoles.h"
#include "HolderCounts.h"
#include "LeakSignature.h"
#include "OwnerSearch.h"
#include "SizeLimits.h"
#include "SuspectContents.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {

/// What several searches have in common.
struct SharedFacts {
  std::optional<ClassRoles> Roles;
  std::vector<uint64_t> FirstOfName;
};

class SuspectFinder {
public:
  SuspectFinder(const HeapGraph &G, const DominatorTree &T,
                const SuspectOptions &Options, SharedFacts &Shared)
      : G(G), T(T), Options(Options), Shared(Shared) {}
  /// Finds nothing if all are among \p Known, unless that is null.
  Expected<std::vector<LeakSuspect>>
  find(const std::vector<LeakSuspect> *Known = nullptr);

private:
  Error findPoints();
  void addPoint(Node N);
  StringRef fieldBefore(Node N);
  void joinPoints();
  const std::vector<uint64_t> &firstOfName() const;
  void dropSmall(LeakSuspect &S) const;
  void findGroups();
  Error addLargest();
  LeakSuspect accumulationBelow(Node Member,
                                const DominatorChildren &Below) const;
  Error addChildren();
  void raisePoints(const OwnerSearch &Owners);
  Error addOwnersAndLimits(OwnerSearch &Owners, const ClassRoles &Roles,
                           ArrayRef<std::vector<Node>> Locals);
  void rank(const ClassRoles &Roles);
  void chooseKind(LeakSuspect &S) const;
  bool isA(Node N, StringRef Class) const;
  bool refersTo(Node From, Node To) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const SuspectOptions &Options;
  SharedFacts &Shared;
  std::optional<DominatorChildren> Large;
  DenseMap<Node, std::string> Fields; ///< Results of fieldBefore().
  /// By point: the steps down to where memory accumulates in a collection.
  DenseMap<Node, std::vector<Node>> Below;
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

bool SuspectFinder::refersTo(Node From, Node To) const {
  bool Refers = false;
  G.forEachReference(From, [&](Node N) { Refers |= N == To; });
  return Refers;
}

/// Follows the path down to \p N and cuts out what lies between two objects of
/// one class; the remaining classes form the signature.
void SuspectFinder::addPoint(Node N) {
  struct Step {
    Node First;
    uint64_t Again; ///< Later objects of the class on the path.
    /// The types of what was cut out. What follows of them is cut out, too: a
    /// list may consist of objects of several classes in turn.
    SmallVector<uint64_t, 4> CutOut = {};
  };
  std::vector<Node> Way;
  for (Node At = N; At != NoNode; At = T.parent(At))
    Way.push_back(At);
  std::reverse(Way.begin(), Way.end());
  std::vector<Step> Steps;
  DenseMap<TypeNumber, size_t> StepOf; // By type.
  bool IsInLoader = false;
  for (Node At : Way) {
    uint64_t Type = G.types().get(At);
    // What classes hold is no part of a list around them, such as that of their
    // loader. If several hold it, it is directly below that.
    if (G.asClass(At) != NoClass ||
        (IsInLoader && !refersTo(T.parent(At), At))) {
      StepOf.clear();
      IsInLoader = false;
    }
    IsInLoader |= isA(At, "java.lang.ClassLoader");
    if (!Steps.empty() && is_contained(Steps.back().CutOut, Type))
      continue;
    auto [It, IsNew] = StepOf.try_emplace(Type, Steps.size());
    if (IsNew) {
      Steps.push_back({At, 0});
      continue;
    }
    Step &Into = Steps[It->second];
    while (Steps.size() > It->second + 1) {
      uint64_t Cut = G.types().get(Steps.back().First);
      Into.CutOut.push_back(Cut);
      append_range(Into.CutOut, Steps.back().CutOut);
      StepOf.erase(Cut);
      Steps.pop_back();
    }
    ++Into.Again;
  }
  LeakSuspect S;
  Node Point = Steps.back().First;
  S.Nested = Steps.back().Again;
  S.LinkTypes.assign(Steps.back().CutOut.begin(), Steps.back().CutOut.end());
  // A collection in another one is no list, and neither is a table of arrays.
  // If nearly all is in the inner one, that is where memory accumulates.
  bool IsRun =
      Way.size() > 1 &&
      G.types().get(Way[Way.size() - 2]) == G.types().get(Way.back()) &&
      G.heads()[G.types().get(N)] != HeapGraph::ArrayHead;
  if (S.Nested && S.Nested <= 8 && !IsRun) {
    if (T.retained(N) >= T.retained(Point) / 2)
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
    append_range(Into.LinkTypes, S.LinkTypes);
    bool IsInside = false;
    for (Node At = S.Points[0]; At != NoNode && !IsInside; At = T.parent(At))
      IsInside = Points.contains(At);
    // What is below a point is counted there, or by a suspect in between.
    if (IsInside)
      continue;
    Into.Own += S.Own;
    Points.insert(S.Points[0]);
    Into.Points.push_back(S.Points[0]);
    Into.Retained += S.Retained;
  }
  Suspects = std::move(Joined);
}

/// For each type, the first one with the same stable name, of any loader;
/// lambdas of one class share a name, and so do proxies.
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

/// Leaves out of a group what only has its class in common: members that are
/// much smaller than those with nearly all of the bytes.
void SuspectFinder::dropSmall(LeakSuspect &S) const {
  constexpr uint64_t MuchSmaller = 16, NearlyAll = 100;
  std::vector<uint64_t> Sizes;
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

/// Finds groups: small objects of one class that nothing dominates.
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

/// Where \p Member accumulates: follows the child that has at least half of the
/// bytes, as long as there is one.
LeakSuspect
SuspectFinder::accumulationBelow(Node Member,
                                 const DominatorChildren &Below) const {
  // A class that repeats this often is a list or a tree of several classes.
  constexpr unsigned MostOfType = 3;
  LeakSuspect S;
  DenseMap<TypeNumber, std::pair<size_t, unsigned>>
      Met; // By type: step, count.
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
  std::vector<ContentSums> Of(All.size());
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
    S->Children = largestContents(G, Sum);
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

/// Moves points up to the collections that are owned, and joins those in the
/// same one.
void SuspectFinder::raisePoints(const OwnerSearch &Owners) {
  DenseMap<Node, size_t> ByPoint; // Suspects with one point.
  for (auto [I, S] : enumerate(Suspects)) {
    Owners.addOwnersOnWay(S);
    std::vector<Node> CutOff = Owners.raisePoint(S);
    if (!CutOff.empty())
      Below.try_emplace(S.Points[0], std::move(CutOff));
    if (S.Points.size() == 1)
      ByPoint.try_emplace(S.Points[0], I);
  }
  // The other suspect whose point is what the owner of this one holds.
  auto around = [&](size_t I) -> LeakSuspect * {
    const LeakSuspect &S = Suspects[I];
    Node Owned = S.Points.size() == 1 ? S.Points[0] : S.Owner.Owned;
    if (Owned == NoNode)
      return nullptr;
    auto It = ByPoint.find(Owned);
    return It == ByPoint.end() || It->second == I ? nullptr
                                                  : &Suspects[It->second];
  };
  std::vector<LeakSuspect> Raised;
  for (size_t I = 0; I != Suspects.size(); ++I)
    if (LeakSuspect *Around = around(I))
      Around->Own += Suspects[I].Own;
  for (size_t I = 0; I != Suspects.size(); ++I)
    if (!around(I))
      Raised.push_back(std::move(Suspects[I]));
  Suspects = std::move(Raised);
}

/// \p Locals is from addContents().
Error SuspectFinder::addOwnersAndLimits(OwnerSearch &Owners,
                                        const ClassRoles &Roles,
                                        ArrayRef<std::vector<Node>> Locals) {
  std::optional<SizeLimits> Limits;
  if (!Options.ForComparison)
    Limits.emplace(G, T, Roles, *Options.Contents);
  for (auto [S, Entries] : zip(Suspects, Locals)) {
    // These take a search backwards from each of many members.
    if (Options.ForComparison && S.Kind == SuspectKind::Group)
      continue;
    if (Error E = Owners.addOwners(S, Entries))
      return E;
    if (Limits)
      Limits->addLimit(S, Below.lookup(S.Points[0]));
  }
  return Error::success();
}

/// Puts the likeliest leak first. What seems to have a limit comes after what
/// is at least a third as large, and not after anything smaller: the limit may
/// be a coincidence.
void SuspectFinder::rank(const ClassRoles &Roles) {
  constexpr uint64_t Doubt = 3;
  auto Weight = [](const LeakSuspect &S) {
    return S.Limit.Kind == LimitKind::None ? S.Own : S.Own / Doubt;
  };
  auto IsLast = [&](const LeakSuspect &S) {
    // The platform holds something in any heap, but rarely most of it.
    auto IsPlatform = [](ClassRole R) { return R == ClassRole::Platform; };
    bool IsOwned = S.Owner && IsPlatform(Roles.of(S.Owner.Object)) &&
                   !S.Program && !S.Local;
    bool IsMade = !S.Elements.empty() &&
                  Roles.ofType(S.Elements[0].Type) <= ClassRole::Platform;
    return IsOwned && IsMade && S.Retained < T.reachableBytes() / 2;
  };
  // The weight and the position.
  std::vector<std::tuple<bool, uint64_t, size_t>> Order;
  for (auto [I, S] : enumerate(Suspects))
    Order.emplace_back(IsLast(S), UINT64_MAX - Weight(S), I);
  sort(Order);
  std::vector<uint64_t> Now(Suspects.size());
  std::vector<LeakSuspect> Ranked;
  for (auto [Last, Weighed, I] : Order) {
    Now[I] = Ranked.size();
    Ranked.push_back(std::move(Suspects[I]));
  }
  for (LeakSuspect &S : Ranked)
    for (SuspectShare &Share : S.PartOf)
      Share.Suspect = Now[Share.Suspect];
  Suspects = std::move(Ranked);
}

Expected<std::vector<LeakSuspect>>
SuspectFinder::find(const std::vector<LeakSuspect> *Known) {
  if (Error E = findPoints())
    return E;
  joinPoints();
  for (LeakSuspect &S : Suspects)
    chooseKind(S);
  if (!Shared.Roles)
    Shared.Roles.emplace(G, T, Options.Program);
  const ClassRoles &Roles = *Shared.Roles;
  std::optional<OwnerSearch> Owners;
  if (Options.Contents)
    raisePoints(Owners.emplace(G, T, Roles, Options));
  findGroups();
  sort(Suspects, [](const LeakSuspect &A, const LeakSuspect &B) {
    return std::tuple(B.Retained, A.Signature) <
           std::tuple(A.Retained, B.Signature);
  });
  auto IsKnown = [&](const LeakSuspect &S) {
    return any_of(*Known, [&](const LeakSuspect &Other) {
      return Other.Signature == S.Signature;
    });
  };
  if (Suspects.empty() || (Known && all_of(Suspects, IsKnown)))
    return std::vector<LeakSuspect>();
  if (!Options.ForComparison)
    if (Error E = addLargest())
      return E;
  if (Error E = addChildren())
    return E;
  Expected<std::vector<std::vector<Node>>> Locals =
      addContents(G, T, Roles, firstOfName(), Options.ForComparison, Suspects);
  if (!Locals)
    return Locals.takeError();
  if (Owners)
    if (Error E = addOwnersAndLimits(*Owners, Roles, *Locals))
      return E;
  if (Options.ForComparison)
    return std::move(Suspects);
  for (LeakSuspect &S : Suspects)
    countHolders(G, T, S);
  rank(Roles);
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
  SharedFacts Shared;
  return SuspectFinder(G, T, Options, Shared).find();
}

Expected<ComparedSuspects> hprof::findComparedSuspects(const HeapGraph &G,
                                                       const DominatorTree &T,
                                                       SuspectOptions Options,
                                                       NeedsSmaller Needs) {
  Options.ForComparison = true;
  SharedFacts Shared;
  Expected<std::vector<LeakSuspect>> Suspects =
      SuspectFinder(G, T, Options, Shared).find();
  if (!Suspects)
    return Suspects.takeError();
  if (!Needs(*Suspects))
    return ComparedSuspects{std::move(*Suspects), {}};
  Options.Least = std::max<uint64_t>(Options.Least / 2, 1);
  Expected<std::vector<LeakSuspect>> Smaller =
      SuspectFinder(G, T, Options, Shared).find(&*Suspects);
  if (!Smaller)
    return Smaller.takeError();
  return ComparedSuspects{std::move(*Suspects), std::move(*Smaller)};
}
