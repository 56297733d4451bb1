//===- SuspectWords.cpp - Leak suspects in sentences ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/SuspectWords.h"
#include "QuotedStart.h"
#include "hprof/Analysis/Contents/ObjectNames.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

std::string SuspectWords::share(uint64_t Bytes) const {
  std::string Text;
  if (All)
    raw_string_ostream(Text)
        << format("%.1f%%", *All ? 100.0 * double(Bytes) / double(*All) : 0.0);
  return Text;
}

Prose SuspectWords::size(uint64_t Bytes) const {
  return Prose().size(Bytes, share(Bytes));
}

Prose SuspectWords::node(Node N) const {
  Prose Text = Prose().name(G.describe(N)) << " ";
  Text.id(G.id(N));
  if (isLoader(G, N))
    if (std::optional<std::string> Name = objectContent(Contents, N))
      (Text << " ").quoted(*Name);
  return Text;
}

Prose SuspectWords::object(Node N) const {
  Prose Text = node(N);
  if (std::optional<std::string> Name = objectName(Contents, N))
    addQuotedStart(Text << " ", Contents, *Name);
  else if (std::optional<JavaString> S = Contents.string(N))
    addQuotedStart(Text << " ", Contents, S->Text);
  return Text;
}

Prose SuspectWords::contentName(const SuspectContent &Content) const {
  Prose Text = Prose().name(stableClassName(typeName(G, Content.Type)));
  if (Content.Loaders > 1)
    (Text << " (").number(Content.Loaders) << " loaders)";
  return Text;
}

std::string SuspectWords::label(Node From, Node To) const {
  std::optional<ReferenceLabel> L = Contents.labelOf(From, To);
  if (!L)
    return "";
  std::string Text = Contents.spell(*L);
  if (L->Kind != LabelKind::Element)
    return Text;
  if (!FastLocals)
    FastLocals.emplace(Contents);
  const StringRef Variable = FastLocals->variable(From, L->Index);
  return Variable.empty() ? Text
                          : Text + " (FastThreadLocal " + Variable.str() + ")";
}

/// Returns the class of \p Of, which may be from several loaders.
Prose SuspectWords::className(ArrayRef<Node> Of) const {
  Prose Name = Prose().name(stableClassName(G.describe(Of[0])));
  DenseSet<TypeNumber> Types;
  DenseSet<IdKey> Loaders;
  for (Node N : Of)
    if (uint64_t Type = G.types().get(N); Types.insert(Type).second)
      Loaders.insert(G.classes()[Type % G.classes().size()].Loader);
  if (Types.size() > 1 && Loaders.size() < Types.size())
    (Name << " (").number(Types.size()) << " classes";
  if (Loaders.size() > 1)
    (Name << (Loaders.size() < Types.size() ? ", " : " ("))
            .number(Loaders.size())
        << " loaders";
  return Types.size() > 1 ? Name << ")" : Name;
}

bool SuspectWords::isThread(const SuspectOwner &O) const {
  return Contents.threadOf(O.Object) ||
         Contents.threadName(O.Object).has_value();
}

/// Whether owner() names several objects rather than a field.
bool SuspectWords::isPlural(const SuspectOwner &O) const {
  if (O.InAll == 1 || G.asClass(O.Object) != NoClass)
    return false;
  return isThread(O) || O.Owned == NoNode || label(O.Object, O.Owned).empty();
}

/// Returns "5 threads, for example "main"", "3 objects of app.Cache".
Prose SuspectWords::several(const SuspectOwner &O) const {
  if (!isThread(O))
    return (Prose().count(O.InAll, "object") << " of ")
        .name(stableClassName(G.describe(O.Object)));
  Prose Text = Prose().count(O.InAll, "thread") << ", for example ";
  if (std::optional<std::string> Name = Contents.threadName(O.Object))
    Text.quoted(*Name);
  else
    Text.prose(node(O.Object));
  return Text;
}

/// Returns a noun for objects that owner() counts: "thread", "app.Cache".
Prose SuspectWords::oneOf(const SuspectOwner &O) const {
  if (G.asClass(O.Object) != NoClass)
    return Prose() << "class";
  if (isThread(O))
    return Prose() << "thread";
  return Prose().name(stableClassName(G.describe(O.Object)));
}

