//===- PathTree.cpp - Merged paths to many objects ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

PathTree::PathTree(const HeapContents &Contents, bool KeepMembers,
                   bool JoinByName)
    : C(Contents), KeepMembers(KeepMembers), Frames(Contents.context()) {
  if (!JoinByName)
    return;
  StringMap<ClassNumber> First;
  for (auto [I, Class] : enumerate(C.graph().classes())) {
    auto Known = First.try_emplace(stableClassName(Class.Name), ClassNumber(I));
    FirstOf.push_back(Known.first->second);
    FirstIdOf[Class.Id] = C.graph().classes()[FirstOf.back()].Id;
  }
}

/// Returns the type of \p N or, if types are merged by name, the first type
/// with the same name.
uint64_t PathTree::typeOf(Node N) const {
  uint64_t Type = C.graph().types().get(N), Classes = FirstOf.size();
  return Classes ? FirstOf[Type % Classes] + Type / Classes * Classes : Type;
}

/// Each thread has its own frames. Frames with equal text are mapped to the
/// first of them.
uint64_t PathTree::frameOf(const ReferenceLabel &L) {
  const ThreadInfo *T = C.context().findThread(L.ThreadSerial);
  std::optional<TraceInfo> Trace;
  if (T)
    Trace = C.context().findTrace(T->TraceSerial);
  if (!Trace || L.Frame < 0 || size_t(L.Frame) >= Trace->Frames.size())
    return 0;
  return Frames.firstAlike(Trace->Frames[size_t(L.Frame)]);
}

PathTree::Key PathTree::keyOf(uint32_t Parent, const ReferenceLabel &L,
                              Node To) {
  uint64_t Name = 0, Class = 0;
  if (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static) {
    Name = L.NameId;
    Class = L.Class ? L.Class->Id : 0;
    if (auto First = FirstIdOf.find(Class); First != FirstIdOf.end())
      Class = First->second;
  } else if (L.Kind == LabelKind::Local) {
    Class = uint64_t(L.Root);
    Name = frameOf(L);
  }
  return {Parent, uint8_t(L.Kind), Name, Class, typeOf(To)};
}

/// Updates \p G when \p To becomes a member of the group.
void PathTree::join(PathGroup &G, Node To) const {
  const NumberArray &Types = C.graph().types();
  G.IsJoined |= !FirstOf.empty() && G.Example != NoNode &&
                Types.get(G.Example) != Types.get(To);
}

/// Makes \p To, reached from \p From, the example of \p G if it is lower.
void PathTree::show(PathGroup &G, Node From, Node To) const {
  if (G.EndsInExample || To >= G.Example)
    return;
  G.From = From;
  G.Example = To;
}

/// Records that a path, reached from \p From, ends at \p Target in \p Group.
void PathTree::endAt(uint32_t Group, Node From, Node Target,
                     const EdgeFilter &Follow) {
  PathGroup &G = Groups[Group];
  if (G.EndsInExample && Target >= G.Example)
    return;
  if (G.Example != Target && From != NoNode)
    G.Label = label(From, Target, Follow);
  G.From = From;
  G.Example = Target;
  G.EndsInExample = true;
}

/// Returns the group to which a new step \p K leads back: the group above it if
/// the same step led there, as in a list; otherwise, the group in which the
/// second of two equal rounds began. Returns None if \p K is not a repetition.
uint32_t PathTree::startOfRound(const Key &K) const {
  constexpr size_t MostSteps = PathGroups::MostSteps;
  if (LabelKind(std::get<1>(K)) == LabelKind::Local)
    return PathGroup::None;
  // The last steps, from the last to the first, and their groups.
  SmallVector<const Key *, 2 * MostSteps> Steps = {&K};
  SmallVector<uint32_t, 2 * MostSteps> To = {PathGroup::None};
  for (uint32_t G = std::get<0>(K);
       G != PathGroup::None && Groups[G].Parent != PathGroup::None &&
       Steps.size() != 2 * MostSteps;
       G = Groups[G].Parent) {
    Steps.push_back(&Keys[G]);
    To.push_back(G);
  }
  auto IsSame = [&](size_t I, size_t J) {
    Key X = *Steps[I], Y = *Steps[J];
    std::get<0>(X) = std::get<0>(Y);
    return X == Y;
  };
  if (Steps.size() > 1 && IsSame(0, 1))
    return To[1];
  for (size_t Size = 2; 2 * Size <= Steps.size(); ++Size)
    if (all_of(seq<size_t>(0, Size),
               [&](size_t I) { return IsSame(I, I + Size); }))
      return To[Size];
  return PathGroup::None;
}

