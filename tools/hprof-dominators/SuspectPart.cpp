//===- SuspectPart.cpp - Prints leak suspects -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/Records.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace hprof;
using namespace llvm;

/// All references to the objects are counted: the first ones would show only
/// the holders that come first.
Expected<Referrers> SuspectPrinter::referrers(ArrayRef<Node> Of) const {
  Expected<const InboundReferences *> Inbound = Out.Store.inbound();
  if (!Inbound)
    return Inbound.takeError();
  constexpr unsigned MostRows = 5;
  Referrers Found;
  std::map<std::pair<uint64_t, std::string>, uint64_t> Times; // By type.
  auto Add = [&](Node From, std::string Label, uint64_t Occurs) {
    Times[{G.types().get(From), std::move(Label)}] += Occurs;
  };
  // Threads and classes may hold any number of objects by as many locals and
  // static fields, which are read once for all these objects.
  DenseMap<Node, DenseSet<Node>> HeldBy;
  for (Node N : Of.take_front(MostReferred)) {
    // References of one object are adjacent.
    Node Last = NoNode;
    uint64_t References = 0;
    auto Count = [&] {
      if (Last == NoNode || !Out.Store.isHeld(Last))
        return;
      if (const char *Label = commonLabel(Last, N, References))
        return Add(Last, Label, References);
      if (G.asClass(Last) != NoClass || Contents.threadOf(Last)) {
        HeldBy[Last].insert(N);
        return;
      }
      forEachLabel(
          Last, [&](Node To) { return To == N; },
          [&](std::string Label) { Add(Last, std::move(Label), 1); });
    };
    (*Inbound)->forEach(N, [&](Node From) {
      if (From != Last) {
        Count();
        Last = From;
        References = 0;
      }
      ++References;
      return true;
    });
    Count();
  }
  for (const auto &Item : HeldBy) {
    const DenseSet<Node> &Held = Item.second;
    forEachLabel(
        Item.first, [&](Node To) { return Held.contains(To); },
        [&](std::string Label) { Add(Item.first, std::move(Label), 1); });
  }
  StringMap<uint64_t> Joined; // Merges loaders and lambdas.
  for (const auto &[Key, Count] : Times)
    Joined[stableClassName(typeName(G, Key.first)) + Key.second] += Count;
  for (const auto &Row : Joined)
    Found.Rows.push_back({Row.getKey().str(), Row.getValue()});
  sort(Found.Rows, [](const Referrers::Row &A, const Referrers::Row &B) {
    return std::tie(B.Times, A.What) < std::tie(A.Times, B.What);
  });
  for (; Found.Rows.size() > MostRows; Found.Rows.pop_back())
    Found.Others += Found.Rows.back().Times;
  return Found;
}

/// The label that all \p References from \p From to \p To have, if that is
/// known without reading them, or null.
const char *SuspectPrinter::commonLabel(Node From, Node To,
                                        uint64_t References) const {
  uint64_t Type = G.types().get(From);
  bool IsOfClass = G.classNodes()[Type] == To;
  // Which of maybe many elements does not matter.
  if (G.heads()[Type] == HeapGraph::ArrayHead)
    return IsOfClass ? " <class>" : "[*]";
  // There may be millions of instances: no need to read them.
  return IsOfClass && References == 1 ? " <class>" : nullptr;
}

/// The label, ".next" or " <local>", of each reference from \p From to an
/// object for which \p IsWanted returns true.
void SuspectPrinter::forEachLabel(Node From, function_ref<bool(Node)> IsWanted,
                                  function_ref<void(std::string)> F) const {
  Contents.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
    bool IsIgnored = L.Strength != ReferenceKind::Strong &&
                     Out.Leaks->Ignored.contains(L.Strength);
    if (!IsIgnored && IsWanted(N))
      F(L.Kind == LabelKind::Field    ? "." + Contents.name(L)
        : L.Kind == LabelKind::Static ? " " + Contents.spell(L)
                                      : " " + Contents.name(L));
    return true;
  });
}

/// "table: java.util.HashMap$Node[] 0x7f00".
std::string SuspectPrinter::stepText(Node From, Node To) const {
  std::string Label = label(From, To);
  return (Label.empty() ? "(on several ways)" : Label) + ": " + object(To);
}