/// Returns the field of \p O, unless several fields refer to the same object.
std::optional<ReferenceLabel>
SuspectWords::onlyLabel(const SuspectOwner &O) const {
  std::optional<ReferenceLabel> Only;
  if (O.Owned == NoNode)
    return Only;
  bool HasMore = false;
  Contents.forEachEdge(O.Object, [&](const ReferenceLabel &L, Node To) {
    if (To != O.Owned)
      return true;
    HasMore = Only.has_value();
    Only = L;
    return !HasMore;
  });
  return HasMore ? std::nullopt : Only;
}

/// Returns "the thread "main"", "the static field ALL of app.Registry", "the
/// field table of app.Cache 0x510". Similar owners are counted; without \p
/// IsOne, refers to any object of the class. \p The is the first word.
Prose SuspectWords::owner(const SuspectOwner &O, bool IsOne,
                          StringRef The) const {
  if (isPlural(O))
    return several(O);
  const std::optional<ReferenceLabel> L = onlyLabel(O);
  Prose Text;
  Text << The;
  if (ClassNumber C = G.asClass(O.Object); C != NoClass) {
    if (L && L->Kind == LabelKind::Static)
      (Text << " static field ").name(Contents.name(*L)) << " of ";
    else
      Text << " class ";
    Text.name(G.classes()[C].Name);
    if (O.InAll > 1)
      (Text << " (").count(O.InAll, "class", "classes") << ")";
    return Text;
  }
  if (IsOne || O.Owned == NoNode)
    if (std::optional<std::string> Name = Contents.threadName(O.Object))
      return (Text << " thread ").quoted(*Name);
  Prose Who = O.InAll > 1 ? several(O)
              : IsOne     ? node(O.Object)
                          : Prose().name(stableClassName(G.describe(O.Object)));
  if (std::optional<std::string> Name = objectName(Contents, O.Object);
      Name && IsOne)
    addQuotedStart(Who << " ", Contents, *Name);
  const std::string Label = L ? Contents.spell(*L) : "";
  if (Contents.threadOf(O.Object) && (IsOne || Label.empty()))
    Text << " thread ";
  else if (Label.empty())
    Text << " object ";
  else
    (Text << " field ").name(Label) << " of ";
  return Text.prose(Who);
}

/// Returns the holder according to the kind of \p S.
Prose SuspectWords::holder(const LeakSuspect &S, StringRef The) const {
  const Node Holder = S.Way[S.Holder];
  if (S.Kind == SuspectKind::Loader)
    return (Prose() << The << " class loader ").prose(node(Holder));
  if (S.Kind == SuspectKind::Thread)
    return owner({Holder, NoNode, S.Holders}, /*IsOne=*/true, The);
  const bool HasField =
      S.Kind == SuspectKind::Class && S.Holder + 1 != S.Way.size();
  return owner({Holder, HasField ? S.Way[S.Holder + 1] : NoNode},
               /*IsOne=*/true, The);
}

/// Whether the application's field holds little besides this suspect, and is
/// therefore named first.
bool SuspectWords::isProgramFirst(const LeakSuspect &S) const {
  if (!S.Program)
    return false;
  if (!S.Owner || S.Program.Owned == NoNode)
    return true;
  auto At = llvm::find(S.Way, S.Program.Object);
  return At != S.Way.end() && At + 1 != S.Way.end() &&
         S.WayBytes[size_t(At + 1 - S.Way.begin())] <= S.Retained / 4 * 5;
}

/// Returns "1277 × shop.Product", with the objects around and inside them.
Prose SuspectWords::elements(const LeakSuspect &S) const {
  Prose Text;
  if (S.Elements.empty())
    return Text;
  auto Count = [&](const SuspectContent &C) {
    Text.number(C.Objects) << " × ";
    Text.prose(contentName(C));
  };
  const SuspectContent &E = S.Elements[0];
  auto Part = [&](const SuspectContent &C) {
    if (C.Objects == E.Objects)
      (Text << "as many ").prose(contentName(C));
    else
      Count(C);
  };
  Count(E);
  if (S.Outer.Objects) {
    Text << " in ";
    Part(S.Outer);
  }
  // Elements of other classes may be held elsewhere.
  if (S.Local)
    Text.prose(local(S.Local));
  if (S.Inner.Objects) {
    Text << " with ";
    Part(S.Inner);
    if (S.InnerEach > 1)
      (Text << ", ").number(S.InnerEach) << " each";
  }
  constexpr size_t Most = 3;
  for (const SuspectContent &C :
       ArrayRef(S.Elements).take_front(Most).drop_front())
    if (C.Bytes >= E.Bytes / 4 &&
        !(S.Inner.Objects && C.Type == S.Inner.Type)) {
      Text << (S.Outer.Objects || S.InnerEach > 1 ? ", and " : " and ");
      Count(C);
    }
  return Text;
}

