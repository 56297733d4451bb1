//===- QueryFunctions.cpp - Tables about one object -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListTable.h"
#include "Query/Heap/ObjectText.h"
#include "hprof/Analysis/Paths/ShortestPaths.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct PathStep {
  uint64_t Number = 0;
  Node At = NoNode, Before = NoNode;
};
struct FoundEntry {
  uint64_t Position = 0;
  CollectionEntry Entry;
};
} // namespace

static Datum viaOf(const QueryHeap &A, const PathStep &R) {
  if (R.Before == NoNode)
    return Datum::Null();
  std::optional<ReferenceLabel> L = A.contents().labelOf(R.Before, R.At);
  return L ? Datum(A.contents().spell(*L)) : Datum(Datum::Null());
}

static Datum rootOf(const QueryHeap &A, const PathStep &R) {
  if (R.Before != NoNode)
    return Datum::Null();
  const GraphRoot *Found = llvm::lower_bound(
      A.graph().roots(), R.At,
      [](const GraphRoot &G, Node N) { return G.Object < N; });
  return Found != A.graph().roots().end() && Found->Object == R.At
             ? Datum(recordInfo(Found->Kind).Text)
             : Datum(Datum::Null());
}

static Datum refId(const ObjectRef &Of) { return numberIf(Of.Id, Of.Id); }

static std::optional<std::string> refText(const QueryHeap &A,
                                          const ObjectRef &Of) {
  if (Of.At == NoObject)
    return std::nullopt;
  std::optional<std::string> Text = objectText(A.contents(), Of.At);
  return Text ? A.shown(Of.At, std::move(*Text)) : Text;
}

static Datum keyText(const QueryHeap &A, const FoundEntry &R) {
  std::optional<std::string> Text = refText(A, R.Entry.Key);
  return Text ? Datum(std::move(*Text)) : Datum(Datum::Null());
}

/// A key may mark the value as secret.
static Datum valueText(const QueryHeap &A, const FoundEntry &R) {
  const ObjectRef &Of = R.Entry.Value;
  std::optional<std::string> Text;
  if (Of.At != NoObject)
    Text = objectText(A.contents(), Of.At);
  if (!Text)
    return Datum::Null();
  return A.shownAs(refText(A, R.Entry.Key).value_or(""), Of.At,
                   std::move(*Text));
}

namespace path {
using Row = PathStep;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryPath.def"
  };
  static const Table<Row, Asked> Is(
      "path",
      "An object on a shortest path from a GC root to the given object.",
      Columns);
  return Is;
}

/// Follows references that keep nothing alive only if there is no other path.
static Expected<std::vector<Row>> make(QueryHeap &Heap, Node Of) {
  if (Error E = Heap.needContents())
    return E;
  for (ReferenceKinds Ignored : {weakReferences(), ReferenceKinds()}) {
    Expected<EdgeFilter> Follow = EdgeFilter::create(Heap.graph(), Ignored);
    if (!Follow)
      return Follow.takeError();
    Expected<const ShortestPaths *> Paths =
        Heap.store().shortestPaths(*Follow, Of);
    if (!Paths)
      return Paths.takeError();
    std::vector<Row> Steps;
    for (Node N : (*Paths)->path(Of))
      Steps.push_back(
          {Steps.size(), N, Steps.empty() ? NoNode : Steps.back().At});
    if (!Steps.empty())
      return Steps;
  }
  return std::vector<Row>();
}
} // namespace path

namespace set {
using Row = Node;
using Asked = QueryHeap;

static Expected<std::vector<Row>> retained(QueryHeap &Heap, Node Of) {
  if (Error E = Heap.needTree())
    return E;
  const DominatorTree &Tree = Heap.tree();
  if (!Tree.isReachable(Of))
    return std::vector<Row>();
  // By object: whether it is dominated by Of, and whether that is known yet.
  std::vector<bool> IsKnown(Heap.graph().size());
  std::vector<bool> IsBelow(Heap.graph().size());
  IsKnown[Of] = true;
  IsBelow[Of] = true;
  std::vector<Row> Found, Way;
  for (Node N = 0; N != Heap.graph().size(); ++N) {
    if (Heap.mustEnd())
      return Heap.endError();
    Way.clear();
    Node At = N;
    for (; At != NoNode && !IsKnown[At]; At = Tree.parent(At))
      Way.push_back(At);
    const bool Is = At != NoNode && IsBelow[At];
    for (Node Passed : Way) {
      IsKnown[Passed] = true;
      if (Is)
        IsBelow[Passed] = true;
    }
    if (IsBelow[N])
      Found.push_back(N);
  }
  return Found;
}

/// Follows fields, elements and static fields, but not from an object to its
/// class, which would reach nearly everything.
static Expected<std::vector<Row>> reachable(QueryHeap &Heap, Node Of) {
  const HeapGraph &G = Heap.graph();
  std::vector<bool> IsSeen(G.size());
  std::vector<Row> Found = {Of};
  IsSeen[Of] = true;
  for (size_t At = 0; At != Found.size(); ++At) {
    if (Heap.mustEnd())
      return Heap.endError();
    bool IsClass = G.classNodes()[G.types().get(Found[At])] != NoNode;
    G.forEachReference(Found[At], [&](Node To) {
      if (!std::exchange(IsClass, false) && !IsSeen[To]) {
        IsSeen[To] = true;
        Found.push_back(To);
      }
    });
  }
  llvm::sort(Found);
  return Found;
}

static ArrayRef<TypedColumn<Row, Asked>> columns() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QuerySet.def"
  };
  return Columns;
}

static const Table<Row, Asked> &retainedTable() {
  static const Table<Row, Asked> Is(
      "retained_set", "An object in the retained set of the given object.",
      columns());
  return Is;
}

static const Table<Row, Asked> &reachableTable() {
  static const Table<Row, Asked> Is(
      "reachable",
      "An object reachable from the given object through fields and elements.",
      columns());
  return Is;
}
} // namespace set

namespace entry {
using Row = FoundEntry;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryEntries.def"
  };
  static const Table<Row, Asked> Is(
      "entries", "An entry of a JDK collection or map.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node Of) {
  if (Error E = Heap.needContents())
    return E;
  std::vector<Row> All;
  if (std::optional<CollectionEntries> Found =
          Heap.entries(Of, UINT64_MAX, /*IsSure=*/true))
    for (const CollectionEntry &E : Found->Entries)
      All.push_back({All.size(), E});
  return All;
}
} // namespace entry

void hprof::addFunctionTables(QueryHeap &Heap, QueryTables &To) {
  static constexpr QueryParameter Of[] = {
      {"of", true, "the id of an object", /*IsId=*/true}};
  static constexpr ColumnNeed Needs[] = {{"retained", &QueryHeap::needTree}};
  To.push_back(std::make_unique<ListTable<PathStep>>(Heap, path::table(),
                                                     path::make, Of, Needs));
  To.push_back(std::make_unique<ListTable<Node>>(Heap, set::retainedTable(),
                                                 set::retained, Of, Needs));
  To.push_back(std::make_unique<ListTable<Node>>(Heap, set::reachableTable(),
                                                 set::reachable, Of, Needs));
  To.push_back(std::make_unique<ListTable<FoundEntry>>(Heap, entry::table(),
                                                       entry::make, Of));
}
