//===- OwnerSearch.cpp - Finds fields that hold suspects ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnerSearch.h"
#include "HolderCounts.h"
#include "hprof/Analysis/Contents/ObjectNames.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/CollectionRows.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace hprof;
using namespace llvm;

bool OwnerSearch::isThread(Node N) const {
  if (Contents.threadOf(N))
    return true;
  // A damaged dump may contain a cyclic chain of superclasses.
  ClassNumber C = G.asClass(N) == NoClass ? G.classNumber(N) : NoClass;
  for (size_t I = 0; C != NoClass && I != G.classes().size(); ++I) {
    if (G.classes()[C].Name == "java.lang.Thread")
      return true;
    C = G.classes()[C].Super;
  }
  return false;
}

bool OwnerSearch::isProgram(Node N) const {
  return Roles.of(N) == ClassRole::Program;
}

/// Returns the field of \p From that refers to \p To or, if \p From is a
/// thread, the field or local variable. Fields take precedence over local
/// variables.
std::optional<ReferenceLabel> OwnerSearch::fieldTo(Node From, Node To) const {
  std::optional<ReferenceLabel> Local;
  if (G.heads()[G.types().get(From)] == HeapGraph::ArrayHead)
    return std::nullopt;
  if (!Contents.hasLocals(From)) {
    std::optional<ReferenceLabel> L = Contents.labelOf(From, To);
    bool IsField =
        L && (L->Kind == LabelKind::Field || L->Kind == LabelKind::Static) &&
        (L->Strength == ReferenceKind::Strong ||
         !Options.Ignored.contains(L->Strength));
    return IsField ? L : std::nullopt;
  }
  std::optional<ReferenceLabel> Field;
  Contents.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
    if (N != To)
      return true;
    if (L.Kind == LabelKind::Field)
      Field = L;
    else if (L.Kind == LabelKind::Local)
      Local = L;
    return !Field;
  });
  return Field ? Field : Local;
}

/// Whether \p N shows the purpose of \p Next. Collections in libraries do not.
bool OwnerSearch::canOwn(Node N, Node Next) const {
  if (G.asClass(N) != NoClass || isThread(N))
    return true;
  if (Roles.of(N) < ClassRole::Library ||
      StringRef(G.classOf(N).Name).contains("$$Lambda"))
    return false;
  if (isProgram(N) || G.heads()[G.types().get(Next)] != HeapGraph::ArrayHead)
    return true;
  bool HasMore = false;
  G.forEachReference(
      N, [&](Node To) { HasMore |= To != Next && G.asClass(To) == NoClass; });
  return HasMore;
}

/// Whether \p L is a field of a collection class, which programs may extend.
bool OwnerSearch::isOfCollection(const ReferenceLabel &L) const {
  return L.Kind == LabelKind::Field && L.Class &&
         isCollectionClass(Contents.context().className(*L.Class));
}

/// Whether \p L is a loader's list of classes. The classes, not the list, hold
/// objects.
bool OwnerSearch::isOfLoader(const ReferenceLabel &L) const {
  return L.Kind == LabelKind::Field && L.Class &&
         Contents.context().className(*L.Class) == "java.lang.ClassLoader" &&
         Contents.name(L) == "classes";
}

/// Returns the number of path steps that are common to the paths to all points.
size_t OwnerSearch::commonSteps(const LeakSuspect &S) const {
  DenseMap<Node, size_t> Step;
  for (auto [I, N] : enumerate(S.Way))
    Step[N] = I;
  size_t Common = S.Way.size();
  for (Node N : ArrayRef(S.Points).drop_front()) {
    Node At = T.parent(N);
    while (At != NoNode && !Step.count(At))
      At = T.parent(At);
    Common = std::min(Common, At == NoNode ? 0 : Step.lookup(At) + 1);
  }
  return Common;
}

/// Returns the field or thread at step \p I of the path that holds the next.
SuspectOwner OwnerSearch::ownerAt(const LeakSuspect &S, size_t I) const {
  Node N = S.Way[I], Next = S.Way[I + 1];
  if (!canOwn(N, Next))
    return {};
  std::optional<ReferenceLabel> L = fieldTo(N, Next);
  if (L && L->Kind != LabelKind::Local)
    return isOfCollection(*L) || isOfLoader(*L) ? SuspectOwner()
                                                : SuspectOwner{N, Next};
  return isThread(N) ? SuspectOwner{N, NoNode} : SuspectOwner{};
}