void SuspectPrinter::printWay(const LeakSuspect &S) {
  constexpr size_t Most = 24;
  std::vector<std::string> Roots = rootsOf(S.Way[0]);
  Out.OS << "   The way to it, and what each step retains:\n";
  std::vector<Node> Above = S.Above;
  if (!Above.empty())
    Above.push_back(S.Way[0]);
  for (size_t I = 0; I + 1 < Above.size(); ++I)
    Out.OS << "                   " << (I ? "" : "one of several ways: ")
           << (I ? stepText(Above[I - 1], Above[I]) : object(Above[I])) << '\n';
  for (auto [I, N] : enumerate(S.Way)) {
    if (S.Way.size() > Most && I == Most / 2)
      Out.OS << "     ... " << counted(S.Way.size() - Most, "step") << '\n';
    if (S.Way.size() > Most && I >= Most / 2 && I < S.Way.size() - Most / 2)
      continue;
    Out.OS << "     " << right_justify(bytesNumber(S.WayBytes[I]), 12) << "  ";
    Node Before = I ? S.Way[I - 1] : S.Above.empty() ? NoNode : S.Above.back();
    Out.OS << (Before == NoNode ? object(N) : stepText(Before, N));
    if (!I && !Roots.empty())
      Out.OS << ", " << join(Roots, ", ");
    Out.OS << '\n';
  }
}

void SuspectPrinter::printContents(StringRef Title,
                                   ArrayRef<SuspectContent> Rows) {
  if (Rows.empty())
    return;
  Out.OS << "   " << Title << '\n';
  for (const SuspectContent &Row : Rows)
    Out.OS << "     " << right_justify(bytesNumber(Row.Bytes), 12) << "  "
           << Row.Objects << " × " << contentName(Row) << '\n';
}

/// Prints what refers to objects that no single object holds.
Error SuspectPrinter::printReferrers(const LeakSuspect &S) {
  auto Print = [&](const Twine &Title, ArrayRef<Node> Of) -> Error {
    Expected<Referrers> Found = referrers(Of);
    if (!Found)
      return Found.takeError();
    if (Found->Rows.empty())
      return Error::success();
    Out.OS << "   " << Title << '\n';
    for (const Referrers::Row &Row : Found->Rows)
      Out.OS << "     " << right_justify(std::to_string(Row.Times), 12) << "  "
             << Out.show(Row.What) << '\n';
    if (Found->Others)
      Out.OS << "     " << right_justify(std::to_string(Found->Others), 12)
             << "  others\n";
    return Error::success();
  };
  if (S.Kind == SuspectKind::Group)
    return Print("What refers to them" +
                     Twine(S.Points.size() > MostReferred
                               ? " (to the first " + Twine(MostReferred) + ")"
                               : Twine()) +
                     ":",
                 S.Points);
  if (rootsOf(S.Way[0]).empty() && IsReferrerPrinted.insert(S.Way[0]).second)
    if (Error E = Print("The first object on the way is held in several ways. "
                        "What refers to it:",
                        S.Way[0]))
      return E;
  if (S.Nested || S.Children.empty())
    return Error::success();
  Node Example = S.Children[0].Example;
  if (!label(S.Points[0], Example).empty() || S.Points.size() > 1)
    return Error::success();
  return Print("The objects directly below are held in several ways. What "
               "refers to " +
                   object(Example) + ":",
               Example);
}

void SuspectPrinter::printHeadline(size_t Number, const LeakSuspect &S) {
  Out.OS << Number << ". " << headline(S) << '\n';
  for (const std::string &Remark : remarks(S))
    Out.OS << "   " << Remark << '\n';
  printPartOf(S);
}

void SuspectPrinter::printDetails(size_t Number, const LeakSuspect &S) {
  raw_ostream &OS = Out.OS;
  if (std::string Text = accumulation(S); !Text.empty())
    OS << "   " << Text << '\n';
  printLargest(S);
  if (!S.Way.empty())
    printWay(S);
  std::vector<SuspectContent> Elements = S.Elements;
  for (const SuspectContent &C : {S.Outer, S.Inner})
    if (C.Objects && none_of(Elements, [&](const SuspectContent &Known) {
          return Known.Type == C.Type;
        }))
      Elements.push_back(C);
  if (Elements.size() > 1)
    printContents("What accumulates, with what it retains:", Elements);
  if (!S.Nested)
    printContents("Directly below, with what they retain:", S.Children);
  printContents("Altogether, by class:", S.Contents);
  printStack(Number, S);
}

static const char *kindName(SuspectKind Kind) {
  switch (Kind) {
  case SuspectKind::Object:
    return "object";
  case SuspectKind::Class:
    return "class";
  case SuspectKind::Loader:
    return "loader";
  case SuspectKind::Thread:
    return "thread";
  case SuspectKind::Group:
    return "group";
  }
  llvm_unreachable("unhandled kind");
}

