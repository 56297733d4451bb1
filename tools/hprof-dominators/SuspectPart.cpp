//===- SuspectPart.cpp - Prints leak suspects -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"
#include "hprof/Analysis/Graph/DominatorClasses.h"
#include "hprof/Analysis/Graph/HeapContents.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Graph/LeakSuspects.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/Records.h"
#include "hprof/Tool/Counted.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace hprof;
using namespace llvm;

namespace {

/// What refers to objects, by class and field.
struct Referrers {
  struct Row {
    std::string What; ///< "java.util.HashMap$Node.value".
    uint64_t Times = 0;
  };
  std::vector<Row> Rows;
  uint64_t Others = 0; ///< Times of rows that are left out.
};

/// Prints the suspects of one dump.
class SuspectPrinter {
public:
  SuspectPrinter(const DominatorOutput &Out, const HeapContents &Contents)
      : Out(Out), G(Out.G), Contents(Contents) {}
  Error print(ArrayRef<LeakSuspect> All);

private:
  void printText(size_t Number, const LeakSuspect &S);
  void printJson(const LeakSuspect &S);
  std::string headline(const LeakSuspect &S) const;
  uint64_t heldBytes(const LeakSuspect &S) const;
  std::string accumulation(const LeakSuspect &S) const;
  void printWay(const LeakSuspect &S);
  void printNext(const LeakSuspect &S);
  std::string command(ArrayRef<std::string> Words) const;
  void printStack(size_t Number, const LeakSuspect &S);
  void printContents(StringRef Title, ArrayRef<SuspectContent> Rows);
  Error printReferrers(const LeakSuspect &S);

  std::string size(uint64_t Bytes) const;
  std::string object(Node N) const;
  std::string contentName(const SuspectContent &Content) const;
  std::string label(Node From, Node To) const;
  std::vector<std::string> rootsOf(Node N) const;
  const JavaThread *thread(const LeakSuspect &S) const;
  Expected<Referrers> referrers(ArrayRef<Node> Of) const;
  void forEachLabel(Node From, Node To, bool IsFirst,
                    function_ref<void(std::string)> F) const;

  /// Enough to see the rule.
  static constexpr unsigned MostReferred = 1000;
  const DominatorOutput &Out;
  const HeapGraph &G;
  const HeapContents &Contents;
  /// By point and by thread: the suspect in which it came first.
  DenseMap<Node, size_t> NumberOf;
  DenseMap<const JavaThread *, size_t> StackOf;
  DenseSet<Node> IsReferrerPrinted;
};

} // namespace

/// "5394960 bytes (5.1 MiB, 71.2%)".
std::string SuspectPrinter::size(uint64_t Bytes) const {
  static constexpr const char *Units[] = {"KiB", "MiB", "GiB", "TiB"};
  double Scaled = double(Bytes) / 1024;
  unsigned I = 0;
  for (; Scaled >= 1024 && I + 1 != std::size(Units); ++I)
    Scaled /= 1024;
  std::string Text;
  raw_string_ostream(Text) << counted(Bytes, "byte") << " ("
                           << format("%.1f %s", Scaled, Units[I]) << ", "
                           << Out.percent(Bytes) << ')';
  return Text;
}

/// With the name of a thread and the text of a String.
std::string SuspectPrinter::object(Node N) const {
  std::string Text = Out.show(N);
  if (const JavaThread *T = Contents.threadOf(N)) {
    if (T->Name)
      Text += " \"" + escapeQuoted(*T->Name, '"', Out.Mode) + '"';
  } else if (std::optional<JavaString> S = Contents.string(N)) {
    StringRef Start = StringRef(S->Text).take_front(40);
    Text += " \"" + escapeQuoted(Start, '"', Out.Mode) +
            (Start.size() < S->Text.size() ? "\"..." : "\"");
  }
  return Text;
}

std::string SuspectPrinter::contentName(const SuspectContent &Content) const {
  std::string Text = Out.show(typeName(G, Content.Type));
  if (Content.Loaders > 1)
    Text += " (" + std::to_string(Content.Loaders) + " loaders)";
  return Text;
}

/// What \p From calls \p To; empty when it does not refer to it itself.
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

const JavaThread *SuspectPrinter::thread(const LeakSuspect &S) const {
  return S.Kind == SuspectKind::Thread ? Contents.threadOf(S.Way[S.Holder])
                                       : nullptr;
}

