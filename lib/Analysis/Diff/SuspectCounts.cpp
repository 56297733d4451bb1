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
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// The class of \p N, without what differs between runs.
static std::string nameOf(const HeapGraph &G, Node N) {
  ClassNumber C = G.asClass(N);
  return stableClassName(C == NoClass ? G.describe(N) : G.classes()[C].Name);
}

/// The holder of \p S: "app.Registry.sessions", "thread app.Worker".
static std::string holderText(const HeapGraph &G, const HeapContents &Contents,
                              const LeakSuspect &S) {
  Node Holder = S.Way[S.Holder];
  std::string Name = nameOf(G, Holder);
  switch (S.Kind) {
  case SuspectKind::Thread:
    return "thread " + Name;
  case SuspectKind::Loader:
    return "class loader " + Name;
  case SuspectKind::Class:
    if (S.Holder + 1 != S.Way.size())
      if (std::optional<ReferenceLabel> L =
              Contents.labelOf(Holder, S.Way[S.Holder + 1])) {
        std::string Field = Contents.spell(*L);
        if (StringRef(Field).starts_with("static "))
          return Name + "." + Field.substr(strlen("static "));
      }
    return "class " + Name;
  case SuspectKind::Object:
  case SuspectKind::Group:
    break;
  }
  return Name;
}

static CountedSuspect count(const HeapGraph &G, const HeapContents &Contents,
                            const LeakSuspect &S) {
  CountedSuspect C;
  C.Signature = utohexstr(S.Signature, /*LowerCase=*/true, /*Width=*/16);
  C.Retained = S.Retained;
  std::string Point = nameOf(G, S.Points[0]);
  if (S.Kind == SuspectKind::Group) {
    C.Objects = S.Points.size();
    C.Text = Point + ", held by no single object";
    return C;
  }
  C.Text = holderText(G, Contents, S);
  if (S.Points[0] != S.Way[S.Holder])
    C.Text += ": " + Point;
  if (S.Children.empty())
    return C;
  const SuspectContent &Child = S.Children[0];
  C.Objects = Child.Objects;
  C.Text += " with " + stableClassName(typeName(G, Child.Type));
  return C;
}

Expected<std::vector<CountedSuspect>>
hprof::countSuspects(HeapStore &S, std::optional<uint64_t> Least,
                     uint64_t &Reachable) {
  Expected<LeakReport> Report = S.leakSuspects(
      [&](uint64_t Bytes) { return Least.value_or(leastSuspect(Bytes)); });
  if (!Report)
    return Report.takeError();
  Reachable = Report->Totals.Bytes;
  Expected<const HeapContents *> Contents = S.contents();
  if (!Contents)
    return Contents.takeError();
  std::vector<CountedSuspect> Counted;
  for (const LeakSuspect &Suspect : Report->Suspects)
    Counted.push_back(count(S.graph(), **Contents, Suspect));
  return Counted;
}