void OwnerSearch::addOwnersOnWay(LeakSuspect &S) const {
  if (S.Kind == SuspectKind::Group)
    return;
  // With several points, Owner and Program may be in the common part and below.
  size_t Common = commonSteps(S);
  auto HoldsMuchElse = [&](size_t I) {
    return T.retained(S.Way[I + 1]) > S.Retained / 4 * 5;
  };
  for (size_t I = S.Way.size() - 1; I-- && !S.Program;) {
    SuspectOwner O = ownerAt(S, I);
    if (!O)
      continue;
    const bool IsOfProgram = isProgram(O.Object) && O.Owned != NoNode;
    if (!S.Owner && (I < Common || !Common)) {
      S.Owner = O;
      if (IsOfProgram && (G.asClass(O.Object) != NoClass || HoldsMuchElse(I)))
        return;
      continue;
    }
    // An application object already shows its purpose; only a static field also
    // shows where in the application it belongs.
    if (isProgram(S.Owner ? S.Owner.Object : O.Object) &&
        (G.asClass(O.Object) == NoClass || HoldsMuchElse(I)))
      continue;
    if (IsOfProgram)
      S.Program = O;
  }
  // Without these, the points are in different objects of the same classes.
  for (size_t I = S.Way.size() - 1; I-- && !S.Owner && !S.Program;)
    S.Owner = ownerAt(S, I);
}

/// Moves the point up to the whole collection that Owner holds, because only
/// the threshold determines which parts of the collection are large.
std::vector<Node> OwnerSearch::raisePoint(LeakSuspect &S) const {
  if (S.Kind == SuspectKind::Group || !S.Owner || S.Points.size() != 1)
    return {};
  auto At = llvm::find(S.Way, S.Owner.Object);
  if (At == S.Way.end() || At + 1 == S.Way.end())
    return {};
  size_t Top = size_t(At - S.Way.begin()) + 1;
  for (size_t I = S.Way.size() - 1; I >= Top; --I) {
    Node N = S.Way[I];
    if (I + 1 != S.Way.size() &&
        (canOwn(N, S.Way[I + 1]) || Roles.of(N) >= ClassRole::Library))
      return {};
    // Objects that a thread holds through different ThreadLocals are unrelated.
    if (G.asClass(N) == NoClass && G.classOf(N).Name == ThreadLocalEntry) {
      Top = I + 1;
      break;
    }
  }
  if (Top + 1 >= S.Way.size())
    return {};
  std::vector<Node> Below(S.Way.begin() + Top + 1, S.Way.end());
  S.Way.resize(Top + 1);
  S.Points = {S.Way.back()};
  S.Retained = T.retained(S.Points[0]);
  S.Nested = 0;
  S.Holder = std::min(S.Holder, Top);
  return Below;
}