/// Of one object nearly all references are counted, of many the first ones.
Expected<Referrers> SuspectPrinter::referrers(ArrayRef<Node> Of) const {
  Expected<const InboundReferences *> Inbound = Out.Session.inbound();
  if (!Inbound)
    return Inbound.takeError();
  const unsigned MostReferences = Of.size() == 1 ? 1000000 : 100;
  constexpr unsigned MostRows = 5;
  Referrers Found;
  std::map<std::pair<uint64_t, std::string>, uint64_t> Times; // By type.
  for (Node N : Of.take_front(MostReferred)) {
    unsigned Seen = 0;
    Node Last = NoNode;
    (*Inbound)->forEach(N, [&](Node From) {
      // Those of one object come one after the other.
      if (Out.Session.isHeld(From))
        forEachLabel(From, N, From != Last, [&](std::string Label) {
          ++Times[{G.types().get(From), std::move(Label)}];
        });
      Last = From;
      return ++Seen != MostReferences;
    });
  }
  for (const auto &[Key, Count] : Times)
    Found.Rows.push_back({typeName(G, Key.first) + Key.second, Count});
  sort(Found.Rows, [](const Referrers::Row &A, const Referrers::Row &B) {
    return std::tie(B.Times, A.What) < std::tie(A.Times, B.What);
  });
  for (; Found.Rows.size() > MostRows; Found.Rows.pop_back())
    Found.Others += Found.Rows.back().Times;
  return Found;
}

/// How \p From refers to \p To, ".next", " <local>", each time that it does;
/// for a caller that comes as often, the first time with \p IsFirst.
void SuspectPrinter::forEachLabel(Node From, Node To, bool IsFirst,
                                  function_ref<void(std::string)> F) const {
  uint64_t Type = G.types().get(From);
  // No need to know which of maybe many elements.
  if (G.heads()[Type] == HeapGraph::ArrayHead)
    return F(G.classNodes()[Type] == To ? " <class>" : "[*]");
  if (!IsFirst)
    return;
  Contents.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
    bool IsIgnored = L.Strength != ReferenceKind::Strong &&
                     Out.Leaks->Ignored.contains(L.Strength);
    if (N == To && !IsIgnored)
      F(L.Kind == LabelKind::Field    ? "." + Contents.name(L)
        : L.Kind == LabelKind::Static ? " " + Contents.spell(L)
                                      : " " + Contents.name(L));
    return true;
  });
}

