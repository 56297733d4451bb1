//===- SuspectContents.cpp - What is in suspects --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectContents.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {

/// On the way down from a point, the outermost objects of at least this role.
/// Containers are looked through everywhere.
enum Level : unsigned {
  AnyLevel,
  LibraryLevel,
  ProgramLevel,
  /// The program's next objects below its outermost ones.
  InnerLevel,
  NumLevels,
};

/// What is found below the points that lie in the same suspects.
struct PartSums {
  ContentSums Objects; ///< All of them, with shallow bytes.
  std::array<ContentSums, NumLevels> Levels; ///< With retained bytes.
};

class ContentsWalk {
public:
  ContentsWalk(const HeapGraph &G, const DominatorTree &T,
               const ClassRoles &Roles, MutableArrayRef<LeakSuspect> Suspects)
      : G(G), T(T), Roles(Roles), Suspects(Suspects) {}
  Error run();

private:
  using Numbers = std::vector<uint32_t>;

  // Per object, from the lowest bit: the levels that have an object on the way
  // to it, and where it belongs: to a part, or one of these.
  static constexpr uint32_t Unknown = 0, Outside = 1, First = 2;
  static uint32_t place(uint32_t Where) { return Where << NumLevels; }

  void findParts();
  void countOwn();
  uint32_t enter(Node N, uint32_t Above);
  void chooseElements(LeakSuspect &S, const PartSums &Sum) const;
  void countRecursive(LeakSuspect &S, const PartSums &Sum) const;
  void countPoints(LeakSuspect &S) const;
  void countNodes(LeakSuspect &S) const;
  bool isOther(const SuspectContent &A, const SuspectContent &B) const;
  void nameUnlinked(LeakSuspect &S) const;

  const HeapGraph &G;
  const DominatorTree &T;
  const ClassRoles &Roles;
  MutableArrayRef<LeakSuspect> Suspects;
  BigArray<uint32_t> In;
  std::map<Numbers, uint32_t> PartOf; ///< By suspects, the innermost first.
  std::vector<PartSums> Parts;
  std::vector<uint64_t> ListType; ///< By part: the class of a list's nodes.
};

} // namespace

std::vector<SuspectContent> hprof::largestContents(const HeapGraph &G,
                                                   const ContentSums &Of) {
  std::vector<uint64_t> Types;
  for (const auto &[Type, Content] : Of)
    Types.push_back(Type);
  sort(Types);
  std::vector<SuspectContent> All;
  StringMap<size_t> Named;
  std::set<std::pair<size_t, uint64_t>> Loaders;
  for (uint64_t Type : Types) {
    const SuspectContent &Content = Of.find(Type)->second;
    size_t Classes = G.classes().size();
    uint64_t Loader = G.classes()[Type % Classes].Loader;
    auto [It, IsNew] =
        Named.try_emplace(stableClassName(typeName(G, Type)), All.size());
    bool IsLoader = Loaders.emplace(It->second, Loader).second;
    if (IsNew) {
      All.push_back(Content);
      All.back().Type = Type;
      continue;
    }
    SuspectContent &Into = All[It->second];
    Into.Objects += Content.Objects;
    Into.Bytes += Content.Bytes;
    Into.Example = std::min(Into.Example, Content.Example);
    Into.Loaders += IsLoader;
  }
  sort(All, [](const SuspectContent &A, const SuspectContent &B) {
    return std::pair(B.Bytes, A.Type) < std::pair(A.Bytes, B.Type);
  });
  if (All.size() > 5)
    All.resize(5);
  return All;
}

static void add(ContentSums &To, uint64_t Type, Node N, uint64_t Bytes) {
  SuspectContent &Content = To[Type];
  if (!Content.Objects++)
    Content.Example = N;
  Content.Bytes += Bytes;
}

static void addAll(ContentSums &To, const ContentSums &From) {
  for (const auto &[Type, Inside] : From) {
    SuspectContent &Content = To[Type];
    Content.Example = Content.Objects
                          ? std::min(Content.Example, Inside.Example)
                          : Inside.Example;
    Content.Objects += Inside.Objects;
    Content.Bytes += Inside.Bytes;
  }
}

