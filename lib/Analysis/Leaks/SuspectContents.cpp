//===- SuspectContents.cpp - Contents of suspects -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectContents.h"
#include "ContentsWalk.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace hprof;
using namespace llvm;

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

/// Marks accumulation points first, because they determine which suspects
/// contain each suspect. The points of one suspect can be in different
/// suspects; points that are in the same suspects form a part.
void ContentsWalk::findParts() {
  auto SuspectAt = [&](Node N) { return (In[N] >> NumBits) - First; };
  for (auto [I, S] : enumerate(Suspects))
    for (Node N : S.Points)
      In[N] = place(First + uint32_t(I));
  std::vector<std::pair<Node, uint32_t>> PartAt;
  for (auto [I, S] : enumerate(Suspects)) {
    if (S.Kind == SuspectKind::Group) { // No suspect contains groups.
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
    In[N] = place(First + Part) | InChain;
  for (auto [I, S] : enumerate(Suspects))
    if (S.Kind == SuspectKind::Group)
      for (Node N : S.Points)
        In[N] = place(First + PartOf.at({uint32_t(I)}));
  Parts.resize(PartOf.size());
  Innermost.resize(PartOf.size());
  ListType.assign(PartOf.size(), UINT64_MAX);
  LinkTypes.resize(PartOf.size());
  for (const auto &[Around, Part] : PartOf) {
    Innermost[Part] = Around[0];
    if (const LeakSuspect &S = Suspects[Around[0]]; S.Nested) {
      ListType[Part] = G.types().get(S.Points[0]);
      LinkTypes[Part].insert(S.LinkTypes.begin(), S.LinkTypes.end());
    }
  }
}

/// All objects below a point are its suspect's, except those of others.
void ContentsWalk::countOwn() {
  std::vector<uint64_t> Others(Suspects.size());
  for (const LeakSuspect &S : Suspects)
    for (const SuspectShare &Share : S.PartOf)
      Others[Share.Suspect] += Share.Bytes;
  for (auto [S, Bytes] : zip(Suspects, Others))
    S.Own = std::max(S.Own, S.Retained - std::min(S.Retained, Bytes));
}

/// Whether the dominator of \p N is a SoftReference that refers to it.
bool ContentsWalk::isSoftlyHeld(Node N) const {
  const Node By = T.parent(N);
  if (By == NoNode ||
      G.heads()[G.types().get(By)] != uint8_t(ReferenceKind::Soft))
    return false;
  ReferenceKinds Soft;
  Soft.insert(ReferenceKind::Soft);
  bool IsHeld = false, IsStrong = false;
  G.forEachReference(By, [&](Node To) { IsHeld |= To == N; });
  G.forEachReference(By, [&](Node To) { IsStrong |= To == N; }, Soft);
  return IsHeld && !IsStrong;
}

/// Counts \p N, whose dominator has the label \p Above, as an element. \return
/// the label of \p N.
uint32_t ContentsWalk::enter(Node N, uint32_t Above) {
  if (Above < place(First))
    return Above;
  const uint32_t Part = (Above >> NumBits) - First;
  const uint64_t Type = G.types().get(N);
  const ClassRole Role = Roles.ofType(Type);
  auto Take = [&](Level L) {
    if (Above & (1u << L))
      return;
    Above |= 1u << L;
    add(Parts[Part].Levels[L], Type, N, T.retained(N));
  };
  if (isSoftlyHeld(N))
    Take(SoftLevel);
  if (Type == ListType[Part]) {
    Parts[Part].Chained += (Above & InChain) != 0;
    return Above;
  }
  if (!LinkTypes[Part].contains(Type))
    Above &= ~InChain;
  if (Roles.isCollection(Type))
    Take(CollectionLevel);
  if (Role == ClassRole::Container || Roles.isSingle(Type))
    return Above;
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

/// Labels and counts all objects below accumulation points.
void ContentsWalk::label() {
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
      add(Parts[(In[N] >> NumBits) - First].Objects, G.types().get(N), N,
          G.shallow(N));
  }
}

/// Adds objects reached only through soft references, below or with a point.
void ContentsWalk::countSoft(LeakSuspect &S, const PartSums &Sum) const {
  for (const auto &[Type, Content] : Sum.Levels[SoftLevel]) {
    S.SoftReferences += Content.Objects;
    S.SoftBytes += Content.Bytes;
  }
  for (Node N : S.Points)
    for (Node At = N; At != NoNode; At = T.parent(At))
      if (isSoftlyHeld(At)) {
        ++S.SoftReferences;
        S.SoftBytes += T.retained(N);
        break;
      }
  // Objects below nested soft references may have been counted twice.
  S.SoftBytes = std::min(S.SoftBytes, S.Retained);
}

Error ContentsWalk::run() {
  Expected<BigArray<uint32_t>> Made =
      BigArray<uint32_t>::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  In = std::move(*Made);
  findParts();
  label();
  // A part belongs to all suspects that contain it, but its elements only to
  // the innermost one.
  std::vector<PartSums> Of(Suspects.size());
  for (const auto &[Around, Part] : PartOf) {
    for (uint32_t Outer : Around)
      addAll(Of[Outer].Objects, Parts[Part].Objects);
    addAll(Of[Around[0]].Own, Parts[Part].Objects);
    Of[Around[0]].Chained += Parts[Part].Chained;
    for (auto [Sums, More] : zip(Of[Around[0]].Levels, Parts[Part].Levels))
      addAll(Sums, More);
  }
  for (auto [S, Sum] : zip(Suspects, Of)) {
    S.Contents = largestContents(G, Sum.Objects);
    if (S.Nested)
      S.Nested = Sum.Chained ? S.Points.size() + Sum.Chained : 0;
    countSoft(S, Sum);
    Choices.push_back(choose(S, Sum));
  }
  countRelated();
  for (auto [S, C] : zip(Suspects, Choices))
    nameRelated(S, C);
  return Error::success();
}

Expected<std::vector<std::vector<Node>>>
hprof::addContents(const HeapGraph &G, const DominatorTree &T,
                   const ClassRoles &Roles, ArrayRef<uint64_t> FirstOfName,
                   bool IsForComparison,
                   MutableArrayRef<LeakSuspect> Suspects) {
  ContentsWalk Walk(G, T, Roles, FirstOfName, IsForComparison, Suspects);
  if (Error E = Walk.run())
    return E;
  return Walk.localEntries();
}
