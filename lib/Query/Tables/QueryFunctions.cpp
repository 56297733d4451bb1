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

HPROF_TABLE_BEGIN(
    pathTable, PathStep, QueryHeap, "path",
    "An object on a shortest path from a GC root to the given object.")
HPROF_COLUMN(Count, "step", ForAll, R.Number,
             "Step, from 0 for the object that the GC root refers to.")
HPROF_COLUMN(Id, "id", ForAll, A.graph().id(R.At), "Id of the object.")
HPROF_COLUMN(Text, "class", ForAll, A.graph().describe(R.At),
             "Class of the object; for a class object, \"class\" and its name.")
HPROF_NULLABLE(Text, "via", ForAll, viaOf(A, R),
               "Field or element of the previous object that refers to this "
               "one; null in the first row.")
HPROF_NULLABLE(Text, "root", ForAll, rootOf(A, R),
               "Kind of GC root; null after the first row.")
HPROF_COLUMN(Bytes, "shallow", ForAll, A.graph().shallow(R.At),
             "Shallow size in bytes.")
HPROF_NULLABLE(Bytes, "retained", ForAll, A.retained(R.At),
               "Retained size in bytes.")
HPROF_TABLE_END

/// Follows references that keep nothing alive only if there is no other path.
static Expected<std::vector<PathStep>> pathRows(QueryHeap &Heap, Node Of) {
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
    std::vector<PathStep> Steps;
    for (Node N : (*Paths)->path(Of))
      Steps.push_back(
          {Steps.size(), N, Steps.empty() ? NoNode : Steps.back().At});
    if (!Steps.empty())
      return Steps;
  }
  return std::vector<PathStep>();
}

static Expected<std::vector<Node>> retainedRows(QueryHeap &Heap, Node Of) {
  if (Error E = Heap.needTree())
    return E;
  const DominatorTree &Tree = Heap.tree();
  if (!Tree.isReachable(Of))
    return std::vector<Node>();
  // By object: whether it is dominated by Of, and whether that is known yet.
  std::vector<bool> IsKnown(Heap.graph().size());
  std::vector<bool> IsBelow(Heap.graph().size());
  IsKnown[Of] = true;
  IsBelow[Of] = true;
  std::vector<Node> Found, Way;
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
static Expected<std::vector<Node>> reachableRows(QueryHeap &Heap, Node Of) {
  const HeapGraph &G = Heap.graph();
  std::vector<bool> IsSeen(G.size());
  std::vector<Node> Found = {Of};
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

HPROF_TABLE_BEGIN(retainedTable, Node, QueryHeap, "retained_set",
                  "An object in the retained set of the given object.")
#include "QuerySet.def"
HPROF_TABLE_END

HPROF_TABLE_BEGIN(
    reachableTable, Node, QueryHeap, "reachable",
    "An object reachable from the given object through fields and elements.")
#include "QuerySet.def"
HPROF_TABLE_END

HPROF_TABLE_BEGIN(entryTable, FoundEntry, QueryHeap, "entries",
                  "An entry of a JDK collection or map.")
HPROF_COLUMN(Count, "position", ForAll, R.Position,
             "Position of the entry, from 0.")
HPROF_NULLABLE(
    Id, "key", ForAll, refId(R.Entry.Key),
    "Id of the key; null for a null key and for collections other than maps.")
HPROF_NULLABLE(Text, "key_text", ForAll, keyText(A, R),
               "String representation of the key: text(key).")
HPROF_NULLABLE(Id, "value", ForAll, refId(R.Entry.Value),
               "Id of the value or element; null for a null reference.")
HPROF_NULLABLE(Text, "value_text", ForAll, valueText(A, R),
               "String representation of the value or element: text(value).")
HPROF_TABLE_END

static Expected<std::vector<FoundEntry>> entriesOf(QueryHeap &Heap, Node Of) {
  if (Error E = Heap.needContents())
    return E;
  std::vector<FoundEntry> All;
  if (std::optional<CollectionEntries> Found =
          Heap.entries(Of, UINT64_MAX, /*IsSure=*/true))
    for (const CollectionEntry &E : Found->Entries)
      All.push_back({All.size(), E});
  return All;
}

void hprof::addFunctionTables(QueryHeap &Heap, QueryTables &To) {
  static constexpr QueryParameter Of[] = {
      {"of", true, "the id of an object", /*IsId=*/true}};
  static constexpr ColumnNeed Needs[] = {{"retained", &QueryHeap::needTree}};
  To.push_back(std::make_unique<ListTable<PathStep>>(Heap, pathTable(),
                                                     pathRows, Of, Needs));
  To.push_back(std::make_unique<ListTable<Node>>(Heap, retainedTable(),
                                                 retainedRows, Of, Needs));
  To.push_back(std::make_unique<ListTable<Node>>(Heap, reachableTable(),
                                                 reachableRows, Of, Needs));
  To.push_back(std::make_unique<ListTable<FoundEntry>>(Heap, entryTable(),
                                                       entriesOf, Of));
}