uint32_t PathTree::enter(const Key &K, Node From, Node To) {
  uint32_t Parent = std::get<0>(K), Found = PathGroup::None;
  // The group is usually the child that was entered last.
  if (Parent != PathGroup::None)
    Found = LastChild[Parent];
  if (Found == PathGroup::None || Keys[Found] != K) {
    auto [It, IsNew] = ByKey.try_emplace(K, uint32_t(Groups.size()));
    if (IsNew) {
      uint32_t Start = startOfRound(K);
      if (Start != PathGroup::None) {
        It->second = Start;
      } else {
        Groups.emplace_back().Parent = Parent;
        Keys.push_back(K);
        LastChild.push_back(PathGroup::None);
        (Parent == PathGroup::None ? Roots : Groups[Parent].Children)
            .push_back(It->second);
      }
    }
    Found = It->second;
    if (Parent != PathGroup::None)
      LastChild[Parent] = Found;
  }
  PathGroup &G = Groups[Found];
  join(G, To);
  show(G, From, To);
  return Found;
}

uint32_t PathTree::enterRoot(Node N) {
  ArrayRef<GraphRoot> All = C.graph().roots();
  const GraphRoot *R =
      partition_point(All, [&](const GraphRoot &G) { return G.Object < N; });
  for (; R != All.end() && R->Object == N && R->Thread != NoNode; ++R)
    ;
  RecordKind Kind =
      R != All.end() && R->Object == N ? R->Kind : RecordKind::RootUnknown;
  uint32_t G =
      enter({PathGroup::None, uint8_t(Kind), 0, 0, typeOf(N)}, NoNode, N);
  Groups[G].Root = Kind;
  return G;
}

/// Returns the group in which a path that was in group \p Parent continues.
uint32_t PathTree::enter(uint32_t Parent, const ReferenceLabel &L, Node From,
                         Node To) {
  uint32_t G = enter(keyOf(Parent, L, To), From, To);
  if (Groups[G].Example == To && Groups[G].From == From)
    Groups[G].Label = L;
  return G;
}

/// Whether scanning all references of \p N for each reference would be slow.
static bool hasMany(const HeapGraph &G, Node N) {
  constexpr uint64_t Many = 64;
  return G.withWidth([&](auto Zero) {
    using T = decltype(Zero);
    using Entry = HeapGraph::Entry<T>;
    T First = G.firstEntry<T>(N, {});
    if (First == Entry::None)
      return false;
    uint64_t Count = 1;
    for (ColumnCursor<T> At = G.entries().from<T>(First);
         Count != Many && !Entry::isLast(*At); ++At)
      ++Count;
    return Count == Many;
  });
}

/// Returns the label of the reference from \p From to \p To. The labels of
/// array elements have no index, because most of them do not need one.
ReferenceLabel PathTree::label(Node From, Node To, const EdgeFilter &Follow) {
  const HeapGraph &G = C.graph();
  bool IsClass = G.asClass(From) != NoClass;
  ReferenceLabel Found;
  if (!IsClass && G.classOf(From).isArray()) {
    if (To != G.classNodes()[G.types().get(From)])
      Found.Kind = LabelKind::Element;
    return Found;
  }
  // Any other reference is more informative than that to the class.
  if (!IsClass && !C.hasLocals(From) && !hasMany(G, From)) {
    C.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
      if (N == To && Follow.allows(From, L))
        Found = L;
      return Found.Kind == LabelKind::Class;
    });
    return Found;
  }
  auto Entered = Labels.try_emplace(From);
  DenseMap<Node, ReferenceLabel> &Of = Entered.first->second;
  if (Entered.second)
    C.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
      if (Follow.allows(From, L)) {
        auto [Known, IsFirst] = Of.try_emplace(N, L);
        if (!IsFirst && Known->second.Kind == LabelKind::Class)
          Known->second = L;
      }
      return true;
    });
  return Of.lookup(To);
}

