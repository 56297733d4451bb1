//===- SuspectWords.cpp - Leak suspects in words --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace hprof;
using namespace llvm;

/// "5394960 bytes (5.1 MiB, 71.2%)", or "5.1 MiB (71.2%)".
std::string SuspectPrinter::size(uint64_t Bytes) const {
  std::string Text = bytesText(Bytes), More;
  if (!TextStyle::current().IsHuman && Bytes >= 1024)
    More = humanBytes(Bytes);
  if (std::string Percent = Out.percent(Bytes); !Percent.empty())
    More += (More.empty() ? "" : ", ") + Percent;
  return More.empty() ? Text : Text + " (" + More + ')';
}

/// Includes the name of a thread and the text of a String.
std::string SuspectPrinter::object(Node N) const {
  std::string Text = Out.show(N);
  if (Contents.threadOf(N)) {
    if (std::optional<std::string> Name = Contents.threadName(N))
      Text += " \"" + escapeQuoted(*Name, '"', Out.Mode) + '"';
  } else if (std::optional<JavaString> S = Contents.string(N)) {
    // Not within a character.
    size_t End = std::min<size_t>(S->Text.size(), 40);
    while (End && End < S->Text.size() &&
           (uint8_t(S->Text[End]) & 0xc0) == 0x80)
      --End;
    StringRef Start = StringRef(S->Text).take_front(End);
    Text += " \"" + escapeQuoted(Start, '"', Out.Mode) +
            (Start.size() < S->Text.size() ? "\"..." : "\"");
  }
  return Text;
}

std::string SuspectPrinter::contentName(const SuspectContent &Content) const {
  std::string Text = Out.show(stableClassName(typeName(G, Content.Type)));
  if (Content.Loaders > 1)
    Text += " (" + std::to_string(Content.Loaders) + " loaders)";
  return Text;
}

/// The name of \p From's reference to \p To; empty if there is none.
std::string SuspectPrinter::label(Node From, Node To) const {
  std::optional<ReferenceLabel> L = Contents.labelOf(From, To);
  return L ? Out.show(Contents.spell(*L)) : "";
}

std::vector<std::string> SuspectPrinter::rootsOf(Node N) const {
  std::vector<std::string> Kinds;
  ArrayRef<GraphRoot> Roots = G.roots();
  const GraphRoot *R =
      partition_point(Roots, [&](const GraphRoot &R) { return R.Object < N; });
  for (; R != Roots.end() && R->Object == N; ++R) {
    std::string Kind = recordInfo(R->Kind).Text;
    if (R->Thread == NoNode && !is_contained(Kinds, Kind))
      Kinds.push_back(std::move(Kind));
  }
  return Kinds;
}

const ThreadInfo *SuspectPrinter::thread(const LeakSuspect &S) const {
  return S.Kind == SuspectKind::Thread ? Contents.threadOf(S.Way[S.Holder])
                                       : nullptr;
}

/// The class of \p Of, possibly of several loaders.
std::string SuspectPrinter::className(ArrayRef<Node> Of) const {
  std::string Name = Out.show(stableClassName(G.describe(Of[0])));
  DenseSet<uint64_t> Types;
  DenseSet<IdKey> Loaders;
  for (Node N : Of)
    if (uint64_t Type = G.types().get(N); Types.insert(Type).second)
      Loaders.insert(G.classes()[Type % G.classes().size()].Loader);
  if (Types.size() > 1 && Loaders.size() < Types.size())
    Name += " (" + std::to_string(Types.size()) + " classes";
  if (Loaders.size() > 1)
    Name += (Loaders.size() < Types.size() ? ", " : " (") +
            std::to_string(Loaders.size()) + " loaders";
  return Types.size() > 1 ? Name + ")" : Name;
}

