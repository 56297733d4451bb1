//===- SuspectElements.cpp - Accumulated objects in suspects --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsWalk.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace hprof;
using namespace llvm;

/// A smaller number of collections may be parts of one structure.
constexpr uint64_t FewCollections = 16;

/// If objects of one class hold each other, each of them counts as an element
/// if few of them are outermost, or if there are far more in total.
void ContentsWalk::countRecursive(LeakSuspect &S, const PartSums &Sum) const {
  constexpr uint64_t Few = 16, Twice = 2;
  for (SuspectContent &E : S.Elements) {
    auto It = Sum.Own.find(E.Type);
    const uint64_t All = It == Sum.Own.end() ? 0 : It->second.Objects;
    if (All > E.Objects * Few || (E.Objects <= Few && All >= E.Objects * Twice))
      E.Objects = All;
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

/// Treats the accumulation points as the accumulated objects.
void ContentsWalk::countPoints(LeakSuspect &S) const {
  ContentSums Points;
  for (Node N : S.Points) {
    SuspectContent &Content = Points[G.types().get(N)];
    if (!Content.Objects++)
      Content.Example = N;
    Content.Bytes += T.retained(N);
  }
  S.Elements = largestContents(G, Points);
}

/// If each point is inside its own application object, treats these application
/// objects as the accumulated objects: documents accumulate, not the strings in
/// them.
bool ContentsWalk::countAround(LeakSuspect &S) const {
  auto IsOfProgram = [&](Node N) {
    return G.asClass(N) == NoClass && Roles.of(N) == ClassRole::Program &&
           !Roles.isSingle(G.types().get(N));
  };
  ContentSums Sums;
  DenseSet<Node> Met;
  for (Node N : S.Points) {
    Node At = T.parent(N);
    while (At != NoNode && !IsOfProgram(At))
      At = T.parent(At);
    // The headline already names the owner.
    if (Roles.of(N) >= ClassRole::Library || At == NoNode ||
        At == S.Owner.Object || !Met.insert(At).second)
      return false;
    SuspectContent &Content = Sums[G.types().get(At)];
    Content.Example = Content.Objects++ ? std::min(Content.Example, At) : At;
    Content.Bytes += T.retained(At);
  }
  std::vector<SuspectContent> Around = largestContents(G, Sums);
  if (Around.size() != 1 || Around[0].Objects < 2 ||
      (S.Owner && typeName(G, Around[0].Type) == G.describe(S.Owner.Object)))
    return false;
  S.Elements = std::move(Around);
  return true;
}

/// Treats list nodes that hold nothing else as the accumulated objects.
void ContentsWalk::countNodes(LeakSuspect &S, const PartSums &Sum) const {
  const uint64_t Type = G.types().get(S.Points[0]);
  auto It = Sum.Own.find(Type);
  if (It == Sum.Own.end())
    return;
  S.Elements = {It->second};
  S.Elements[0].Type = Type;
  S.Elements[0].Objects = S.Nested;
  S.Elements[0].Bytes = S.Retained;
}

bool ContentsWalk::isOther(const SuspectContent &A,
                           const SuspectContent &B) const {
  const size_t Classes = G.classes().size();
  return stableClassName(G.classes()[A.Type % Classes].Name) !=
         stableClassName(G.classes()[B.Type % Classes].Name);
}

/// The linked objects of a document or graph contain most of the bytes, but
/// explain nothing. Names the smaller application objects that use them.
void ContentsWalk::nameUnlinked(LeakSuspect &S, const PartSums &Sum) const {
  SuspectContent &E = S.Elements[0];
  if (E.Type >= G.classes().size() || !Roles.isLinked(E.Type))
    return;
  auto User = find_if(S.Elements, [&](const SuspectContent &C) {
    return C.Objects > 1 && C.Bytes >= E.Bytes / 10 &&
           Roles.ofType(C.Type) >= ClassRole::Library &&
           !Roles.isLinked(C.Type) && isOther(C, E);
  });
  if (User == S.Elements.end())
    return;
  E.Objects = Sum.Own.find(E.Type)->second.Objects;
  std::rotate(S.Elements.begin(), User, User + 1);
}

/// Returns the highest level whose objects have \p Most bytes, or AnyLevel.
static unsigned mainLevel(ArrayRef<std::vector<SuspectContent>> Rows,
                          uint64_t Most) {
  unsigned Level = ProgramLevel;
  while (Level != AnyLevel && bytesOf(Rows[Level]) < Most)
    --Level;
  return Level;
}

/// Returns a level whose objects have a significant part of the bytes, such as
/// numbers in a list of larger nodes: at least a twentieth for application
/// objects, a quarter for other objects.
static std::optional<unsigned>
smallLevel(ArrayRef<std::vector<SuspectContent>> Rows, uint64_t Own) {
  for (unsigned Level : {ProgramLevel, LibraryLevel, AnyLevel})
    if (!Rows[Level].empty() && Rows[Level][0].Objects > 1 &&
        bytesOf(Rows[Level]) >= Own / (Level == ProgramLevel ? 20 : 4))
      return Level;
  return std::nullopt;
}

ElementChoice ContentsWalk::choose(LeakSuspect &S, const PartSums &Sum) const {
  ElementChoice C;
  LevelRows Rows;
  for (auto [To, From] : zip(Rows, Sum.Levels))
    To = largestContents(G, From);
  const uint64_t Most = S.Own / 2;
  C.Level = mainLevel(Rows, Most);
  bool IsFound = bytesOf(Rows[C.Level]) >= Most;
  // A list of the application is more informative than the strings in it.
  if (S.Nested && C.Level == AnyLevel &&
      Roles.of(S.Points[0]) >= ClassRole::Library) {
    countNodes(S, Sum);
    return C;
  }
  if (!IsFound && !IsForComparison && S.Kind != SuspectKind::Group)
    if (const std::optional<unsigned> Level = smallLevel(Rows, S.Own)) {
      C.Level = *Level;
      IsFound = true;
    }
  // The members of a group accumulate, unless their contents do.
  const bool IsGroup = S.Kind == SuspectKind::Group;
  if (IsGroup && (!IsFound || Roles.of(S.Points[0]) >= ClassRole::Library)) {
    countPoints(S);
    return C;
  }
  if (!IsFound) {
    if (S.Nested)
      countNodes(S, Sum);
    else if (G.shallow(S.Points[0]) >= T.retained(S.Points[0]) / 2 &&
             !countAround(S))
      countPoints(S);
    return C;
  }
  S.Elements = Rows[C.Level];
  C.Named = C.Level;
  // Application objects are named first, even if they are a small part.
  const SuspectContent Main = S.Elements[0];
  const std::vector<SuspectContent> &Own = Rows[ProgramLevel];
  const bool IsNamed =
      !IsForComparison && C.Level != ProgramLevel && !Own.empty() &&
      Own[0].Objects > 1 &&
      (Own[0].Bytes >= S.Own / 20 ||
       (isNear(Own[0].Objects, Main.Objects) && Own[0].Bytes >= S.Own / 100));
  if (IsNamed && isOther(Own[0], Main)) {
    erase_if(S.Elements,
             [&](const SuspectContent &E) { return !isOther(E, Own[0]); });
    S.Elements.insert(S.Elements.begin(), Own[0]);
    C.Outer = {Own[0], Main, ProgramLevel, C.Level};
    C.Named = ProgramLevel;
  }
  erase_if(S.Elements,
           [&](const SuspectContent &E) { return E.Bytes < Main.Bytes / 100; });
  countRecursive(S, Sum);
  chooseRelated(S, Rows, C);
  if (C.Level == LibraryLevel && !C.Outer)
    nameUnlinked(S, Sum);
  return C;
}

/// Chooses objects that may contain the elements or be contained in them.
void ContentsWalk::chooseRelated(const LeakSuspect &S, const LevelRows &Rows,
                                 ElementChoice &C) const {
  const SuspectContent &E = S.Elements[0];
  if (C.Level == ProgramLevel) {
    const auto &Outer = Rows[LibraryLevel];
    if (!Outer.empty() && isOther(Outer[0], E) && Outer[0].Bytes >= E.Bytes &&
        Outer[0].Objects <= E.Objects + E.Objects / 20)
      C.Outer = {E, Outer[0], ProgramLevel, LibraryLevel};
  }
  if (C.Level == ProgramLevel || C.Outer) {
    const auto &Inner = Rows[InnerLevel];
    if (!Inner.empty() && isOther(Inner[0], E) && Inner[0].Objects > 1 &&
        Inner[0].Bytes >= E.Bytes / 10)
      C.Inner = {Inner[0], E, InnerLevel, ProgramLevel};
  }
  // If lists contain numbers, the lists accumulate, not the numbers.
  auto Value = find_if(S.Elements, [&](const SuspectContent &Of) {
    return Roles.ofType(Of.Type) == ClassRole::Value;
  });
  const auto &Collections = Rows[CollectionLevel];
  if (C.Level == AnyLevel && Value != S.Elements.end() &&
      !Collections.empty() && Collections[0].Objects >= FewCollections &&
      Collections[0].Bytes >= Value->Bytes / 2)
    C.Collected = {*Value, Collections[0], AnyLevel, CollectionLevel};
}

//===----------------------------------------------------------------------===//
// The second walk
//===----------------------------------------------------------------------===//

/// Returns the suspect of which \p N may be an element, or NoNode.
uint64_t ContentsWalk::suspectOf(Node N) const {
  return In[N] < place(First) ? NoNode : Innermost[(In[N] >> NumBits) - First];
}

/// Whether \p N is one of the objects of \p Suspect that were counted at
/// \p Level for \p Type and types with the same name.
bool ContentsWalk::isElement(Node N, uint64_t Suspect, uint64_t Type,
                             unsigned Level) const {
  const uint32_t Bit = 1u << Level;
  if (!(In[N] & Bit) || suspectOf(N) != Suspect ||
      FirstOfName[G.types().get(N)] != FirstOfName[Type])
    return false;
  const Node Parent = T.parent(N);
  return Parent == NoNode || !(In[Parent] & Bit) ||
         In[Parent] >> NumBits != In[N] >> NumBits;
}

namespace {

/// Finds the closest dominator with a given property, for many objects. Each
/// step is taken a bounded number of times, regardless of the length of paths.
class ClosestAbove {
public:
  ClosestAbove(const DominatorTree &T, std::function<bool(Node)> Is)
      : T(T), Is(std::move(Is)) {}
  /// Returns NoNode if there is no such dominator.
  Node of(Node N);

private:
  const DominatorTree &T;
  std::function<bool(Node)> Is;
  DenseMap<Node, Node> Known; ///< Results for some of the visited objects.
};

/// Counts for one LiesIn.
struct RelationCount {
  LiesIn *Of;
  ClosestAbove Around;
  DenseMap<Node, uint64_t> InEach;
};

} // namespace

Node ClosestAbove::of(Node N) {
  constexpr unsigned Stride = 32;
  SmallVector<Node, 8> Met;
  unsigned Steps = 0;
  Node Found = NoNode;
  for (Node At = T.parent(N); At != NoNode; At = T.parent(At)) {
    if (Is(At)) {
      Found = At;
      break;
    }
    if (auto It = Known.find(At); It != Known.end()) {
      Found = It->second;
      break;
    }
    if (++Steps % Stride == 0)
      Met.push_back(At);
  }
  for (Node At : Met)
    Known[At] = Found;
  return Found;
}

void ContentsWalk::countRelated() {
  constexpr uint64_t MostCounted = 1 << 20;
  std::vector<std::vector<RelationCount>> Counts(Suspects.size());
  for (auto [I, C] : enumerate(Choices))
    for (std::optional<LiesIn> *Of : {&C.Outer, &C.Inner, &C.Collected})
      if (*Of)
        Counts[I].push_back({&**Of,
                             ClosestAbove(T,
                                          [this, I = I, R = &**Of](Node N) {
                                            return isElement(N, I,
                                                             R->Around.Type,
                                                             R->AroundLevel);
                                          }),
                             DenseMap<Node, uint64_t>()});
  if (all_of(Counts, [](const auto &Of) { return Of.empty(); }))
    return;
  for (Node N = 0; N != G.size(); ++N) {
    const uint64_t Suspect = suspectOf(N);
    if (Suspect == NoNode)
      continue;
    for (RelationCount &C : Counts[Suspect]) {
      if (!isElement(N, Suspect, C.Of->In.Type, C.Of->InLevel))
        continue;
      const Node By = C.Around.of(N);
      if (By == NoNode)
        continue;
      ++C.Of->Objects;
      C.Of->Bytes += T.retained(N);
      if (C.Of->Around.Objects <= MostCounted)
        ++C.InEach[By];
    }
  }
  for (ArrayRef<RelationCount> All : Counts)
    for (const RelationCount &C : All) {
      C.Of->Holders = C.InEach.size();
      const uint64_t Each =
          C.InEach.empty() ? 0 : C.Of->Objects / C.InEach.size();
      if (all_of(C.InEach, [&](auto &Item) { return Item.second == Each; }))
        C.Of->Each = Each;
    }
}

/// Names the objects that the second walk found inside other objects.
void ContentsWalk::nameRelated(LeakSuspect &S, ElementChoice &C) const {
  auto Name = [&](const LiesIn &R) {
    S.Inner = R.In;
    S.Inner.Objects = R.Objects;
    S.Inner.Bytes = R.Bytes;
    S.InnerEach = R.Holders == S.Elements[0].Objects ? R.Each : 0;
  };
  if (C.Outer && C.Outer->Objects == C.Outer->In.Objects) {
    const SuspectContent &Around = C.Outer->Around;
    erase_if(S.Elements,
             [&](const SuspectContent &E) { return !isOther(E, Around); });
    if (Around.Objects <= S.Elements[0].Objects + S.Elements[0].Objects / 20) {
      S.Outer = Around;
    } else {
      S.Elements[0] = Around;
      C.Named = C.Outer->AroundLevel;
      return Name(*C.Outer);
    }
  }
  if (C.Inner && C.Inner->Objects > 1 &&
      C.Inner->Objects >= C.Inner->In.Objects / 2)
    return Name(*C.Inner);
  if (!C.Collected || C.Collected->Objects < C.Collected->In.Objects / 2)
    return;
  SuspectContent Collections = C.Collected->Around;
  if (C.Collected->Holders)
    Collections.Objects = C.Collected->Holders;
  if (Collections.Objects < FewCollections)
    return;
  for (SuspectContent &E : S.Elements)
    if (!isOther(E, C.Collected->In))
      E = Collections;
  const uint64_t Type = C.Collected->In.Type;
  const bool IsArray = Type < G.classes().size() && G.classes()[Type].isArray();
  if (isOther(S.Elements[0], Collections))
    return;
  C.Named = CollectionLevel;
  if (!IsArray)
    Name(*C.Collected);
}

std::vector<std::vector<Node>> ContentsWalk::localEntries() const {
  ClosestAbove Entry(T, [this](Node N) {
    return G.asClass(N) == NoClass && G.classOf(N).Name == ThreadLocalEntry;
  });
  std::vector<DenseSet<Node>> Entries(Suspects.size());
  std::vector<uint64_t> Found(Suspects.size());
  std::vector<bool> IsLocal(Suspects.size());
  auto Take = [&](size_t Suspect, Node N) {
    const Node By = Entry.of(N);
    if (By == NoNode)
      return;
    Entries[Suspect].insert(By);
    ++Found[Suspect];
  };
  for (auto [I, S] : enumerate(Suspects)) {
    if (S.Elements.empty() || Entry.of(S.Elements[0].Example) == NoNode)
      continue;
    IsLocal[I] = Choices[I].Named.has_value();
    if (!IsLocal[I])
      for (Node N : S.Points)
        Take(I, N);
  }
  if (is_contained(IsLocal, true))
    for (Node N = 0; N != G.size(); ++N)
      if (const uint64_t I = suspectOf(N);
          I != NoNode && IsLocal[I] &&
          isElement(N, I, Suspects[I].Elements[0].Type, *Choices[I].Named))
        Take(I, N);
  std::vector<std::vector<Node>> All(Suspects.size());
  for (auto [I, S] : enumerate(Suspects))
    if (Found[I] && Found[I] == S.Elements[0].Objects) {
      All[I].assign(Entries[I].begin(), Entries[I].end());
      sort(All[I]);
    }
  return All;
}