void PathTree::add(ArrayRef<Node> Path, const EdgeFilter &Follow) {
  uint32_t Group = PathGroup::None, Last = PathGroup::None;
  for (auto [I, N] : enumerate(Path)) {
    Group = I ? enter(Group, label(Path[I - 1], N, Follow), Path[I - 1], N)
              : enterRoot(N);
    bool IsNew = Counted.insert({Group, N}).second;
    PathGroup &G = Groups[Group];
    G.Ends += I + 1 == Path.size();
    G.Objects += IsNew;
    G.Repeats += IsNew && G.Parent != Last;
    if (IsNew && KeepMembers)
      G.Members.push_back(N);
    Last = Group;
  }
  if (!Path.empty())
    endAt(Group, Path.size() > 1 ? Path[Path.size() - 2] : NoNode, Path.back(),
          Follow);
}

/// Enters the nodes on the path to \p Target that have no group yet. \p GroupOf
/// contains 1 + the group of each node, or 0. \return the group of \p Target.
uint32_t PathTree::enterPath(Node Target, const ShortestPaths &Paths,
                             const EdgeFilter &Follow, NumberArray &GroupOf) {
  // Go up to a node that has a group, then down again.
  Node From = Target;
  for (; From != NoNode && !GroupOf.get(From); From = Paths.parent(From))
    Way.push_back(From);
  uint32_t Group =
      From == NoNode ? PathGroup::None : uint32_t(GroupOf.get(From)) - 1;
  for (; !Way.empty() && Groups.size() <= MostGroups; Way.pop_back()) {
    Node N = Way.back();
    uint32_t Last = Group;
    Group = From == NoNode ? enterRoot(N)
                           : enter(Group, label(From, N, Follow), From, N);
    GroupOf.set(N, Group + 1);
    PathGroup &G = Groups[Group];
    ++G.Objects;
    G.Repeats += G.Parent != Last;
    if (KeepMembers)
      G.Members.push_back(N);
    From = N;
  }
  return Group;
}

Error PathTree::add(const ShortestPaths &Paths, ArrayRef<Node> Targets,
                    const EdgeFilter &Follow) {
  IsOfMany = true;
  uint64_t Size = C.graph().size();
  Expected<NumberArray> GroupOf = NumberArray::make(4, Size);
  if (!GroupOf)
    return GroupOf.takeError();
  Expected<NumberSet> IsTarget = NumberSet::make(Size);
  if (!IsTarget)
    return IsTarget.takeError();
  for (Node Target : Targets) {
    if (!Paths.isReached(Target) || !IsTarget->insert(Target))
      continue;
    uint32_t Group = enterPath(Target, Paths, Follow, *GroupOf);
    ++Groups[Group].Ends;
    endAt(Group, Paths.parent(Target), Target, Follow);
  }
  return Error::success();
}