/// Follows references backwards, nearest objects first, up to \p Most objects.
Expected<OwnerSearch::Found> OwnerSearch::searchBack(Node From, size_t Most) {
  Found Result;
  if (!Options.Inbound)
    return Result;
  Expected<const InboundReferences *> Inbound = Options.Inbound();
  if (!Inbound)
    return Inbound.takeError();
  DenseMap<Node, Node> Next; // The next object on the path to From.
  std::vector<Node> Queue = {From};
  Next[From] = NoNode;
  SuspectOwner Local, Static;
  DenseMap<Node, bool> Inside = {{From, true}};
  auto IsInside = [&](Node N) {
    SmallVector<Node> Steps;
    Node At = N;
    for (; At != NoNode && !Inside.count(At) && Steps.size() != 10'000;
         At = T.parent(At))
      Steps.push_back(At);
    bool Is = At != NoNode && Inside.lookup(At);
    for (Node Step : Steps)
      Inside[Step] = Is;
    return Is;
  };
  auto WayFrom = [&](Node Top) {
    std::vector<Node> Way;
    for (Node At = Top; At != NoNode && At != From; At = Next.lookup(At))
      Way.push_back(At);
    return Way;
  };
  // A map entry on the path to Any describes Any better than its class does.
  Node Entry = NoNode;
  constexpr size_t MostBefore = 4;
  auto FindEntry = [&](Node By, Node To) {
    if (!Result.Any || Entry != NoNode || !entryKey(Contents, By, To))
      return;
    std::vector<Node> Way = WayFrom(By);
    auto At = llvm::find(Way, Result.Any.Object);
    if (At != Way.end() && At - Way.begin() <= ptrdiff_t(MostBefore))
      Entry = By;
  };
  auto Visit = [&](Node By, Node To) {
    if (!T.isReachable(By) || Next.count(By) || IsInside(By))
      return true;
    std::optional<ReferenceLabel> L = fieldTo(By, To);
    const bool IsArray = G.heads()[G.types().get(By)] == HeapGraph::ArrayHead;
    if (!L && !IsArray)
      return true;
    Next[By] = To;
    if (L && L->Kind == LabelKind::Local) {
      if (!Local)
        Local = {By, NoNode};
      return true;
    }
    const bool IsClass = G.asClass(By) != NoClass;
    if (canOwn(By, To) && !(L && isOfCollection(*L))) {
      if (isProgram(By)) {
        Result.Program = {By, To};
        return false;
      }
      SuspectOwner &O =
          IsClass && Roles.of(By) == ClassRole::Platform ? Static : Result.Any;
      if (!O)
        O = {By, To};
    } else if (!IsArray) {
      FindEntry(By, To);
    }
    // All objects refer to their class, and all classes to their loader.
    if (!IsClass && !isThread(By))
      Queue.push_back(By);
    return true;
  };
  for (size_t I = 0; I != Queue.size() && !Result.Program && Next.size() < Most;
       ++I) {
    Node To = Queue[I];
    // An object with more referrers is most likely a shared constant.
    size_t Referrers = 0;
    (*Inbound)->forEach(
        To, [&](Node By) { return ++Referrers < Most && Visit(By, To); });
  }
  if (!Result.Any && !Result.Program)
    Result.Any = Static ? Static : Local;
  Result.ToAny = WayFrom(Entry == NoNode ? Result.Any.Object : Entry);
  Result.ToProgram = WayFrom(Result.Program.Object);
  return Result;
}

std::optional<OwnerSearch::FieldOf>
OwnerSearch::fieldOf(const SuspectOwner &O) const {
  std::optional<ReferenceLabel> L;
  if (O.Owned != NoNode)
    L = fieldTo(O.Object, O.Owned);
  if (!L)
    return std::nullopt;
  return FieldOf{stableClassName(G.describe(O.Object)), Contents.name(*L)};
}

/// Returns the most common of \p Owners, with the objects that have its field.
OwnerSearch::Common
OwnerSearch::mostCommon(ArrayRef<SuspectOwner> Owners) const {
  std::map<FieldOf, std::vector<Node>> ByField;
  Common Best;
  for (const SuspectOwner &O : Owners) {
    const std::optional<FieldOf> Field = fieldOf(O);
    if (!Field)
      continue;
    std::vector<Node> &Objects = ByField[*Field];
    Objects.push_back(O.Object);
    if (Objects.size() > Best.Objects.size())
      Best = {O, Objects};
  }
  return Best.Objects.size() < (Owners.size() + 1) / 2 ? Common() : Best;
}

/// Returns the closest owner of each object in \p Of.
Expected<std::vector<SuspectOwner>> OwnerSearch::ownersOf(ArrayRef<Node> Of) {
  constexpr size_t MostObjects = 2000;
  std::vector<SuspectOwner> Owners;
  for (Node N : Of) {
    SuspectOwner &O = Owners.emplace_back();
    if (isThread(N)) // The VM holds it.
      continue;
    Expected<Found> F = searchBack(N, MostObjects);
    if (!F)
      return F.takeError();
    O = F->Program ? F->Program : F->Any;
  }
  return Owners;
}

/// Finds the owner of most members of a group from the owners of the first
/// members; if each member has its own owner, also finds the owner of these
/// owners.
Error OwnerSearch::ownersOfGroup(LeakSuspect &S) {
  constexpr size_t MostMembers = 64, MostOwners = 16;
  ArrayRef<Node> Members = ArrayRef(S.Points).take_front(MostMembers);
  Expected<std::vector<SuspectOwner>> Owners = ownersOf(Members);
  if (!Owners)
    return Owners.takeError();
  Common Most = mostCommon(*Owners);
  S.Sampled = Members.size();
  S.Owner = Most.Owner;
  S.Owned = Most.Objects.size();
  if (Error E = findOtherWays(S, Members, *Owners))
    return E;
  DenseSet<Node> Distinct(Most.Objects.begin(), Most.Objects.end());
  if (Distinct.size() < 2 || G.asClass(Most.Objects[0]) != NoClass)
    return Error::success();
  Owners = ownersOf(ArrayRef(Most.Objects).take_front(MostOwners));
  if (!Owners)
    return Owners.takeError();
  S.Program = mostCommon(*Owners).Owner;
  return Error::success();
}

