//===- LeakSuspects.cpp - Where memory accumulates ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "HolderCounts.h"
#include "LeakSignature.h"
#include "OwnerSearch.h"
#include "SizeLimits.h"
#include "SuspectContents.h"
#include "SuspectFinder.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

bool SuspectFinder::isA(Node N, StringRef Class) const {
  if (G.asClass(N) != NoClass)
    return false;
  // A damaged dump may contain a cyclic chain of superclasses.
  ClassNumber C = G.classNumber(N);
  for (size_t I = 0; C != NoClass && I != G.classes().size(); ++I) {
    if (G.classes()[C].Name == Class)
      return true;
    C = G.classes()[C].Super;
  }
  return false;
}

/// Finds objects with at least Least bytes of their own and in small children.
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

/// Returns the field through which the dominator of \p N holds \p N; empty if
/// \p N is held in another way. Valid until the next call.
StringRef SuspectFinder::fieldBefore(Node N) {
  Node Parent = T.parent(N);
  // Arrays have no fields, and may be so long that searching an array for each
  // point would take too much time.
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

/// Adds a suspect for \p N. Follows the path down to \p N and removes the steps
/// between two objects of the same class; the classes of the remaining steps
/// form the signature.
void SuspectFinder::addPoint(Node N) {
  struct Step {
    Node First;
    uint64_t Again; ///< Number of later objects of this class on the path.
    /// Types of removed steps. Later steps of these types are also removed,
    /// because a list may consist of objects of several alternating classes.
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
    // Objects held by classes are not part of a list that contains the classes,
    // as in a loader. This also applies to objects directly below the loader
    // that several of its classes hold.
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
  // A collection in another one is not a list, nor is a table of arrays. If the
  // inner object retains at least half of the bytes, it is the point.
  bool IsRun =
      Way.size() > 1 &&
      G.types().get(Way[Way.size() - 2]) == G.types().get(Way.back()) &&
      G.heads()[G.types().get(N)] != HeapGraph::ArrayHead;
  if (S.Nested && S.Nested <= 8 && !IsRun) {
    const bool IsInner = T.retained(N) >= T.retained(Point) / 2;
    if (IsInner)
      Point = N;
    if (IsInner || Shared.Roles->of(Point) < ClassRole::Library)
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
  // The largest suspect with each signature comes first and absorbs the others.
  sort(Suspects, [](const LeakSuspect &A, const LeakSuspect &B) {
    return std::tuple(A.Signature, B.Retained, A.Points[0]) <
           std::tuple(B.Signature, A.Retained, B.Points[0]);
  });
  std::vector<LeakSuspect> Joined;
  DenseSet<Node> Points; // Accumulation points of the last suspect in Joined.
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
    // Objects below a point are counted there, or by a suspect in between.
    if (IsInside)
      continue;
    Into.Own += S.Own;
    Points.insert(S.Points[0]);
    Into.Points.push_back(S.Points[0]);
    Into.Retained += S.Retained;
  }
  Suspects = std::move(Joined);
}

Error SuspectFinder::addChildren() {
  // In groups, the members that retain the most have children.
  std::vector<LeakSuspect *> All;
  for (LeakSuspect &S : Suspects) {
    All.push_back(&S);
    for (LeakSuspect &Member : S.Largest)
      All.push_back(&Member);
  }
  DenseMap<Node, size_t> SuspectOf;
  // Most objects are not below any point; a bit set shows this faster.
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

/// Whether the only accumulation point of \p S is between the nodes of \p Tree.
bool SuspectFinder::isPartOf(const LeakSuspect &S,
                             const LeakSuspect &Tree) const {
  if (S.Points.size() != 1 || Tree.Nested < 2)
    return false;
  const uint64_t Type = G.types().get(Tree.Points[0]);
  return all_of(ArrayRef(S.Way).drop_front(Tree.Way.size()), [&](Node N) {
    const uint64_t Of = G.types().get(N);
    return Of == Type || is_contained(Tree.LinkTypes, Of);
  });
}

/// Moves accumulation points up to collections that owners hold, and merges
/// points in the same collection.
void SuspectFinder::raisePoints(const OwnerSearch &Owners) {
  DenseMap<Node, size_t> ByPoint; // Only suspects with a single point.
  for (auto [I, S] : enumerate(Suspects)) {
    Owners.addOwnersOnWay(S);
    std::vector<Node> CutOff = Owners.raisePoint(S);
    if (!CutOff.empty())
      Below.try_emplace(S.Points[0], std::move(CutOff));
    if (S.Points.size() == 1)
      ByPoint.try_emplace(S.Points[0], I);
  }
  // Returns another suspect whose point is a tree that contains this suspect,
  // or the object that its owner holds.
  auto Enclosing = [&](size_t I) -> LeakSuspect * {
    const LeakSuspect &S = Suspects[I];
    for (Node At : reverse(S.Way)) {
      auto It = ByPoint.find(At);
      if (It != ByPoint.end() && It->second != I)
        if (LeakSuspect &Tree = Suspects[It->second]; isPartOf(S, Tree))
          return &Tree;
    }
    Node Owned = S.Points.size() == 1 ? S.Points[0] : S.Owner.Owned;
    if (Owned == NoNode)
      return nullptr;
    auto It = ByPoint.find(Owned);
    return It == ByPoint.end() || It->second == I ? nullptr
                                                  : &Suspects[It->second];
  };
  std::vector<LeakSuspect *> Around;
  for (size_t I = 0; I != Suspects.size(); ++I)
    Around.push_back(Enclosing(I));
  std::vector<LeakSuspect> Raised;
  for (auto [S, By] : zip(Suspects, Around))
    if (By)
      By->Own += S.Own;
  for (auto [S, By] : zip(Suspects, Around))
    if (!By)
      Raised.push_back(std::move(S));
  Suspects = std::move(Raised);
}

/// \p Locals is the result of addContents().
Error SuspectFinder::addOwnersAndLimits(OwnerSearch &Owners,
                                        const ClassRoles &Roles,
                                        ArrayRef<std::vector<Node>> Locals) {
  std::optional<SizeLimits> Limits;
  if (!Options.ForComparison)
    Limits.emplace(G, T, Roles, *Options.Contents);
  for (auto [S, Entries] : zip(Suspects, Locals)) {
    // Owners of a group require a backward search from each of many members.
    if (Options.ForComparison && S.Kind == SuspectKind::Group)
      continue;
    if (Error E = Owners.addOwners(S, Entries))
      return E;
    if (Limits)
      Limits->addLimit(S, Below.lookup(S.Points[0]));
  }
  return Error::success();
}

/// Sorts the likeliest leak first. A suspect that seems to be limited follows
/// suspects at least a third as large, but precedes smaller ones, because the
/// limit may be a coincidence.
void SuspectFinder::rank(const ClassRoles &Roles) {
  constexpr uint64_t Doubt = 3, Many = 16;
  auto Weight = [](const LeakSuspect &S) {
    // The limit of a map in access order is unknown.
    if (S.Limit.Kind == LimitKind::Eviction && !S.Limit.Most)
      return S.Own / Doubt * 2;
    // The VM clears soft references before memory is exhausted.
    if (S.Limit.Kind != LimitKind::None || S.SoftBytes >= S.Retained / 2)
      return S.Own / Doubt;
    // Instances of one class from many loaders are rarely intended.
    const bool IsOfMany = !S.Elements.empty() && S.Elements[0].Loaders >= Many;
    return IsOfMany ? S.Own * 2 : S.Own;
  };
  auto IsLast = [&](const LeakSuspect &S) {
    // The platform holds some memory in any heap, but rarely most of it.
    auto IsPlatform = [](ClassRole R) { return R == ClassRole::Platform; };
    bool IsOwned = S.Owner && IsPlatform(Roles.of(S.Owner.Object)) &&
                   !S.Program && !S.Local;
    bool IsMade = !S.Elements.empty() &&
                  Roles.ofType(S.Elements[0].Type) <= ClassRole::Platform;
    return IsOwned && IsMade && S.Retained < T.reachableBytes() / 2;
  };
  // For each suspect: whether it is sorted last, its weight and its position.
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
  if (!Shared.Roles)
    Shared.Roles.emplace(G, T, Options.Program);
  if (Error E = findPoints())
    return E;
  joinPoints();
  for (LeakSuspect &S : Suspects)
    chooseKind(S);
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
