//===- OtherWays.cpp - References besides a suspect's owner ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HolderCounts.h"
#include "OwnerSearch.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Whether \p By refers to \p To through anything other than the field of \p O.
bool OwnerSearch::refersWithout(const FieldOf &O, Node By, Node To) const {
  if (G.heads()[G.types().get(By)] == HeapGraph::ArrayHead)
    return true;
  bool Refers = false;
  Contents.forEachEdge(By, [&](const ReferenceLabel &L, Node N) {
    const bool IsField =
        L.Kind == LabelKind::Field || L.Kind == LabelKind::Static;
    Refers = N == To &&
             (L.Strength == ReferenceKind::Strong ||
              !Options.Ignored.contains(L.Strength)) &&
             !(IsField && Contents.name(L) == O.second &&
               stableClassName(G.describe(By)) == O.first);
    return !Refers;
  });
  return Refers;
}

/// Whether \p N, which is reachable through the field \p O, would be reachable
/// without that field. If not, adds the objects whose field \p O leads to \p N
/// to \p Holders.
Expected<OwnerSearch::OtherWay>
OwnerSearch::otherWayTo(Node N, const FieldOf &O, DenseSet<Node> &Holders) {
  constexpr size_t Most = 2000;
  if (!Options.Inbound || G.asClass(N) != NoClass)
    return OtherWay::Unknown;
  Expected<const InboundReferences *> Inbound = Options.Inbound();
  if (!Inbound)
    return Inbound.takeError();
  auto IsHeld = [&](Node At) {
    const GraphRoot *R = partition_point(
        G.roots(), [&](const GraphRoot &Of) { return Of.Object < At; });
    for (; R != G.roots().end() && R->Object == At; ++R)
      if (R->Thread == NoNode)
        return true;
    return G.asClass(At) != NoClass || isThread(At);
  };
  if (IsHeld(N))
    return OtherWay::Found;
  DenseSet<Node> Seen = {N};
  std::vector<Node> Queue = {N};
  bool HasRoot = false;
  for (size_t I = 0; I != Queue.size(); ++I) {
    const Node To = Queue[I];
    size_t Referrers = 0;
    const bool IsWhole = (*Inbound)->forEachListed(To, [&](Node By) {
      if (++Referrers > Most || Queue.size() > Most)
        return false;
      if (!T.isReachable(By) || Seen.contains(By))
        return true;
      if (!refersWithout(O, By, To)) {
        Holders.insert(By);
        return true;
      }
      HasRoot = IsHeld(By);
      Seen.insert(By);
      Queue.push_back(By);
      return !HasRoot;
    });
    if (!IsWhole)
      return HasRoot ? OtherWay::Found : OtherWay::Unknown;
  }
  return OtherWay::None;
}

/// Counts the members that would remain reachable without the field of Owner,
/// and the members that would not.
Error OwnerSearch::findOtherWays(LeakSuspect &S, ArrayRef<Node> Members,
                                 ArrayRef<SuspectOwner> Owners) {
  const std::optional<FieldOf> Field = fieldOf(S.Owner);
  if (!Field)
    return Error::success();
  for (auto [N, O] : zip(Members, Owners)) {
    if (fieldOf(O) != Field)
      continue;
    DenseSet<Node> Holders;
    Expected<OtherWay> Other = otherWayTo(N, *Field, Holders);
    if (!Other)
      return Other.takeError();
    S.OnlyOwned += *Other == OtherWay::None;
    S.OtherwiseHeld += *Other == OtherWay::Found;
  }
  return Error::success();
}

/// For an owner above the path, which is not a dominator: counts the owners
/// with the same field, or finds other references that lead to the points.
Error OwnerSearch::findOtherOwners(LeakSuspect &S) {
  if (!S.Owner || is_contained(S.Way, S.Owner.Object))
    return Error::success();
  S.OtherwiseHeld = 1;
  const std::optional<FieldOf> Field = fieldOf(S.Owner);
  if (!Field)
    return Error::success();
  constexpr size_t MostTops = 64;
  DenseSet<Node> Tops, Holders;
  for (Node N : S.Points) {
    const Node Top = topOf(T, N);
    if (!Tops.insert(Top).second)
      continue;
    if (Tops.size() > MostTops)
      return Error::success();
    Expected<OtherWay> Other = otherWayTo(Top, *Field, Holders);
    if (!Other)
      return Other.takeError();
    if (*Other != OtherWay::None)
      return Error::success();
  }
  S.OtherwiseHeld = 0;
  S.Owner.InAll = Holders.size();
  return Error::success();
}