std::string SuspectPrinter::headline(const LeakSuspect &S) const {
  std::string Class = Out.show(G.describe(S.Points[0]));
  std::string Size = size(S.Retained);
  if (S.Kind == SuspectKind::Group)
    return std::to_string(S.Points.size()) + " objects of " + Class +
           " retain " + Size + "; no single object holds them.";
  if (S.Points.size() > 1)
    return std::to_string(S.Points.size()) + " objects of " + Class +
           ", each held in the same way, retain " + Size + ".";
  Node Holder = S.Way[S.Holder];
  std::string Who = "The object " + Out.show(Holder);
  switch (S.Kind) {
  case SuspectKind::Thread:
    Who = "The thread " + Out.show(Holder);
    if (const JavaThread *T = Contents.threadOf(Holder); T && T->Name)
      Who = "The thread \"" + escapeQuoted(*T->Name, '"', Out.Mode) + '"';
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

/// What the holder retains, as its step on the way says, or the field of a
/// class that the headline names.
uint64_t SuspectPrinter::heldBytes(const LeakSuspect &S) const {
  size_t Step = S.Holder;
  if (S.Kind == SuspectKind::Class && Step + 1 != S.Way.size() &&
      StringRef(label(S.Way[Step], S.Way[Step + 1])).starts_with("static "))
    ++Step;
  return S.WayBytes[Step];
}

/// Where it accumulates, and as what.
std::string SuspectPrinter::accumulation(const LeakSuspect &S) const {
  if (S.Kind == SuspectKind::Group)
    return "";
  Node Point = S.Points[0];
  uint64_t Type = G.types().get(Point);
  auto InAll = [&](uint64_t Type) -> uint64_t {
    for (const SuspectContent &Row : S.Contents)
      if (typeName(G, Row.Type) == typeName(G, Type))
        return Row.Objects;
    return 0;
  };
  // The point has less than the holder when something is on the way.
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
           counted(G.shallow(Point), "byte") + ".";
  }
  const SuspectContent &Child = S.Children[0];
  std::string Text = They + Out.show(Point);
  if (S.Points.size() > 1)
    Text = "They accumulate in each of them, such as " + Out.show(Point);
  if (Child.Bytes < S.Own / 2)
    Text += ", as objects of several classes.";
  else
    // Those that such ones hold, as in the chains of a hash table, are no
    // children.
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

void SuspectPrinter::printWay(const LeakSuspect &S) {
  constexpr size_t Most = 24;
  std::vector<std::string> Roots = rootsOf(S.Way[0]);
  Out.OS << "   The way to it, and what each step retains:\n";
  for (auto [I, N] : enumerate(S.Way)) {
    if (S.Way.size() > Most && I == Most / 2)
      Out.OS << "     ... " << counted(S.Way.size() - Most, "step") << '\n';
    if (S.Way.size() > Most && I >= Most / 2 && I < S.Way.size() - Most / 2)
      continue;
    Out.OS << "     " << right_justify(std::to_string(S.WayBytes[I]), 12)
           << "  ";
    if (I) {
      std::string Label = label(S.Way[I - 1], N);
      Out.OS << (Label.empty() ? "(on several ways)" : Label) << ": ";
    }
    Out.OS << object(N);
    if (!I && !Roots.empty())
      Out.OS << ", " << join(Roots, ", ");
    Out.OS << '\n';
  }
}

void SuspectPrinter::printStack(size_t Number, const LeakSuspect &S) {
  const JavaThread *T = thread(S);
  if (!T)
    return;
  constexpr size_t Most = 20;
  ArrayRef<uint64_t> Stack = Contents.stack(*T);
  if (Stack.empty())
    return;
  size_t First = StackOf.try_emplace(T, Number).first->second;
  if (First != Number) {
    Out.OS << "   The stack of the thread is with suspect " << First << ".\n";
    return;
  }
  Out.OS << "   The stack of the thread:\n";
  for (size_t I = 0; I != std::min(Stack.size(), Most); ++I)
    Out.OS << "     at "
           << Out.show(Contents.frameText(T->Info.Serial, int32_t(I))) << '\n';
  if (Stack.size() > Most)
    Out.OS << "     ... " << Stack.size() - Most << " more\n";
}

void SuspectPrinter::printContents(StringRef Title,
                                   ArrayRef<SuspectContent> Rows) {
  if (Rows.empty())
    return;
  Out.OS << "   " << Title << '\n';
  for (const SuspectContent &Row : Rows)
    Out.OS << "     " << right_justify(std::to_string(Row.Bytes), 12) << "  "
           << Row.Objects << " × " << contentName(Row) << '\n';
}

/// What refers to what no single object holds.
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

void SuspectPrinter::printText(size_t Number, const LeakSuspect &S) {
  raw_ostream &OS = Out.OS;
  OS << Number << ". " << headline(S) << '\n';
  // The nearest that it is a part of.
  for (Node N : reverse(ArrayRef(S.Way).drop_back(S.Way.empty() ? 0 : 1)))
    if (auto It = NumberOf.find(N); It != NumberOf.end()) {
      OS << "   They are a part of what suspect " << It->second << " holds.\n";
      break;
    }
  if (std::string Text = accumulation(S); !Text.empty())
    OS << "   " << Text << '\n';
  if (!S.Way.empty())
    printWay(S);
  if (!S.MetBefore.empty()) {
    OS << "   Every way from the roots to them meets an object of each of\n";
    for (uint64_t Type : S.MetBefore)
      OS << "                   " << Out.show(typeName(G, Type)) << '\n';
  }
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
  J.attribute("accumulation", toUtf8(accumulation(S)));
  J.attribute("retained", S.Retained);
  J.attribute("own", S.Own);
  J.attribute("points_in_all", S.Points.size());
  J.attributeArray("points", [&] {
    for (size_t I = 0; I != std::min<size_t>(S.Points.size(), MostPoints); ++I)
      J.object([&] { Out.objectJson(S.Points[I], S.PointBytes[I]); });
  });
  J.attribute("nested", S.Nested);
  J.attributeArray("way", [&] {
    for (auto [I, N] : enumerate(S.Way))
      J.object([&, I = I, N = N] {
        if (I)
          J.attribute("label", toUtf8(label(S.Way[I - 1], N)));
        Out.objectJson(N, S.WayBytes[I]);
      });
  });
  J.attributeArray("roots", [&] {
    if (!S.Way.empty())
      for (const std::string &Kind : rootsOf(S.Way[0]))
        J.value(Kind);
  });
  auto Contained = [&](StringRef Name, ArrayRef<SuspectContent> Rows) {
    J.attributeArray(Name, [&] {
      for (const SuspectContent &Row : Rows)
        J.object([&] {
          J.attribute("class", toUtf8(typeName(G, Row.Type)));
          J.attribute("objects", Row.Objects);
          J.attribute("bytes", Row.Bytes);
          J.attribute("loaders", Row.Loaders);
        });
    });
  };
  Contained("children", S.Children);
  Contained("contents", S.Contents);
  J.attributeArray("met_before", [&] {
    for (uint64_t Type : S.MetBefore)
      J.value(toUtf8(typeName(G, Type)));
  });
  if (const JavaThread *T = thread(S)) {
    if (T->Name)
      J.attribute("thread", toUtf8(*T->Name));
    J.attributeArray("stack", [&] {
      for (size_t I = 0; I != Contents.stack(*T).size(); ++I)
        J.value(toUtf8(Contents.frameText(T->Info.Serial, int32_t(I))));
    });
  }
}

/// \p Words, the options by which this tool read the input, and the input; for
/// a shell.
std::string SuspectPrinter::command(ArrayRef<std::string> Words) const {
  std::string Text;
  for (const std::string &Word : Words)
    Text += shellWord(Word) + " ";
  for (StringRef Option : {"--layout=", "--dump=", "--index="})
    if (StringRef Value = Out.C.named(Option); !Value.empty())
      Text += shellWord((Option + Value).str()) + " ";
  if (Out.Session.origin().KeepUnreachable)
    Text += "--keep-unreachable ";
  StringRef Path = Out.Session.path();
  if (Path.size() > 1 && Path.front() == '-')
    Text += "-- ";
  return Text + shellWord(Path);
}

/// The command that shows how what accumulates is held.
void SuspectPrinter::printNext(const LeakSuspect &S) {
  ReferenceKinds Kinds = Out.Leaks->Ignored;
  if (S.Kind == SuspectKind::Group) {
    std::vector<std::string> Words = {
        "hprof-dominators", "--tree", "--group",
        "--min=" + (Out.View.Min.Text.empty() ? "10%" : Out.View.Min.Text)};
    if (!Kinds.empty())
      Words.push_back("--ignore-references=" + join(kindNames(Kinds), ","));
    Out.OS << "\nWhat the objects of a group retain, by class, is shown by\n  "
           << command(Words) << '\n';
  }
  SmallVector<uint64_t, 3> Types;
  if (S.Kind != SuspectKind::Group && !S.Children.empty())
    Types.push_back(S.Children[0].Type);
  Types.push_back(G.types().get(S.Points[0]));
  if (S.Way.size() > 1)
    Types.push_back(G.types().get(S.Way[S.Way.size() - 2]));
  // Arrays of numbers are everywhere.
  const uint64_t *Type = find_if(Types, [&](uint64_t T) {
    return T < G.classes().size() &&
           G.classes()[T].Element.value_or(BasicType::Object) ==
               BasicType::Object;
  });
  if (Type == Types.end())
    return;
  std::vector<std::string> Words = {"hprof-paths",
                                    "--class=" + typeName(G, *Type)};
  if (StringRef Asked = Out.C.named("--ignore-references="); !Asked.empty())
    Words.push_back(("--ignore-references=" + Asked).str());
  Out.OS << "\nBy which fields the objects of a class are held is shown by\n  "
         << command(Words) << '\n';
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
  for (auto [I, S] : enumerate(Suspects))
    for (Node N : S.Points)
      NumberOf.try_emplace(N, I + 1);
  for (auto [I, S] : enumerate(Suspects)) {
    if (I)
      Out.OS << '\n';
    printText(I + 1, S);
    if (Error E = printReferrers(S))
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
  Expected<const HeapContents *> Contents = Out.Session.contents();
  if (!Contents)
    return Contents.takeError();
  return SuspectPrinter(Out, **Contents).print(Out.Leaks->Suspects);
}