/// Finds the static field of the ThreadLocal through which threads hold all
/// elements; \p Entries are its entries.
Error OwnerSearch::findLocal(LeakSuspect &S, ArrayRef<Node> Entries) {
  constexpr size_t Most = 10'000;
  if (Entries.empty())
    return Error::success();
  const Node Key = Contents.follow(Entries[0], "referent");
  if (Key == NoNode || any_of(Entries, [&](Node Entry) {
        return Contents.follow(Entry, "referent") != Key;
      }))
    return Error::success();
  Expected<Found> F = searchBack(Key, Most);
  if (!F)
    return F.takeError();
  S.Local = F->Program ? F->Program : F->Any;
  if (S.Local && G.asClass(S.Local.Object) == NoClass)
    S.Local = {};
  return Error::success();
}

/// Returns the owners from \p N up to \p Point; empty if \p Point does not
/// dominate \p N.
std::vector<SuspectOwner> OwnerSearch::ownersBelow(Node Point, Node N) const {
  constexpr size_t MostSteps = 1000;
  std::vector<SuspectOwner> Owners;
  for (size_t I = 0; I != MostSteps; ++I) {
    Node By = T.parent(N);
    if (By == Point)
      return Owners;
    if (By == NoNode)
      break;
    std::optional<ReferenceLabel> L;
    if (canOwn(By, N))
      L = fieldTo(By, N);
    if (L && L->Kind != LabelKind::Local && !isOfCollection(*L))
      Owners.push_back({By, N});
    N = By;
  }
  return {};
}

/// Returns up to \p Most objects of the accumulated class in the heap.
std::vector<Node> OwnerSearch::samples(const SuspectContent &E,
                                       uint64_t Most) const {
  const uint64_t Stride = E.Objects / Most + 1;
  std::vector<Node> Found;
  uint64_t Met = 0;
  for (Node N = E.Example; N != G.size() && Found.size() != Most; ++N)
    if (G.types().get(N) == E.Type && T.isReachable(N) && Met++ % Stride == 0)
      Found.push_back(N);
  return Found;
}

/// Returns the innermost owner below \p Point of nearly all objects in \p Of.
SuspectOwner OwnerSearch::ownerBelow(Node Point, ArrayRef<Node> Of) const {
  std::vector<SuspectOwner> First;
  DenseMap<Node, uint64_t> Times; // By owner.
  for (auto [I, N] : enumerate(Of)) {
    std::vector<SuspectOwner> Owners = ownersBelow(Point, N);
    for (const SuspectOwner &O : Owners)
      ++Times[O.Object];
    if (!I)
      First = std::move(Owners);
  }
  for (const SuspectOwner &O : First)
    if (Times[O.Object] >= Of.size() / 10 * 9)
      return O;
  return {};
}

/// Returns the closest owner if it is the same for all of \p Of.
Expected<SuspectOwner> OwnerSearch::ownerAround(ArrayRef<Node> Of) {
  constexpr size_t Most = 20'000;
  Found Same;
  for (auto [I, N] : enumerate(Of)) {
    Expected<Found> F = searchBack(N, Most);
    if (!F)
      return F.takeError();
    if (!I)
      Same = std::move(*F);
    if (F->Program.Object != Same.Program.Object)
      Same.Program = {};
    if (F->Any.Object != Same.Any.Object || F->Any.Owned == NoNode)
      Same.Any = {};
  }
  return Same.Program ? Same.Program : Same.Any;
}