/// Points first: they determine the suspects that contain each suspect. Points
/// of one suspect can be in different ones; those in the same one form a part.
void ContentsWalk::findParts() {
  auto SuspectAt = [&](Node N) { return (In[N] >> NumLevels) - First; };
  for (auto [I, S] : enumerate(Suspects))
    for (Node N : S.Points)
      In[N] = place(First + uint32_t(I));
  std::vector<std::pair<Node, uint32_t>> PartAt;
  for (auto [I, S] : enumerate(Suspects)) {
    if (S.Kind == SuspectKind::Group) { // No suspect contains these.
      PartOf.try_emplace({uint32_t(I)}, PartOf.size());
      continue;
    }
    std::map<uint32_t, SuspectShare> Shares; // By suspect.
    for (Node N : S.Points) {
      Numbers Around = {uint32_t(I)};
      for (Node At = T.parent(N); At != NoNode; At = T.parent(At))
        if (In[At] && !is_contained(Around, SuspectAt(At)))
          Around.push_back(SuspectAt(At));
      if (Around.size() > 1) {
        SuspectShare &Share = Shares[Around[1]];
        Share.Suspect = Around[1];
        ++Share.Points;
        Share.Bytes += T.retained(N);
      }
      auto Known = PartOf.try_emplace(std::move(Around), PartOf.size());
      PartAt.emplace_back(N, Known.first->second);
    }
    for (const auto &[Outer, Share] : Shares)
      S.PartOf.push_back(Share);
  }
  countOwn();
  for (auto [N, Part] : PartAt)
    In[N] = place(First + Part);
  for (auto [I, S] : enumerate(Suspects))
    if (S.Kind == SuspectKind::Group)
      for (Node N : S.Points)
        In[N] = place(First + PartOf.at({uint32_t(I)}));
  Parts.resize(PartOf.size());
  ListType.assign(PartOf.size(), UINT64_MAX);
  for (const auto &[Around, Part] : PartOf)
    if (const LeakSuspect &S = Suspects[Around[0]]; S.Nested)
      ListType[Part] = G.types().get(S.Points[0]);
}

/// All below a point is its own, except for what other suspects have.
void ContentsWalk::countOwn() {
  std::vector<uint64_t> Others(Suspects.size());
  for (const LeakSuspect &S : Suspects)
    for (const SuspectShare &Share : S.PartOf)
      Others[Share.Suspect] += Share.Bytes;
  for (auto [S, Bytes] : zip(Suspects, Others))
    S.Own = std::max(S.Own, S.Retained - std::min(S.Retained, Bytes));
}

/// Counts \p N, the next object below one labelled \p Above, as an element.
/// \return its label.
uint32_t ContentsWalk::enter(Node N, uint32_t Above) {
  if (Above < place(First))
    return Above;
  const uint32_t Part = (Above >> NumLevels) - First;
  const uint64_t Type = G.types().get(N);
  const ClassRole Role = Roles.ofType(Type);
  if (Role == ClassRole::Container || Type == ListType[Part] ||
      Roles.isSingle(Type))
    return Above;
  auto Take = [&](Level L) {
    if (Above & (1u << L))
      return;
    Above |= 1u << L;
    add(Parts[Part].Levels[L], Type, N, T.retained(N));
  };
  Take(AnyLevel);
  if (Role >= ClassRole::Library)
    Take(LibraryLevel);
  if (Role >= ClassRole::Program) {
    if (Above & (1u << ProgramLevel))
      Take(InnerLevel);
    Take(ProgramLevel);
  }
  return Above;
}

Error ContentsWalk::run() {
  Expected<BigArray<uint32_t>> Made =
      BigArray<uint32_t>::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  In = std::move(*Made);
  findParts();
  std::vector<Node> Way;
  for (Node N = 0; N != G.size(); ++N) {
    if (!T.isReachable(N))
      continue;
    Node At = N;
    while (At != NoNode && In[At] == Unknown) {
      Way.push_back(At);
      At = T.parent(At);
    }
    uint32_t Label = At == NoNode ? place(Outside) : In[At];
    for (; !Way.empty(); Way.pop_back())
      In[Way.back()] = Label = enter(Way.back(), Label);
    if (In[N] >= place(First))
      add(Parts[(In[N] >> NumLevels) - First].Objects, G.types().get(N), N,
          G.shallow(N));
  }
  // A part belongs to all suspects around it, but its elements only to the
  // innermost.
  std::vector<PartSums> Of(Suspects.size());
  for (const auto &[Around, Part] : PartOf) {
    for (uint32_t Outer : Around)
      addAll(Of[Outer].Objects, Parts[Part].Objects);
    for (auto [Sums, More] : zip(Of[Around[0]].Levels, Parts[Part].Levels))
      addAll(Sums, More);
  }
  for (auto [S, Sum] : zip(Suspects, Of)) {
    S.Contents = largestContents(G, Sum.Objects);
    chooseElements(S, Sum);
  }
  return Error::success();
}

/// Objects of one class that hold each other count as one element each.
void ContentsWalk::countRecursive(LeakSuspect &S, const PartSums &Sum) const {
  constexpr uint64_t Few = 16;
  for (SuspectContent &E : S.Elements) {
    auto It = Sum.Objects.find(E.Type);
    if (It != Sum.Objects.end() && E.Objects <= Few &&
        It->second.Objects > E.Objects * Few)
      E.Objects = It->second.Objects;
  }
}

