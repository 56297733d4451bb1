//===- SuspectWords.cpp - Leak suspects in words --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Contents/ObjectNames.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
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

/// The start of \p Text in quotes.
std::string SuspectPrinter::quoted(StringRef Text) const {
  // Not within a character.
  size_t End = std::min<size_t>(Text.size(), 40);
  while (End && End < Text.size() && (uint8_t(Text[End]) & 0xc0) == 0x80)
    --End;
  return '"' + escapeQuoted(Text.take_front(End), '"', Out.Mode) +
         (End < Text.size() ? "\"..." : "\"");
}

/// Includes the name of a thread, or of something else that has a name, and the
/// text of a String.
std::string SuspectPrinter::object(Node N) const {
  std::string Text = Out.show(N);
  if (std::optional<std::string> Name = objectName(Contents, N))
    Text += ' ' + quoted(*Name);
  else if (std::optional<JavaString> S = Contents.string(N))
    Text += ' ' + quoted(S->Text);
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

/// "the thread "main"", "the static field ALL of app.Registry", "the field
/// table of app.Cache 0x510". Without \p IsOne, any object of the class is
/// meant.
std::string SuspectPrinter::ownerText(const SuspectOwner &O, bool IsOne) const {
  std::string Label;
  if (O.Owned != NoNode)
    Label = label(O.Object, O.Owned);
  if (ClassNumber C = G.asClass(O.Object); C != NoClass) {
    StringRef Field = Label;
    std::string Name = Out.show(G.classes()[C].Name);
    return Field.consume_front("static ")
               ? "the static field " + Field.str() + " of " + Name
               : "the class " + Name;
  }
  if (std::optional<std::string> Name = Contents.threadName(O.Object); Name)
    return "the thread \"" + escapeQuoted(*Name, '"', Out.Mode) + '"';
  std::string Who = IsOne ? Out.show(O.Object)
                          : Out.show(stableClassName(G.describe(O.Object)));
  if (std::optional<std::string> Name = objectName(Contents, O.Object);
      Name && IsOne)
    Who += ' ' + quoted(*Name);
  if (Contents.threadOf(O.Object))
    return "the thread " + Who;
  return Label.empty() ? "the object " + Who
                       : "the field " + Label + " of " + Who;
}

/// What holds a suspect of one point, when no owner is known.
std::string SuspectPrinter::holderText(const LeakSuspect &S) const {
  Node Holder = S.Way[S.Holder];
  if (S.Kind == SuspectKind::Loader)
    return "the class loader " + Out.show(Holder);
  if (S.Kind == SuspectKind::Class && S.Holder + 1 != S.Way.size())
    return ownerText({Holder, S.Way[S.Holder + 1]});
  return ownerText({Holder, NoNode});
}

/// Whether the field of the program holds little else, so that it is named
/// first.
bool SuspectPrinter::isProgramFirst(const LeakSuspect &S) const {
  if (!S.Program)
    return false;
  if (!S.Owner || S.Program.Owned == NoNode)
    return true;
  auto At = llvm::find(S.Way, S.Program.Object);
  return At != S.Way.end() && At + 1 != S.Way.end() &&
         S.WayBytes[At + 1 - S.Way.begin()] <= S.Retained / 4 * 5;
}

/// "1277 × shop.Product", and what these are in or what is in them.
std::string SuspectPrinter::elementsText(const LeakSuspect &S) const {
  if (S.Elements.empty())
    return "";
  auto Count = [&](const SuspectContent &C) {
    return std::to_string(C.Objects) + " × " + contentName(C);
  };
  const SuspectContent &E = S.Elements[0];
  auto Part = [&](const SuspectContent &C) {
    bool IsAsMany = C.Objects <= E.Objects + E.Objects / 20 &&
                    E.Objects <= C.Objects + C.Objects / 20;
    return IsAsMany ? "as many " + contentName(C) : Count(C);
  };
  std::string Text = Count(E);
  if (S.Outer.Objects)
    Text += " in " + Part(S.Outer);
  if (S.Inner.Objects)
    Text += " with " + Part(S.Inner);
  constexpr size_t Most = 3;
  for (const SuspectContent &C :
       ArrayRef(S.Elements).take_front(Most).drop_front())
    if (C.Bytes >= E.Bytes / 4 && !(S.Inner.Objects && C.Type == S.Inner.Type))
      Text += " and " + Count(C);
  return Text;
}

/// Whether it is the points themselves that accumulate.
bool SuspectPrinter::arePointsElements(const LeakSuspect &S) const {
  return S.Elements.size() == 1 && S.Elements[0].Objects == S.Points.size() &&
         stableClassName(typeName(G, S.Elements[0].Type)) ==
             stableClassName(G.describe(S.Points[0]));
}

std::string SuspectPrinter::headline(const LeakSuspect &S) const {
  const bool IsOne = S.Points.size() == 1;
  const bool HasOwner = S.Owner || S.Program;
  // The rest is said with the other suspects.
  const bool IsPart = S.Own < S.Retained / 100 * 95;
  const std::string Size = IsPart ? size(S.Own) + ", besides " +
                                        counted(S.Retained - S.Own, "byte") +
                                        " in other suspects"
                                  : size(S.Retained);
  const std::string Each =
      counted(S.Points.size(), "object") + " of " + className(S.Points);
  std::string What = elementsText(S);
  if (S.Local)
    What += " in the ThreadLocal" +
            ownerText(S.Local).substr(strlen("the static field"));
  // Saying twice that it is these does not help.
  const bool AreSame = arePointsElements(S);
  if (What.empty() || (AreSame && (!HasOwner || S.Kind == SuspectKind::Group)))
    What = Size;
  else
    What += ": " + Size;
  if (S.Kind == SuspectKind::Group)
    return Each + (What == Size ? " retain " : " hold ") + What +
           "; no single object holds them.";
  if (!HasOwner && !IsOne)
    return Each + ", each held in the same way, " +
           (What == Size ? "retain " : "hold ") + What + ".";
  std::string Who = isProgramFirst(S) ? ownerText(S.Program)
                    : S.Owner         ? ownerText(S.Owner, IsOne)
                                      : holderText(S);
  Who[0] = toUpper(Who[0]);
  return Who + " holds " + What +
         (IsOne || AreSame
              ? ""
              : ", in " + Each + " that are held in the same way") +
         ".";
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
  const std::string They = "They accumulate in ";
  if (S.Nested) {
    uint64_t All = InAll(Type);
    return They + (All ? counted(All, "object") : "objects") + " of " +
           Out.show(typeName(G, Type)) +
           " that hold each other, as in a list or a tree; the first is " +
           jsonId(G.id(Point)) + ".";
  }
  if (S.Children.empty() && G.shallow(Point) < S.Own / 2)
    return They + Out.show(Point) + ".";
  if (G.shallow(Point) >= S.Own / 2) {
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
    Text += S.Elements.empty() ? ", as objects of several classes." : ".";
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
  return Text;
}