/// Whether the points themselves accumulate.
bool SuspectWords::arePointsElements(const LeakSuspect &S) const {
  return S.Elements.size() == 1 && S.Elements[0].Objects == S.Points.size() &&
         stableClassName(typeName(G, S.Elements[0].Type)) ==
             stableClassName(G.describe(S.Points[0]));
}

/// Returns " in the ThreadLocal CART of app.Shop".
Prose SuspectWords::local(const SuspectOwner &O) const {
  Prose Text;
  const ClassNumber C = G.asClass(O.Object);
  const std::optional<ReferenceLabel> L = Contents.labelOf(O.Object, O.Owned);
  if (L && L->Kind == LabelKind::Static)
    (Text << " in the ThreadLocal ").name(Contents.name(*L)) << " of ";
  else
    Text << " in a ThreadLocal of ";
  return C == NoClass ? Text.prose(node(O.Object))
                      : Text.name(G.classes()[C].Name);
}

/// Returns the root kind of \p N, except for frames of a thread.
std::optional<RecordKind> SuspectWords::rootKind(Node N) const {
  const GraphRoot *R = partition_point(
      G.roots(), [&](const GraphRoot &Of) { return Of.Object < N; });
  for (; R != G.roots().end() && R->Object == N; ++R)
    if (R->Thread == NoNode)
      return R->Kind;
  return std::nullopt;
}

/// Returns the kind of a root that is held from outside the Java program.
Prose SuspectWords::rootOutside(Node N) const {
  static constexpr RecordKind Outside[] = {
      RecordKind::RootJniGlobal, RecordKind::RootJniLocal,
      RecordKind::RootNativeStack, RecordKind::RootMonitorUsed,
      RecordKind::RootJniMonitor};
  const std::optional<RecordKind> Kind = rootKind(N);
  return Kind && is_contained(Outside, *Kind) ? Prose(recordInfo(*Kind).Text)
                                              : Prose();
}

/// Returns the beginning of the path to \p S, unless its holder implies it.
Prose SuspectWords::beginning(const LeakSuspect &S) const {
  const Prose Root = rootOutside(S.Way[0]);
  if (Root.empty() || S.Kind == SuspectKind::Class ||
      S.Kind == SuspectKind::Thread)
    return {};
  return Prose(S.Points.size() == 1
                   ? "; the path begins at "
                   : "; the path to the first of them begins at ")
      .prose(Root);
}

/// Describes how a group is held, since nothing dominates its members.
Prose SuspectWords::heldTogether(const LeakSuspect &S) const {
  if (isStaticOfAll(S)) {
    Prose Text = Prose("; ").prose(owner(S.Owner, /*IsOne=*/true))
                 << " leads to ";
    if (S.Owned == S.Points.size())
      Text << "all of them";
    else
      (Text << "the first ").number(S.Owned) << " of them";
    return Text << (S.OtherwiseHeld ? ", and so do other references." : ".");
  }
  const Prose Root = rootOutside(S.Points[0]);
  const std::optional<RecordKind> Kind = rootKind(S.Points[0]);
  const bool AreRoots = !Root.empty() && all_of(S.Points, [&](Node N) {
    return rootKind(N) == Kind;
  });
  return AreRoots ? Prose("; each is a root: ").prose(Root) << "."
                  : Prose("; no single object holds them.");
}

/// Whether a static field leads to all sampled members of a group.
bool SuspectWords::isStaticOfAll(const LeakSuspect &S) const {
  return S.Kind == SuspectKind::Group && S.Owned && S.Owned == S.Sampled &&
         G.asClass(S.Owner.Object) != NoClass;
}

