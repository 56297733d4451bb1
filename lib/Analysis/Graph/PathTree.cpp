//===- PathTree.cpp - Paths of many objects, merged -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/PathTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

PathTree::Key PathTree::keyOf(uint32_t Parent, const ReferenceLabel &L,
                              Node To) const {
  uint64_t Name = 0, Class = 0;
  if (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static) {
    Name = L.NameId;
    Class = L.Class ? L.Class->Id : 0;
  } else if (L.Kind == LabelKind::Local) {
    const ThreadInfo *T = C.context().findThread(L.ThreadSerial);
    const TraceInfo *Trace =
        T ? C.context().findTrace(T->TraceSerial) : nullptr;
    Class = uint64_t(L.Root);
    if (Trace && L.Frame >= 0 && size_t(L.Frame) < Trace->Frames.size())
      Name = Trace->Frames[size_t(L.Frame)];
  }
  return {Parent, uint8_t(L.Kind), Name, Class, C.graph().types().get(To)};
}

uint32_t PathTree::enter(const Key &K, Node From, Node To) {
  uint32_t Parent = std::get<0>(K), Found = PathGroup::None;
  // Most often what was entered last time.
  if (Parent != PathGroup::None)
    Found = LastChild[Parent];
  if (Found == PathGroup::None || Keys[Found] != K) {
    auto [It, IsNew] = ByKey.try_emplace(K, uint32_t(Groups.size()));
    Found = It->second;
    if (IsNew) {
      Groups.emplace_back().Parent = Parent;
      Keys.push_back(K);
      LastChild.push_back(PathGroup::None);
      (Parent == PathGroup::None ? Roots : Groups[Parent].Children)
          .push_back(Found);
    }
    if (Parent != PathGroup::None)
      LastChild[Parent] = Found;
  }
  PathGroup &G = Groups[Found];
  if (To < G.Example) {
    G.From = From;
    G.Example = To;
  }
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
      enter({PathGroup::None, uint8_t(Kind), 0, 0, C.graph().types().get(N)},
            NoNode, N);
  Groups[G].Root = Kind;
  return G;
}

/// Where a path goes on that is in \p Parent. A list stays in its group.
uint32_t PathTree::enter(uint32_t Parent, const ReferenceLabel &L, Node From,
                         Node To) {
  Key K = keyOf(Parent, L, To);
  if (Groups[Parent].Parent != PathGroup::None && L.Kind != LabelKind::Local) {
    Key Same = Keys[Parent];
    std::get<0>(Same) = Parent;
    if (K == Same) {
      PathGroup &G = Groups[Parent];
      if (To < G.Example) {
        G.From = From;
        G.Example = To;
        G.Label = L;
      }
      return Parent;
    }
  }
  uint32_t G = enter(K, From, To);
  if (Groups[G].Example == To && Groups[G].From == From)
    Groups[G].Label = L;
  return G;
}

/// What \p From calls \p To. An element of an array without its index, which
/// nobody needs of all.
ReferenceLabel PathTree::label(Node From, Node To, const EdgeFilter &Follow) {
  const HeapGraph &G = C.graph();
  bool IsClass = G.asClass(From) != NoClass;
  ReferenceLabel Found;
  if (!IsClass && G.classOf(From).isArray()) {
    if (To != G.classNodes()[G.types().get(From)])
      Found.Kind = LabelKind::Element;
    return Found;
  }
  // What else refers to it says more than the class.
  if (!IsClass && !C.hasLocals(From)) {
    C.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
      if (N == To && Follow.allows(From, L))
        Found = L;
      return Found.Kind == LabelKind::Class;
    });
    return Found;
  }
  auto [It, IsNew] = Labels.try_emplace(From);
  if (IsNew)
    C.forEachEdge(From, [&](const ReferenceLabel &L, Node N) {
      if (Follow.allows(From, L)) {
        auto [Known, IsFirst] = It->second.try_emplace(N, L);
        if (!IsFirst && Known->second.Kind == LabelKind::Class)
          Known->second = L;
      }
      return true;
    });
  return It->second.lookup(To);
}

void PathTree::add(ArrayRef<Node> Path, const EdgeFilter &Follow) {
  uint32_t Group = PathGroup::None, Last = PathGroup::None;
  for (auto [I, N] : enumerate(Path)) {
    Group = I ? enter(Group, label(Path[I - 1], N, Follow), Path[I - 1], N)
              : enterRoot(N);
    bool IsNew = Counted.insert({Group, N}).second;
    PathGroup &G = Groups[Group];
    // A list is passed once, however many links of it.
    G.Targets += Group != Last;
    G.Ends += I + 1 == Path.size();
    G.Objects += IsNew;
    G.Repeats += IsNew && Group == Last;
    if (IsNew && KeepMembers)
      G.Members.push_back(N);
    Last = Group;
  }
}

Error PathTree::add(const ShortestPaths &Paths, ArrayRef<Node> Targets,
                    const EdgeFilter &Follow) {
  IsOfMany = true;
  uint64_t Size = C.graph().size();
  // Of each node on a path: its group and 1.
  Expected<NumberArray> GroupOf = NumberArray::make(4, Size);
  if (!GroupOf)
    return GroupOf.takeError();
  Expected<NumberSet> IsTarget = NumberSet::make(Size);
  if (!IsTarget)
    return IsTarget.takeError();
  std::vector<uint64_t> Ends; // Of paths that are added here, by group.
  std::vector<Node> Way;
  for (Node Target : Targets) {
    if (!Paths.isReached(Target) || !IsTarget->insert(Target))
      continue;
    // Up to what is known, then down again.
    Node From = Target;
    for (; From != NoNode && !GroupOf->get(From); From = Paths.parent(From))
      Way.push_back(From);
    uint32_t Group =
        From == NoNode ? PathGroup::None : uint32_t(GroupOf->get(From)) - 1;
    for (; !Way.empty(); Way.pop_back()) {
      Node N = Way.back();
      uint32_t Last = Group;
      Group = From == NoNode ? enterRoot(N)
                             : enter(Group, label(From, N, Follow), From, N);
      GroupOf->set(N, Group + 1);
      PathGroup &G = Groups[Group];
      ++G.Objects;
      G.Repeats += Group == Last;
      if (KeepMembers)
        G.Members.push_back(N);
      From = N;
    }
    Ends.resize(Groups.size());
    ++Ends[Group];
  }
  // A list is passed once, however many links of it.
  std::vector<uint64_t> Through = Ends;
  for (size_t I = Ends.size(); I--;) {
    PathGroup &G = Groups[I];
    G.Ends += Ends[I];
    G.Targets += Through[I];
    if (G.Parent != PathGroup::None)
      Through[G.Parent] += Through[I];
  }
  return Error::success();
}

void PathTree::finish() {
  auto IsBefore = [&](uint32_t A, uint32_t B) {
    const PathGroup &X = Groups[A], &Y = Groups[B];
    if (X.Targets != Y.Targets)
      return X.Targets > Y.Targets;
    return IsOfMany && X.Example < Y.Example;
  };
  llvm::stable_sort(Roots, IsBefore);
  for (PathGroup &G : Groups)
    llvm::stable_sort(G.Children, IsBefore);
}