std::string SuspectPrinter::headline(const LeakSuspect &S) const {
  std::string Class = className(S.Points);
  std::string Size = size(S.Retained);
  if (S.Kind == SuspectKind::Group)
    return counted(S.Points.size(), "object") + " of " + Class + " retain " +
           Size + "; no single object holds them.";
  if (S.Points.size() > 1)
    return counted(S.Points.size(), "object") + " of " + Class +
           ", each held in the same way, retain " + Size + ".";
  Node Holder = S.Way[S.Holder];
  std::string Who = "The object " + Out.show(Holder);
  switch (S.Kind) {
  case SuspectKind::Thread:
    Who = "The thread " + Out.show(Holder);
    if (std::optional<std::string> Name = Contents.threadName(Holder))
      Who = "The thread \"" + escapeQuoted(*Name, '"', Out.Mode) + '"';
    break;
  case SuspectKind::Class: {
    const std::string &Name = G.classes()[G.asClass(Holder)].Name;
    std::string Label;
    if (S.Holder + 1 != S.Way.size())
      Label = label(Holder, S.Way[S.Holder + 1]);
    StringRef Field = Label;
    Who = Field.consume_front("static ")
              ? "The static field " + Field.str() + " of " + Out.show(Name)
              : "The class " + Out.show(Name);
    break;
  }
  case SuspectKind::Loader:
    Who = "The class loader " + Out.show(Holder);
    break;
  case SuspectKind::Object:
  case SuspectKind::Group:
    break;
  }
  return Who + " holds " + size(heldBytes(S)) + ".";
}

/// The retained size of the holder, from its step on the path, or of the field
/// of a class that the headline names.
uint64_t SuspectPrinter::heldBytes(const LeakSuspect &S) const {
  size_t Step = S.Holder;
  if (S.Kind == SuspectKind::Class && Step + 1 != S.Way.size() &&
      StringRef(label(S.Way[Step], S.Way[Step + 1])).starts_with("static "))
    ++Step;
  return S.WayBytes[Step];
}

/// Where memory accumulates, and as what.
std::string SuspectPrinter::accumulation(const LeakSuspect &S) const {
  if (S.Kind == SuspectKind::Group)
    return "";
  Node Point = S.Points[0];
  uint64_t Type = G.types().get(Point);
  auto InAll = [&](uint64_t Type) -> uint64_t {
    for (const SuspectContent &Row : S.Contents)
      if (stableClassName(typeName(G, Row.Type)) ==
          stableClassName(typeName(G, Type)))
        return Row.Objects;
    return 0;
  };
  // If something is between holder and point, the point retains less.
  std::string They = "They accumulate in ";
  if (S.Points.size() == 1 && heldBytes(S) != S.Retained)
    They = "Of these, " + size(S.Retained) + " accumulate in ";
  if (S.Nested) {
    uint64_t All = InAll(Type);
    return They + (All ? counted(All, "object") : "objects") + " of " +
           Out.show(typeName(G, Type)) +
           " that hold each other, as in a list or a tree; the first is " +
           jsonId(G.id(Point)) + ".";
  }
  if (S.Children.empty() || G.shallow(Point) >= S.Own / 2) {
    uint64_t Length = G.arrayLength(Point);
    return Out.show(Point) + " is large itself: " +
           (Length ? counted(Length, "element") + ", " : "") +
           bytesText(G.shallow(Point)) + ".";
  }
  const SuspectContent &Child = S.Children[0];
  std::string Text = They + Out.show(Point);
  if (S.Points.size() > 1)
    Text = "They accumulate in each of them, such as " + Out.show(Point);
  if (Child.Bytes < S.Own / 2)
    Text += ", as objects of several classes.";
  else
    // Objects held by other such objects, as in the chains of a hash table, are
    // not children.
    Text += ", as " + counted(Child.Objects, "object") + " of " +
            contentName(Child) + " directly below" +
            (InAll(Child.Type) > Child.Objects
                 ? " (of " + std::to_string(InAll(Child.Type)) + " in all)"
                 : "") +
            (Child.Objects == 1 ? " that retains " : " that retain ") +
            size(Child.Bytes) + ".";
  if (S.Own < S.Retained / 100 * 95)
    Text += " Another " + counted(S.Retained - S.Own, "byte is", "bytes are") +
            " in large objects below.";
  return Text;
}
