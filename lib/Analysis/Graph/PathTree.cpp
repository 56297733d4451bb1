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
  auto [It, IsNew] = ByKey.try_emplace(K, uint32_t(Groups.size()));
  if (IsNew) {
    PathGroup &New = Groups.emplace_back();
    New.Parent = std::get<0>(K);
    New.From = From;
    New.Example = To;
    if (New.Parent != PathGroup::None)
      Groups[New.Parent].Children.push_back(It->second);
    else
      Roots.push_back(It->second);
  }
  return It->second;
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
  const PathGroup &P = Groups[Parent];
  Key K = keyOf(Parent, L, To);
  if (P.Parent != PathGroup::None && L.Kind != LabelKind::Local) {
    Key Same = keyOf(P.Parent, P.Label, P.Example);
    std::get<0>(Same) = Parent;
    if (K == Same)
      return Parent;
  }
  uint32_t G = enter(K, From, To);
  if (Groups[G].Example == To && Groups[G].From == From)
    Groups[G].Label = L;
  return G;
}

/// The labels of the references from \p From to each of \p To. Those of arrays
/// without their index, which nobody needs of all.
void PathTree::findLabels(Node From, ArrayRef<Node> To,
                          const EdgeFilter &Follow, Labels &Found) const {
  Found.clear();
  const HeapGraph &G = C.graph();
  if (G.classOf(From).isArray()) {
    ReferenceLabel L;
    for (Node N : To) {
      L.Kind = N == G.classNodes()[G.types().get(From)] ? LabelKind::Class
                                                        : LabelKind::Element;
      Found[N] = L;
    }
    return;
  }
  for (Node N : To)
    Found.try_emplace(N);
  DenseSet<Node> Left(To.begin(), To.end());
  C.forEachReference(From, [&](const HeapReference &R) {
    if (R.To != NoNode && Left.contains(R.To) && Follow.allows(From, R.Label)) {
      Found[R.To] = R.Label;
      // What else refers to it says more than the class.
      if (R.Label.Kind != LabelKind::Class)
        Left.erase(R.To);
    }
    return !Left.empty();
  });
}

void PathTree::add(ArrayRef<Node> Path, const EdgeFilter &Follow) {
  uint32_t Group = PathGroup::None, Last = PathGroup::None;
  Labels Found;
  for (auto [I, N] : enumerate(Path)) {
    if (I) {
      findLabels(Path[I - 1], N, Follow, Found);
      Group = enter(Group, Found[N], Path[I - 1], N);
    } else {
      Group = enterRoot(N);
    }
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
  uint64_t Size = C.graph().size();
  unsigned Width = C.graph().starts().width();
  // Targets on the paths through each node; later the group of each.
  Expected<NumberArray> Count = NumberArray::make(Width, Size);
  if (!Count)
    return Count.takeError();
  Expected<NumberArray> GroupOf = NumberArray::make(4, Size);
  if (!GroupOf)
    return GroupOf.takeError();
  Expected<NumberSet> IsTarget = NumberSet::make(Size);
  if (!IsTarget)
    return IsTarget.takeError();
  for (Node N : Targets)
    if (Paths.isReached(N) && IsTarget->insert(N))
      Count->set(N, 1);
  for (uint64_t I = Paths.reached(); I--;) {
    Node N = Paths.inOrder(I), P = Paths.parent(N);
    if (uint64_t K = Count->get(N); K && P != NoNode)
      Count->set(P, Count->get(P) + K);
  }
  Labels Found;
  std::vector<Node> Siblings;
  for (uint64_t I = 0; I != Paths.reached();) {
    Node P = Paths.parent(Paths.inOrder(I));
    Siblings.clear();
    for (; I != Paths.reached() && Paths.parent(Paths.inOrder(I)) == P; ++I)
      if (Node N = Paths.inOrder(I); Count->get(N))
        Siblings.push_back(N);
    if (P != NoNode && !Siblings.empty())
      findLabels(P, Siblings, Follow, Found);
    for (Node N : Siblings) {
      uint32_t From = P == NoNode ? PathGroup::None : uint32_t(GroupOf->get(P));
      uint32_t Group = P == NoNode ? enterRoot(N) : enter(From, Found[N], P, N);
      GroupOf->set(N, Group);
      PathGroup &G = Groups[Group];
      bool IsRepeat = P != NoNode && Group == From;
      ++G.Objects;
      G.Repeats += IsRepeat;
      G.Targets += IsRepeat ? 0 : Count->get(N);
      G.Ends += IsTarget->contains(N);
      if (KeepMembers)
        G.Members.push_back(N);
    }
  }
  return Error::success();
}

void PathTree::finish() {
  auto IsBefore = [&](uint32_t A, uint32_t B) {
    return Groups[A].Targets > Groups[B].Targets;
  };
  llvm::stable_sort(Roots, IsBefore);
  for (PathGroup &G : Groups)
    llvm::stable_sort(G.Children, IsBefore);
}