Prose SuspectWords::headline(const LeakSuspect &S) const {
  const bool IsOne = S.Points.size() == 1;
  const bool HasOwner = S.Owner || S.Program;
  // The other bytes are described with the other suspects.
  const bool IsPart = S.Own < S.Retained / 100 * 95;
  Prose Size = size(IsPart ? S.Own : S.Retained);
  if (IsPart)
    (Size << ", plus ").count(S.Retained - S.Own, "byte")
        << " in other suspects";
  Prose Each = (Prose().count(S.Points.size(), "object") << " of ")
                   .prose(className(S.Points));
  Prose What = elements(S);
  // Avoid naming the same objects twice.
  const bool AreSame = arePointsElements(S);
  const bool IsSize =
      What.empty() || (AreSame && (!HasOwner || S.Kind == SuspectKind::Group));
  What = IsSize ? Size : (What << ": ").prose(Size);
  if (S.Kind == SuspectKind::Group)
    return (Each << (IsSize ? " retain " : " hold "))
        .prose(What)
        .prose(heldTogether(S));
  if (!HasOwner && !IsOne)
    return (Each << ", each held in the same way, "
                 << (IsSize ? "retain " : "hold "))
               .prose(What)
               .prose(beginning(S))
           << ".";
  const SuspectOwner &First = isProgramFirst(S) ? S.Program : S.Owner;
  Prose Text = First ? owner(First, First.InAll == 1, "The") : holder(S, "The");
  // In a group, OtherwiseHeld is a number of members.
  const bool IsAlone = !S.OtherwiseHeld || &First != &S.Owner;
  const bool AreMany = isPlural(First);
  Text << (AreMany && isThread(First) ? ", " : " ")
       << (IsAlone ? "hold" : "lead") << (AreMany ? "" : "s")
       << (IsAlone ? " " : " to ");
  Text.prose(What);
  if (First.InAll > 1 && First.MostBytes && !IsPart)
    ((Text << (First.MostBytes * First.InAll == S.Retained ? ", "
                                                           : ", at most "))
         .prose(size(First.MostBytes))
     << " for each ")
        .prose(oneOf(First));
  if (!IsOne && !AreSame)
    (Text << ", in ").prose(Each) << " that are held in the same way";
  if (!IsAlone)
    Text << "; other references lead there, too";
  return Text.prose(beginning(S)) << ".";
}

/// Returns the total number of objects named like \p Type, if known.
uint64_t SuspectWords::inAll(const LeakSuspect &S, uint64_t Type) const {
  for (const SuspectContent &Row : S.Contents)
    if (stableClassName(typeName(G, Row.Type)) ==
        stableClassName(typeName(G, Type)))
      return Row.Objects;
  return 0;
}

/// Returns "Accumulation point: list or tree of 100 objects of app.Node,
/// starting at 0x510."
Prose SuspectWords::chain(const LeakSuspect &S) const {
  const bool IsOne = S.Points.size() == 1;
  Prose Text = IsOne ? "Accumulation point: list or tree of "
                     : "Accumulation points: lists or trees of ";
  if (S.Nested > 1)
    Text.count(S.Nested, "object");
  else // The point is a member of a group; its nodes are not counted.
    Text << "objects";
  (Text << " of ").name(typeName(G, G.types().get(S.Points[0])))
      << (IsOne ? ", starting at " : ", one starting at ");
  return Text.id(G.id(S.Points[0])) << ".";
}

Prose SuspectWords::accumulation(const LeakSuspect &S) const {
  Prose Text;
  if (S.Kind == SuspectKind::Group)
    return Text;
  if (S.Nested)
    return chain(S);
  const Node Point = S.Points[0];
  const bool IsOne = S.Points.size() == 1;
  const bool IsLarge =
      IsOne ? G.shallow(Point) >= S.Own / 2
            : all_of(zip(S.Points, S.PointBytes), [&](const auto &Of) {
                return G.shallow(std::get<0>(Of)) >= std::get<1>(Of) / 2;
              });
  if (IsLarge) {
    Text << (IsOne ? "The object itself is large: "
                   : "The objects themselves are large, for example ");
    Text.prose(node(Point)) << (IsOne ? ", " : ": ");
    if (const uint64_t Length = G.arrayLength(Point))
      Text.count(Length, "element") << ", ";
    return Text.bytes(G.shallow(Point)) << ".";
  }
  if (IsOne)
    Text << "Accumulation point: ";
  else
    Text.count(S.Points.size(), "accumulation point") << ", for example ";
  Text.prose(node(Point));
  if (S.Children.empty())
    return Text << ".";
  const SuspectContent &Child = S.Children[0];
  if (Child.Bytes < S.Own / 2)
    return Text << (S.Elements.empty() ? ", with objects of several classes."
                                       : ".");
  // The number is a total over all points.
  Text << (IsOne               ? "; directly below it, "
           : Child.Objects > 1 ? "; directly below them, "
                               : "; directly below one of them, ");
  (Text.count(Child.Objects, "object") << " of ").prose(contentName(Child));
  // Objects held by objects of the same class, as in the chains of a hash
  // table, are not children.
  if (const uint64_t Objects = inAll(S, Child.Type); Objects > Child.Objects)
    (Text << " (of ").number(Objects) << " in total)";
  Text << (Child.Objects == 1 ? " retains " : " retain ");
  return Text.prose(size(Child.Bytes)) << ".";
}