Error PathTree::add(const ShortestPaths &Paths, const PathGroups &Kept,
                    ArrayRef<Node> Targets, const EdgeFilter &Follow) {
  IsOfMany = true;
  struct Row {
    uint32_t Kept = 0;
    uint64_t Objects = 0, Repeats = 0, Ends = 0;
    // The lowest object, and the lowest target.
    Node Example = NoNode, End = NoNode;
    std::vector<Node> Members;
  };
  std::vector<Row> Rows;
  std::vector<uint32_t> RowOf(Kept.size()); // 1 + the row number.
  auto Get = [&](uint32_t Group) -> Row & {
    if (!RowOf[Group]) {
      Rows.emplace_back().Kept = Group;
      RowOf[Group] = uint32_t(Rows.size());
    }
    return Rows[RowOf[Group] - 1];
  };
  uint64_t Size = C.graph().size();
  Expected<NumberSet> IsTarget = NumberSet::make(Size);
  if (!IsTarget)
    return IsTarget.takeError();
  Expected<NumberSet> Seen = NumberSet::make(Size);
  if (!Seen)
    return Seen.takeError();
  for (Node Target : Targets) {
    if (!Paths.isReached(Target) || !IsTarget->insert(Target))
      continue;
    uint32_t Group = Kept.of(Target);
    Row &Last = Get(Group);
    ++Last.Ends;
    Last.End = std::min(Last.End, Target);
    for (Node N = Target; N != NoNode && Seen->insert(N);) {
      Node From = Paths.parent(N);
      uint32_t Above = From == NoNode ? PathGroup::None : Kept.of(From);
      Row &R = Get(Group);
      ++R.Objects;
      R.Repeats += Kept.parent(Group) != Above;
      R.Example = std::min(R.Example, N);
      if (KeepMembers)
        R.Members.push_back(N);
      N = From;
      Group = Above;
    }
  }
  // Parents have smaller numbers. A group's label is that of its example.
  llvm::sort(Rows, [](const Row &X, const Row &Y) { return X.Kept < Y.Kept; });
  for (Row &R : Rows) {
    Node From = Paths.parent(R.Example);
    uint32_t Above = Kept.parent(R.Kept), Group = 0;
    if (Above == PathGroup::None || From == NoNode)
      Group = enterRoot(R.Example);
    else
      Group =
          enter(RowOf[Above], label(From, R.Example, Follow), From, R.Example);
    PathGroup &G = Groups[Group];
    G.Objects += R.Objects;
    // If groups are merged by name, a list can continue in a different group.
    bool GoesBack = G.Parent != PathGroup::None && G.Parent != RowOf[Above];
    G.Repeats += GoesBack ? R.Objects : R.Repeats;
    RowOf[R.Kept] = Group;
    llvm::append_range(G.Members, R.Members);
    if (R.End != NoNode)
      endAt(Group, Paths.parent(R.End), R.End, Follow);
    G.Ends += R.Ends;
  }
  return Error::success();
}

Expected<std::optional<PathGroups>>
PathGroups::compute(const HeapContents &Contents, const ShortestPaths &Paths,
                    const EdgeFilter &Follow, uint64_t Most) {
  const HeapGraph &G = Contents.graph();
  Expected<NumberArray> Of = NumberArray::make(4, G.size(), G.memory());
  if (!Of)
    return Of.takeError();
  PathTree Tree(Contents);
  Tree.MostGroups = Most;
  for (Node N = 0; N != G.size(); ++N)
    if (Paths.isReached(N)) {
      Tree.enterPath(N, Paths, Follow, *Of);
      if (Tree.Groups.size() > Most)
        return std::nullopt;
    }
  Expected<BigArray<uint32_t>> Parents =
      BigArray<uint32_t>::make(Tree.Groups.size(), G.memory());
  if (!Parents)
    return Parents.takeError();
  for (size_t I = 0; I != Tree.Groups.size(); ++I)
    (*Parents)[I] = Tree.Groups[I].Parent;
  return fromColumns({std::move(*Of), std::move(*Parents)});
}

void PathTree::finish() {
  // Parents have smaller numbers. A path may repeat a round and end in it, so
  // groups in or below which no path ends are uninformative.
  for (size_t I = Groups.size(); I--;) {
    PathGroup &G = Groups[I];
    erase_if(G.Children,
             [&](uint32_t Child) { return !Groups[Child].Targets; });
    G.Targets += G.Ends;
    if (G.Parent != PathGroup::None)
      Groups[G.Parent].Targets += G.Targets;
  }
  auto IsBefore = [&](uint32_t A, uint32_t B) {
    const PathGroup &X = Groups[A], &Y = Groups[B];
    if (X.Targets != Y.Targets)
      return X.Targets > Y.Targets;
    return IsOfMany && X.Example < Y.Example;
  };
  llvm::stable_sort(Roots, IsBefore);
  for (PathGroup &G : Groups)
    llvm::stable_sort(G.Children, IsBefore);
  // Frees data that only add() needs.
  ByKey = decltype(ByKey)();
  Keys = decltype(Keys)();
  LastChild = decltype(LastChild)();
  Labels = decltype(Labels)();
  Counted = decltype(Counted)();
}
