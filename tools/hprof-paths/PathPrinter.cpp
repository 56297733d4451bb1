//===- PathPrinter.cpp - Prints a tree of paths ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathPrinter.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Maximum nesting of printed forks.
static constexpr unsigned MaxForks = 100;

ReferenceLabel PathPrinter::exactLabel(const PathGroup &G) const {
  if (G.Label.Kind == LabelKind::Element && G.Objects == 1)
    if (std::optional<ReferenceLabel> L = A.C.labelOf(G.From, G.Example))
      return *L;
  return G.Label;
}

std::string PathPrinter::linkText(const PathGroup &G) const {
  if (Node Entry = mapEntry(G); Entry != NoNode)
    return entryText(Entry);
  if (std::optional<uint64_t> Element = listElement(G))
    return "element " + std::to_string(*Element);
  std::string Text = G.Label.Kind == LabelKind::Element && G.Objects != 1
                         ? "[*]"
                         : A.C.spell(exactLabel(G));
  if (G.Label.Strength != ReferenceKind::Strong)
    Text += std::string(" (") + strengthName(G.Label.Strength) + ")";
  if (G.Repeats)
    Text += " (repeated)";
  return Text;
}

/// The variable of an entry in a thread's map: " (key: static Job.LOG)".
std::string PathPrinter::threadLocalText(Node Entry) const {
  if (A.G.classOf(Entry).Name != "java.lang.ThreadLocal$ThreadLocalMap$Entry")
    return "";
  std::optional<FoundObject> O = A.C.object(Entry);
  std::optional<Value> Referent = O ? A.C.field(*O, "referent") : std::nullopt;
  if (!Referent)
    return ""; // A dump without field names.
  Node Key = A.C.find(Referent->Bits);
  if (Key == NoNode)
    return " (key: collected)";
  for (const ClassInfo &C : A.C.context().classes())
    for (const StaticField &F : C.Statics)
      if (isReference(F.Value.Type) && F.Value.Bits == A.G.id(Key))
        return " (key: static " +
               escape(A.C.context().className(C) + "." +
                          A.C.context().string(F.Name).value_or("?").str(),
                      A.View.Escape) +
               ")";
  return " (key: " + objectText(A.C, Key, A.View.Escape) + ")";
}

std::string PathPrinter::objectsText(const PathGroup &G) const {
  if (G.Objects == 1)
    return objectText(A.C, G.Example, A.View.Escape) +
           threadLocalText(G.Example);
  std::string Class = A.G.describe(G.Example);
  if (G.IsJoined)
    Class = stableClassName(Class) + " (several classes)";
  std::string Text = std::to_string(G.Objects) + " x " +
                     escape(Class, A.View.Escape) + ", such as ";
  if (std::optional<std::string> Content = objectContent(A.C, G.Example))
    Text += "\"" + escapeQuoted(*Content, '"', A.View.Escape) + "\" ";
  return Text + jsonId(A.G.id(G.Example)) + threadLocalText(G.Example);
}

std::string PathPrinter::lineText(const PathGroup &G) const {
  std::string Text =
      (G.Parent == PathGroup::None ? rootText(G.Root)
                                   : escape(linkText(G), A.View.Escape)) +
      ": " + objectsText(G);
  if (!G.Ends)
    return Text;
  return Text + (G.Ends == G.Objects || G.Objects == 1
                     ? "  <--"
                     : "  <-- " + std::to_string(G.Ends) + " of them");
}

std::string PathPrinter::retainedText(const PathGroup &G) const {
  return A.Tree ? bytesNumber(retainedTogether(*A.Tree, G.Members)) : "";
}

void PathPrinter::row(const PathGroup &G, unsigned Depth, StringRef Text) {
  std::vector<Cell> Cells;
  if (ShowCounts)
    Cells.emplace_back(G.Targets);
  if (A.Tree)
    Cells.emplace_back(retainedText(G));
  Cells.emplace_back(std::string(2 * size_t(Depth), ' ') + Text.str());
  Table->row(Cells);
}

void PathPrinter::printLevel(ArrayRef<uint32_t> Level, unsigned Depth) {
  auto Note = [&](const Twine &Text) {
    std::vector<Cell> Cells(ShowCounts + (A.Tree ? 1 : 0), Cell(""));
    Cells.emplace_back(std::string(2 * size_t(Depth), ' ') + Text.str());
    Table->row(Cells);
  };
  if (Depth > 2 * MaxForks)
    return Note("... deeper ways are left out");
  for (auto [I, First] : enumerate(Level)) {
    if (I == A.View.Top)
      return Note("... " + counted(Level.size() - I, "more way"));
    unsigned Indent = Depth;
    for (uint32_t At = First;;) {
      const PathGroup &G = Tree.groups()[At];
      bool IsKnown = IsJoining && G.Objects == 1 && !G.Ends &&
                     !Printed.insert(G.Example).second;
      row(G, Indent, lineText(G) + (IsKnown ? ", on as above" : ""));
      if (IsKnown)
        break;
      if (G.Parent == PathGroup::None)
        ++Indent;
      if (G.Children.size() != 1) {
        printLevel(G.Children, Indent + 1);
        break;
      }
      At = G.Children.front();
    }
  }
}