void SuspectPrinter::printJson(const LeakSuspect &S) {
  json::OStream &J = *Out.J;
  constexpr size_t MostPoints = 100;
  J.attribute("kind", kindName(S.Kind));
  J.attribute("signature", utohexstr(S.Signature, /*LowerCase=*/true, 16));
  J.attribute("headline", toUtf8(headline(S)));
  J.attributeArray("remarks", [&] {
    for (const std::string &Remark : remarks(S))
      J.value(toUtf8(Remark));
  });
  J.attribute("accumulation", toUtf8(accumulation(S)));
  J.attribute("retained", S.Retained);
  J.attribute("own", S.Own);
  J.attribute("points_in_all", S.Points.size());
  J.attributeArray("points", [&] {
    for (size_t I = 0; I != std::min<size_t>(S.Points.size(), MostPoints); ++I)
      J.object([&] { Out.objectJson(S.Points[I], S.PointBytes[I]); });
  });
  J.attribute("nested", S.Nested);
  wayJson(S);
  J.attributeArray("roots", [&] {
    if (!S.Way.empty())
      for (const std::string &Kind : rootsOf(S.Way[0]))
        J.value(Kind);
  });
  ownersJson(S);
  contentsJson("elements", S.Elements);
  contentsJson("outer", ArrayRef(&S.Outer, S.Outer.Objects != 0));
  contentsJson("inner", ArrayRef(&S.Inner, S.Inner.Objects != 0));
  contentsJson("children", S.Children);
  contentsJson("contents", S.Contents);
  largestJson(S);
  J.attributeArray("part_of", [&] {
    for (const SuspectShare &Share : S.PartOf)
      J.object([&] {
        J.attribute("suspect", Share.Suspect + 1);
        J.attribute("points", Share.Points);
        J.attribute("bytes", Share.Bytes);
      });
  });
  const ThreadInfo *T = thread(S);
  if (std::optional<std::string> Name =
          T ? Contents.threadName(S.Way[S.Holder]) : std::nullopt)
    J.attribute("thread", toUtf8(*Name));
  if (std::optional<SharedStack> Of = sharedStack(S)) {
    T = Of->Thread;
    J.attribute("stack_compared", Of->Compared);
    J.attribute("stack_threads", Of->Threads);
    J.attribute("stack_bytes", Of->Bytes);
  }
  if (T)
    J.attributeArray("stack", [&] {
      for (size_t I = 0; I != Contents.stack(*T).size(); ++I)
        J.value(toUtf8(Contents.frameText(T->Serial, int32_t(I))));
    });
}

Error SuspectPrinter::print(ArrayRef<LeakSuspect> All) {
  ArrayRef<LeakSuspect> Suspects =
      All.take_front(std::min<uint64_t>(Out.View.Top, All.size()));
  if (Out.J) {
    Out.J->attribute("least", Out.least());
    Out.J->attribute("rows_in_all", All.size());
    Out.J->attributeArray("suspects", [&] {
      for (const LeakSuspect &S : Suspects)
        Out.J->object([&] { printJson(S); });
    });
    return Error::success();
  }
  if (Suspects.empty())
    Out.OS << "nothing retains " << size(Out.least())
           << " that are not spread over larger objects\n";
  Shown = Suspects.size();
  for (auto [I, S] : enumerate(Suspects))
    printHeadline(I + 1, S);
  printLoaders();
  for (auto [I, S] : enumerate(Suspects)) {
    // The answers come first, the evidence after all of them.
    if (Suspects.size() > 1)
      Out.OS << "\nSuspect " << I + 1 << ":\n";
    printDetails(I + 1, S);
    if (Error E = printReferrers(S))
      return E;
    if (S.Kind == SuspectKind::Group)
      if (Error E = printPaths(S))
        return E;
    Out.OS << "   Signature: " << format_hex_no_prefix(S.Signature, 16) << '\n';
  }
  if (All.size() > Suspects.size())
    Out.OS << "\n... and " << All.size() - Suspects.size()
           << " more (--top=0 prints all)\n";
  if (!Suspects.empty())
    printNext(Suspects[0]);
  return Error::success();
}

Error hprof::printSuspects(const DominatorOutput &Out) {
  Expected<const HeapContents *> Contents = Out.Store.contents();
  if (!Contents)
    return Contents.takeError();
  return SuspectPrinter(Out, **Contents).print(Out.Leaks->Suspects);
}