static uint64_t bytesOf(ArrayRef<SuspectContent> Rows) {
  uint64_t Bytes = 0;
  for (const SuspectContent &Row : Rows)
    Bytes += Row.Bytes;
  return Bytes;
}

static bool isNear(uint64_t A, uint64_t B) {
  return A <= B + B / 20 && B <= A + A / 20;
}

/// Takes the points for what accumulates.
void ContentsWalk::countPoints(LeakSuspect &S) const {
  ContentSums Points;
  for (Node N : S.Points)
    add(Points, G.types().get(N), N, T.retained(N));
  S.Elements = largestContents(G, Points);
}

/// The same with the nodes of a list that hold nothing else.
void ContentsWalk::countNodes(LeakSuspect &S) const {
  for (const SuspectContent &Row : S.Contents)
    if (Row.Type == G.types().get(S.Points[0])) {
      S.Elements = {Row};
      S.Elements[0].Bytes = S.Retained;
    }
}

bool ContentsWalk::isOther(const SuspectContent &A,
                           const SuspectContent &B) const {
  const size_t Classes = G.classes().size();
  return stableClassName(G.classes()[A.Type % Classes].Name) !=
         stableClassName(G.classes()[B.Type % Classes].Name);
}

/// The linked objects of a document or a graph have most of the bytes, and say
/// nothing. What uses them is smaller, and is what the program has made.
void ContentsWalk::nameUnlinked(LeakSuspect &S) const {
  const SuspectContent E = S.Elements[0];
  if (E.Type >= G.classes().size() || !Roles.isLinked(E.Type))
    return;
  auto User = find_if(S.Elements, [&](const SuspectContent &C) {
    return C.Objects > 1 && C.Bytes >= E.Bytes / 10 &&
           Roles.ofType(C.Type) >= ClassRole::Library &&
           !Roles.isLinked(C.Type) && isOther(C, E);
  });
  if (User == S.Elements.end())
    return;
  std::rotate(S.Elements.begin(), User, User + 1);
  S.Inner = E;
}

void ContentsWalk::chooseElements(LeakSuspect &S, const PartSums &Sum) const {
  std::array<std::vector<SuspectContent>, NumLevels> Rows;
  for (auto [To, From] : zip(Rows, Sum.Levels))
    To = largestContents(G, From);
  const uint64_t Most = S.Own / 2;
  unsigned Chosen = ProgramLevel;
  while (Chosen != AnyLevel && bytesOf(Rows[Chosen]) < Most)
    --Chosen;
  const bool IsFound = bytesOf(Rows[Chosen]) >= Most;
  // The members of a group accumulate if it is not what they hold.
  const bool IsGroup = S.Kind == SuspectKind::Group;
  if (IsGroup && (!IsFound || Roles.of(S.Points[0]) >= ClassRole::Library))
    return countPoints(S);
  if (!IsFound) {
    if (S.Nested)
      return countNodes(S);
    if (G.shallow(S.Points[0]) >= T.retained(S.Points[0]) / 2)
      countPoints(S);
    return;
  }
  S.Elements = Rows[Chosen];
  erase_if(S.Elements, [&](const SuspectContent &C) {
    return C.Bytes < S.Elements[0].Bytes / 100;
  });
  const SuspectContent E = S.Elements[0];
  countRecursive(S, Sum);
  auto IsOther = [&](const SuspectContent &C) { return isOther(C, E); };
  if (Chosen == ProgramLevel) {
    const auto &Outer = Rows[LibraryLevel];
    if (!Outer.empty() && IsOther(Outer[0]) && Outer[0].Bytes >= E.Bytes &&
        Outer[0].Objects <= E.Objects + E.Objects / 20)
      S.Outer = Outer[0];
    const auto &Inner = Rows[InnerLevel];
    if (!Inner.empty() && IsOther(Inner[0]) && Inner[0].Bytes >= E.Bytes / 2)
      S.Inner = Inner[0];
    return;
  }
  for (const SuspectContent &C : Rows[ProgramLevel])
    if (!S.Inner.Objects && isNear(C.Objects, E.Objects) && IsOther(C))
      S.Inner = C;
  if (!S.Inner.Objects && Chosen == LibraryLevel)
    nameUnlinked(S);
}

Error hprof::addContents(const HeapGraph &G, const DominatorTree &T,
                         const ClassRoles &Roles,
                         MutableArrayRef<LeakSuspect> Suspects) {
  return ContentsWalk(G, T, Roles, Suspects).run();
}