void PathPrinter::printText(StringRef Counts, bool Joining) {
  ShowCounts = !Counts.empty();
  IsJoining = Joining;
  std::vector<TextTable::Column> Columns;
  bool HasTitles = ShowCounts || A.Tree;
  if (ShowCounts)
    Columns.push_back({Counts.str(), TextTable::Align::Right});
  if (A.Tree)
    Columns.push_back({"retained", TextTable::Align::Bytes});
  Columns.push_back({HasTitles ? "path" : ""});
  TextTable T(std::move(Columns));
  Table = &T;
  printLevel(Tree.roots(), 0);
  T.print(*A.OS, 2);
}

void PathPrinter::jsonGroup(const PathGroup &G) {
  json::OStream &J = *A.J;
  if (G.Parent == PathGroup::None) {
    J.attribute("root", rootText(G.Root));
  } else {
    ReferenceLabel L = exactLabel(G);
    J.attribute("reference", labelKindName(L.Kind));
    if (L.Kind == LabelKind::Element) {
      if (G.Objects == 1)
        J.attribute("index", L.Index);
    } else {
      J.attribute("name", toUtf8(A.C.name(L)));
    }
    if (L.Class)
      J.attribute("declared_by", toUtf8(A.C.context().className(*L.Class)));
    if (L.Strength != ReferenceKind::Strong)
      J.attribute("strength", strengthName(L.Strength));
    if (L.Kind == LabelKind::Local) {
      J.attribute("thread_serial", L.ThreadSerial);
      J.attribute("frame", toUtf8(A.C.frameText(L.ThreadSerial, L.Frame)));
    }
  }
  if (Node Entry = mapEntry(G); Entry != NoNode)
    entryJson(Entry);
  else if (std::optional<uint64_t> Element = listElement(G))
    J.attribute("element", *Element);
  J.attribute("class", toUtf8(A.G.describe(G.Example)));
  J.attribute("id", jsonId(A.G.id(G.Example)));
  if (G.Objects == 1)
    if (std::optional<std::string> Text = objectContent(A.C, G.Example))
      J.attribute("text", toUtf8(*Text));
  J.attribute("objects", G.Objects);
  J.attribute("repeats", G.Repeats);
  J.attribute("paths", G.Targets);
  J.attribute("ends", G.Ends);
  if (A.Tree)
    J.attribute("retained", retainedTogether(*A.Tree, G.Members));
}

/// Writes an array of paths: each is a run of links and its forks.
void PathPrinter::jsonLevel(ArrayRef<uint32_t> Level, unsigned Depth) {
  json::OStream &J = *A.J;
  J.array([&] {
    if (Depth > MaxForks)
      return;
    for (uint32_t First : Level.take_front(A.View.Top))
      J.object([&] {
        uint32_t At = First;
        J.attributeArray("links", [&] {
          for (;; At = Tree.groups()[At].Children.front()) {
            J.object([&] { jsonGroup(Tree.groups()[At]); });
            if (Tree.groups()[At].Children.size() != 1)
              return;
          }
        });
        if (const PathGroup &Last = Tree.groups()[At]; !Last.Children.empty()) {
          J.attributeBegin("ways");
          jsonLevel(Last.Children, Depth + 1);
          J.attributeEnd();
        }
      });
  });
}

void PathPrinter::printJson() { jsonLevel(Tree.roots(), 0); }

void PathPrinter::printCsv(StringRef Question, StringRef Through) {
  // Visits nodes in print order, without recursion.
  std::vector<std::pair<uint32_t, unsigned>> Left;
  auto Push = [&](ArrayRef<uint32_t> Level, unsigned Depth) {
    for (uint32_t G : llvm::reverse(Level.take_front(A.View.Top)))
      Left.emplace_back(G, Depth);
  };
  Push(Tree.roots(), 0);
  while (!Left.empty()) {
    auto [At, Depth] = Left.back();
    Left.pop_back();
    const PathGroup &G = Tree.groups()[At];
    A.Csv->row({Question, Through, Depth,
                G.Parent == PathGroup::None ? rootText(G.Root) : linkText(G),
                A.G.describe(G.Example), jsonId(A.G.id(G.Example)), G.Objects,
                G.Targets, G.Ends, retainedText(G)});
    Push(G.Children, Depth + 1);
  }
}
