//===- SuspectCounts.cpp - Leak suspects for comparison -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectCounts.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns the class name of \p N, without parts that differ between runs.
static std::string nameOf(const HeapGraph &G, Node N) {
  ClassNumber C = G.asClass(N);
  return stableClassName(C == NoClass ? G.describe(N) : G.classes()[C].Name);
}

/// Returns, for example, "app.Registry.sessions" or "thread app.Worker".
static std::string ownerText(const HeapGraph &G, const HeapContents &Contents,
                             const SuspectOwner &O) {
  std::string Name = nameOf(G, O.Object);
  if (O.Owned != NoNode)
    if (std::optional<ReferenceLabel> L = Contents.labelOf(O.Object, O.Owned))
      if (L->Kind == LabelKind::Field || L->Kind == LabelKind::Static)
        return Name + "." + Contents.name(*L);
  if (G.asClass(O.Object) != NoClass)
    return "class " + Name;
  return Contents.threadOf(O.Object) ? "thread " + Name : Name;
}

/// Describes the holder of \p S, even if no field is known.
static std::string holderText(const HeapGraph &G, const HeapContents &Contents,
                              const LeakSuspect &S) {
  if (S.Owner)
    return ownerText(G, Contents, S.Owner);
  Node Holder = S.Way[S.Holder];
  if (S.Kind == SuspectKind::Loader)
    return "class loader " + nameOf(G, Holder);
  Node Next = S.Holder + 1 == S.Way.size() ? NoNode : S.Way[S.Holder + 1];
  return ownerText(G, Contents,
                   {Holder, S.Kind == SuspectKind::Class ? Next : NoNode});
}

static std::string signatureText(const LeakSuspect &S) {
  return utohexstr(S.Signature, /*LowerCase=*/true, /*Width=*/16);
}

static CountedSuspect count(const HeapGraph &G, const HeapContents &Contents,
                            const LeakSuspect &S) {
  CountedSuspect C;
  C.Signature = signatureText(S);
  C.Retained = S.Retained;
  C.Own = S.Own;
  std::string Point = nameOf(G, S.Points[0]);
  if (S.Kind == SuspectKind::Group) {
    C.Objects = S.Points.size();
    C.Text = Point + ", held by no single object";
    return C;
  }
  C.Text = C.Place = holderText(G, Contents, S);
  if (S.Points[0] != S.Way[S.Holder])
    C.Text += ": " + Point;
  const std::vector<SuspectContent> &What =
      S.Elements.empty() ? S.Children : S.Elements;
  if (What.empty()) {
    C.Place.clear();
    return C;
  }
  C.Objects = What[0].Objects;
  const std::string With =
      " with " + stableClassName(typeName(G, What[0].Type));
  C.Text += With;
  C.Place += With;
  return C;
}

/// Returns the signature of the innermost suspect around \p S, or "".
static std::string around(const LeakSuspect &S,
                          const DenseMap<Node, const LeakSuspect *> &ByPoint) {
  for (Node At : reverse(S.Way))
    if (const LeakSuspect *Found = ByPoint.lookup(At))
      return signatureText(*Found);
  return "";
}

Error hprof::countSuspects(HeapStore &S, const CountOptions &Wanted,
                           HeapCounts &Counts) {
  auto LacksOthers = [&](ArrayRef<LeakSuspect> Suspects) {
    if (!Wanted.Others)
      return true;
    size_t Shared = 0;
    for (const LeakSuspect &Suspect : Suspects)
      Shared += Wanted.Others->contains(signatureText(Suspect));
    return Shared < Wanted.Others->size();
  };
  Expected<LeakReport> Report = S.comparedSuspects(
      [&](uint64_t Bytes) {
        return Wanted.LeastSuspect.value_or(leastSuspect(Bytes));
      },
      LacksOthers);
  if (!Report)
    return Report.takeError();
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  // Some dumps have no roots, so retained sizes are unknown.
  if (!Report->Totals.Bytes)
    return Error::success();
  Counts.Reachable = Report->Totals.Bytes;
  Counts.Suspects.emplace();
  DenseMap<Node, const LeakSuspect *> ByPoint;
  DenseSet<IdKey> Known;
  for (const LeakSuspect &Suspect : Report->Suspects) {
    Counts.Suspects->push_back(count(S.graph(), **Contents, Suspect));
    Known.insert(Suspect.Signature);
    for (Node Point : Suspect.Points)
      ByPoint[Point] = &Suspect;
  }
  for (const LeakSuspect &Suspect : Report->Smaller) {
    if (Known.contains(Suspect.Signature))
      continue;
    CountedSuspect &C =
        Counts.Smaller.emplace_back(count(S.graph(), **Contents, Suspect));
    C.Around = around(Suspect, ByPoint);
  }
  return Error::success();
}