/// If a local variable refers to the inside of a structure, it bypasses the
/// holder of the structure, so that only the thread dominates the structure.
/// The holder is then searched for from the structure or, if nearly all
/// accumulated objects have the same holder, from these objects.
Error OwnerSearch::findOwnerBesideThread(LeakSuspect &S) {
  constexpr uint64_t Wanted = 64, Searched = 4;
  const Node Point = S.Points[0];
  if (S.Points.size() != 1 || S.Program)
    return Error::success();
  const bool IsInLocal =
      S.Owner && S.Owner.Owned == NoNode && isThread(S.Owner.Object);
  const bool IsHolder =
      !S.Owner && (isThread(Point) || G.asClass(Point) != NoClass);
  std::vector<Node> Of;
  if (IsInLocal)
    Of = {Point};
  else if (IsHolder && !S.Elements.empty())
    Of = samples(S.Elements[0], Wanted);
  SuspectOwner O;
  if (IsHolder && Of.size() >= Searched) {
    O = ownerBelow(Point, Of);
    Of = {Of[0], Of[Of.size() / 3], Of[Of.size() / 3 * 2], Of.back()};
  }
  if (!O && !Of.empty()) {
    Expected<SuspectOwner> Around = ownerAround(Of);
    if (!Around)
      return Around.takeError();
    O = *Around;
  }
  if (!O || isThread(O.Object) || O.Object == Point)
    return Error::success();
  S.Program = {IsInLocal ? S.Owner.Object : Point, NoNode};
  S.Owner = O;
  return Error::success();
}

/// Returns one of \p Owners if all of them have its field; empty if not.
SuspectOwner OwnerSearch::sharedOwner(ArrayRef<SuspectOwner> Owners) const {
  Common Most = mostCommon(Owners);
  if (Most.Objects.size() != Owners.size())
    return {};
  SuspectOwner O = Owners[0];
  O.InAll = DenseSet<Node>(Most.Objects.begin(), Most.Objects.end()).size();
  return O;
}

/// Removes from \p F, which was found from the first point, the owners that are
/// not found from the other points.
Error OwnerSearch::keepShared(const LeakSuspect &S, Found &F) {
  constexpr size_t MostTops = 64, MostObjects = 2000;
  DenseSet<Node> Tops = {S.Way[0]};
  std::vector<SuspectOwner> Any = {F.Any}, Program = {F.Program};
  for (Node N : S.Points) {
    const Node Top = topOf(T, N);
    if (!Tops.insert(Top).second)
      continue;
    if (Tops.size() > MostTops) {
      F = {};
      return Error::success();
    }
    Expected<Found> Other = searchBack(Top, MostObjects);
    if (!Other)
      return Other.takeError();
    Any.push_back(Other->Any);
    Program.push_back(Other->Program);
  }
  if (Any.size() == 1)
    return Error::success();
  F.Any = sharedOwner(Any);
  F.Program = sharedOwner(Program);
  if (!F.Any)
    F.ToAny.clear();
  if (!F.Program)
    F.ToProgram.clear();
  return Error::success();
}

Error OwnerSearch::addOwners(LeakSuspect &S, ArrayRef<Node> Entries) {
  // In a framework, all objects are connected if enough steps are followed.
  constexpr size_t Most = 20'000, MostAbove = 4;
  if (S.Kind == SuspectKind::Group) {
    if (Error E = ownersOfGroup(S))
      return E;
    return findLocal(S, Entries);
  }
  if (Error E = findOwnerBesideThread(S))
    return E;
  bool IsKnown = G.asClass(S.Way[0]) != NoClass || S.Program ||
                 (S.Owner && isProgram(S.Owner.Object));
  const GraphRoot *Root = partition_point(
      G.roots(), [&](const GraphRoot &R) { return R.Object < S.Way[0]; });
  bool IsRoot = Root != G.roots().end() && Root->Object == S.Way[0] &&
                Root->Thread == NoNode;
  if (!IsKnown && !IsRoot) {
    Expected<Found> F = searchBack(S.Way[0], Most);
    if (!F)
      return F.takeError();
    if (Error E = keepShared(S, *F))
      return E;
    if (!S.Owner)
      S.Owner = F->Any ? F->Any : F->Program;
    if (F->ToProgram.size() <= MostAbove && F->Program.Object != S.Owner.Object)
      S.Program = F->Program;
    if (S.Program)
      S.Above = std::move(F->ToProgram);
    else if (is_contained(F->ToAny, S.Owner.Object))
      S.Above = std::move(F->ToAny);
    else if (is_contained(F->ToProgram, S.Owner.Object))
      S.Above = std::move(F->ToProgram);
  }
  if (Error E = findOtherOwners(S))
    return E;
  if (S.Owner && isThread(S.Owner.Object))
    return findLocal(S, Entries);
  return Error::success();
}
