//===- QueryGroups.cpp - Retained sizes of classes and loaders ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListTable.h"
#include "Query/Heap/ObjectText.h"
#include "hprof/Format/Base/IdKey.h"

using namespace hprof;
using namespace llvm;

namespace {
struct GroupRow {
  RetainedSet Set;
  std::string Name;
  uint64_t Id = 0;
  uint64_t Classes = 0;
};
} // namespace

static Expected<std::vector<GroupRow>> groups(QueryHeap &Heap, GroupBy By) {
  const NodeGroups Groups = NodeGroups::of(Heap.graph(), By);
  Expected<RetainedSets> Sets = Heap.store().retainedSets(Groups, By);
  if (!Sets)
    return Sets.takeError();
  std::vector<GroupRow> All;
  for (const RetainedSet &S : Sets->sets())
    All.push_back({S, Groups.name(S.Group), Groups.id(S.Group)});
  return All;
}

static Datum loaderText(const QueryHeap &A, const GroupRow &R) {
  const Node N = A.graph().find(R.Id);
  std::optional<std::string> Text;
  if (N != NoNode)
    Text = A.contents().loaderName(N);
  return Text ? Datum(A.shown(N, std::move(*Text))) : Datum(Datum::Null());
}

namespace by_class {
using Row = GroupRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryDominators.def"
  };
  static const Table<Row, Asked> Is(
      "dominators", "Retained size of the instances of a class.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  return groups(Heap, GroupBy::Class);
}
} // namespace by_class

namespace by_package {
using Row = GroupRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryPackages.def"
  };
  static const Table<Row, Asked> Is("packages", "Retained size of a package.",
                                    Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  return groups(Heap, GroupBy::Package);
}
} // namespace by_package

namespace by_loader {
using Row = GroupRow;
using Asked = QueryHeap;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryLoaders.def"
  };
  static const Table<Row, Asked> Is("loaders", "A class loader.", Columns);
  return Is;
}

static Expected<std::vector<Row>> make(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  Expected<std::vector<Row>> All = groups(Heap, GroupBy::Loader);
  if (!All)
    return All;
  DenseMap<IdKey, uint64_t> Classes;
  for (const GraphClass &C : Heap.graph().classes())
    Classes[C.Loader] += C.IsDumped;
  for (Row &R : *All)
    R.Classes = Classes.lookup(R.Id);
  return All;
}
} // namespace by_loader

void hprof::addGroupTables(QueryHeap &Heap, QueryTables &To) {
  To.push_back(std::make_unique<ListTable<GroupRow>>(Heap, by_class::table(),
                                                     by_class::make));
  To.push_back(std::make_unique<ListTable<GroupRow>>(Heap, by_package::table(),
                                                     by_package::make));
  To.push_back(std::make_unique<ListTable<GroupRow>>(Heap, by_loader::table(),
                                                     by_loader::make));
}
