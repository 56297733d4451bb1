//===- SubGraph.cpp - The largest objects with their references -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/Heap/SubGraph.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns the objects in \p Is with the largest retained sizes.
static std::vector<SubGraph::Object> largest(const HeapGraph &G, Below &Is,
                                             uint64_t Most, uint64_t &All) {
  const auto IsBefore = [](const SubGraph::Object &A,
                           const SubGraph::Object &B) {
    return A.Retained != B.Retained ? A.Retained > B.Retained : A.Is < B.Is;
  };
  std::vector<SubGraph::Object> Found;
  for (Node N = 0; N != G.size(); ++N) {
    if (!Is.contains(N))
      continue;
    ++All;
    Found.push_back({N, G.shallow(N), Is.tree().retained(N)});
    if (Found.size() / 2 < Most)
      continue;
    std::nth_element(Found.begin(), Found.begin() + ptrdiff_t(Most),
                     Found.end(), IsBefore);
    Found.resize(Most);
  }
  llvm::sort(Found, IsBefore);
  if (Found.size() > Most)
    Found.resize(Most);
  return Found;
}

static void addEdges(SubGraph &To, const HeapContents &C,
                     const DenseMap<Node, size_t> &Numbers, ReferenceKinds Weak,
                     size_t From) {
  const Node N = To.Objects[From].Is;
  C.forEachReference(N, [&](const HeapReference &R) {
    const auto It = R.To == NoNode ? Numbers.end() : Numbers.find(R.To);
    if (It != Numbers.end() && R.Label.Kind != LabelKind::Class)
      To.Edges.push_back({From, It->second, toUtf8(C.spell(R.Label)),
                          Weak.contains(R.Label.Strength), false});
    return true;
  });
}

/// Adds dominators without a direct reference to an object.
static void addDominators(SubGraph &To, const Below &Is,
                          const DenseMap<Node, size_t> &Numbers) {
  DenseSet<std::pair<size_t, size_t>> Known;
  for (const SubGraph::Edge &E : To.Edges)
    Known.insert({E.From, E.To});
  for (auto [I, O] : enumerate(To.Objects)) {
    const Node Parent = Is.tree().parent(O.Is);
    const auto It = Parent == NoNode ? Numbers.end() : Numbers.find(Parent);
    if (It != Numbers.end() && !Known.contains({It->second, I}))
      To.Edges.push_back({It->second, I, "", false, true});
  }
}

Expected<SubGraph>
SubGraph::of(HeapStore &Heap, const HeapExportRequest &Request, uint64_t Most) {
  Expected<Below> Is = Below::of(Heap, Request.Below);
  if (!Is)
    return Is.takeError();
  Expected<const HeapContents *> C = Heap.contents();
  if (!C)
    return C.takeError();
  if (Request.MaxObjects)
    Most = Request.MaxObjects;
  SubGraph To;
  uint64_t All = 0;
  To.Objects = largest(Heap.graph(), *Is, Most, All);
  if (All > To.Objects.size())
    Request.OnNote(counted(All - To.Objects.size(), "object") +
                   " with smaller retained sizes omitted; use "
                   "--max-objects=<n> to include more");
  DenseMap<Node, size_t> Numbers;
  for (auto [I, O] : enumerate(To.Objects))
    Numbers[O.Is] = I;
  for (size_t I = 0; I != To.Objects.size(); ++I)
    addEdges(To, **C, Numbers, Heap.origin().Ignored, I);
  addDominators(To, *Is, Numbers);
  return To;
}

std::string hprof::objectTitle(const HeapGraph &G, const HeapContents &C,
                               Node N) {
  std::string Title = toUtf8(G.describe(N));
  if (std::optional<std::string> Name = C.threadName(N))
    Title += " " + toUtf8(*Name);
  return Title;
}
