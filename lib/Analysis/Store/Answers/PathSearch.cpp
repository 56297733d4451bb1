//===- PathSearch.cpp - Paths to requested objects ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

FoundPaths::FoundPaths(const PathFacts &Of, const HeapQuestion &Question,
                       StringRef Through, ArrayRef<Node> Objects)
    : Of(&Of), Question(&Question), Through(Through), First(Objects.front()),
      Asked(Objects.size()),
      Tree(Of.contents(), /*KeepMembers=*/Of.Tree, Of.Request.JoinNames) {}

/// Returns the root that dominates \p N according to \p Tree, or NoNode. (Other
/// roots reach objects dominated by a root only through it.)
static Node onlyRoot(const HeapGraph &G, const DominatorTree *Tree, Node N) {
  if (!Tree)
    return NoNode;
  Node Top = N;
  for (Node P = N; P != NoNode; P = Tree->parent(P))
    Top = P;
  bool IsRoot =
      std::binary_search(G.rootNodes().begin(), G.rootNodes().end(), Top);
  return IsRoot && Top != N ? Top : NoNode;
}

/// Adds a shortest path to each of \p Targets; adds those without to \p Lost.
static Error addShortest(FoundPaths &To, const EdgeFilter &Follow,
                         ArrayRef<Node> Targets, std::vector<Node> &Lost) {
  HeapStore &S = *To.Of->Store;
  Expected<const ShortestPaths *> Paths = S.shortestPaths(Follow, Targets);
  if (!Paths)
    return Paths.takeError();
  for (Node N : Targets)
    if (!(*Paths)->isReached(N))
      Lost.push_back(N);
  To.Paths = To.Found = To.Asked - Lost.size();
  const PathGroups *Kept = S.pathGroups(*Paths);
  return Kept ? To.Tree.add(**Paths, *Kept, Targets, Follow)
              : To.Tree.add(**Paths, Targets, Follow);
}

/// Same as above, but adds paths from several roots.
static Error addFromRoots(FoundPaths &To, const EdgeFilter &Follow,
                          ArrayRef<Node> Targets, std::vector<Node> &Lost) {
  HeapStore &S = *To.Of->Store;
  const HeapGraph &G = S.graph();
  Expected<const InboundReferences *> Inbound = S.inbound();
  if (!Inbound)
    return Inbound.takeError();
  for (Node N : Targets) {
    Expected<RootPaths> From = RootPaths::search(G, **Inbound, Follow, N,
                                                 onlyRoot(G, S.fullTree(), N));
    if (!From)
      return From.takeError();
    uint64_t Count = 0;
    std::vector<Node> Path = From->next();
    for (; !Path.empty() && Count != To.Of->Request.Count;
         Path = From->next()) {
      To.Tree.add(Path, Follow);
      ++Count;
    }
    To.HasMore |= !Path.empty();
    To.Paths += Count;
    To.Found += Count != 0;
    if (!Count)
      Lost.push_back(N);
  }
  return Error::success();
}

/// Finds paths to \p All. \return the objects without a path.
static Expected<std::vector<Node>>
search(FoundPaths &To, const EdgeFilter &Follow, ArrayRef<Node> All) {
  // Unreferenced objects need no search.
  std::vector<Node> Lost, Targets(All);
  if (const DominatorTree *Full = To.Of->Store->fullTree()) {
    auto IsReachable = [&](Node N) { return Full->isReachable(N); };
    copy_if(All, std::back_inserter(Lost), std::not_fn(IsReachable));
    erase_if(Targets, std::not_fn(IsReachable));
  }
  if (Targets.empty())
    return Lost;
  if (Error E = To.Of->Request.Count == 1
                    ? addShortest(To, Follow, Targets, Lost)
                    : addFromRoots(To, Follow, Targets, Lost))
    return E;
  To.Tree.finish();
  llvm::sort(Lost);
  return Lost;
}

static FoundPaths lostObjects(const PathFacts &Of, const HeapQuestion &Question,
                              std::vector<Node> Left) {
  const bool FollowsAll = Of.Request.Excluded.empty() && Of.Request.StrongFirst;
  // Paths start only at roots that are in the dump, not at added roots.
  const bool AreMade = Of.Store->origin().KeepUnreachable;
  PathGroup Group;
  Group.Example = Left.front();
  Group.Objects = Group.Ends = Left.size();
  FoundPaths Lost(Of, Question, AreMade && FollowsAll ? "made-roots" : "none",
                  Left);
  Group.Members = std::move(Left);
  Lost.Lost = std::move(Group);
  return Lost;
}

Expected<std::vector<FoundPaths>>
hprof::searchPaths(const PathFacts &Of, const HeapQuestion &Question) {
  struct Try {
    ReferenceKinds Without;
    const char *Through;
  };
  std::vector<Try> Tries;
  const ReferenceKinds Ignored = Of.Store->origin().Ignored;
  if (Of.Request.StrongFirst) {
    Tries.push_back({weakReferences(), "strong"});
    Tries.push_back({{}, "all"});
  } else {
    Tries.push_back({Ignored, Ignored.empty() ? "all" : "chosen"});
  }
  std::vector<FoundPaths> All;
  std::vector<Node> Left = Question.Targets;
  for (const Try &T : Tries) {
    if (Left.empty())
      break;
    Expected<EdgeFilter> Follow = EdgeFilter::create(
        Of.graph(), T.Without, Of.Contents, Of.Request.Excluded);
    if (!Follow)
      return Follow.takeError();
    FoundPaths Here(Of, Question, T.Through, Left);
    Expected<std::vector<Node>> Lost = search(Here, *Follow, Left);
    if (!Lost)
      return Lost.takeError();
    if (Here.Found)
      All.push_back(std::move(Here));
    Left = std::move(*Lost);
  }
  if (!Left.empty())
    All.push_back(lostObjects(Of, Question, std::move(Left)));
  return All;
}
