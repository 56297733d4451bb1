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

HPROF_TABLE_BEGIN(byClassTable, GroupRow, QueryHeap, "dominators",
                  "Retained size of the instances of a class.")
HPROF_COLUMN(Text, "class", ForAll, StringRef(R.Name), "Name of the class.")
HPROF_NULLABLE(Id, "class_id", ForAll, numberIf(R.Id, R.Id), "Id of the class.")
HPROF_COLUMN(Count, "objects", ForAll, R.Set.Objects,
             "Number of reachable instances.")
HPROF_COLUMN(Bytes, "shallow", ForAll, R.Set.Shallow,
             "Total shallow size of these objects in bytes.")
HPROF_COLUMN(Bytes, "retained", ForAll, R.Set.Retained,
             "Retained size of these objects together, in bytes.")
HPROF_COLUMN(
    Count, "retained_objects", ForAll, R.Set.RetainedObjects,
    "Number of objects in their retained set, including these objects.")
HPROF_TABLE_END

static Expected<std::vector<GroupRow>> byClassRows(QueryHeap &Heap, Node) {
  return groups(Heap, GroupBy::Class);
}

HPROF_TABLE_BEGIN(byPackageTable, GroupRow, QueryHeap, "packages",
                  "Retained size of a package.")
HPROF_COLUMN(Text, "package", ForAll, StringRef(R.Name), "Name of the package.")
HPROF_COLUMN(Count, "objects", ForAll, R.Set.Objects,
             "Number of reachable objects: the classes of the package and "
             "their instances.")
HPROF_COLUMN(Bytes, "shallow", ForAll, R.Set.Shallow,
             "Total shallow size of these objects in bytes.")
HPROF_COLUMN(Bytes, "retained", ForAll, R.Set.Retained,
             "Retained size of these objects together, in bytes.")
HPROF_COLUMN(
    Count, "retained_objects", ForAll, R.Set.RetainedObjects,
    "Number of objects in their retained set, including these objects.")
HPROF_TABLE_END

static Expected<std::vector<GroupRow>> byPackageRows(QueryHeap &Heap, Node) {
  return groups(Heap, GroupBy::Package);
}

HPROF_TABLE_BEGIN(byLoaderTable, GroupRow, QueryHeap, "loaders",
                  "A class loader.")
HPROF_NULLABLE(Id, "id", ForAll, numberIf(R.Id, R.Id),
               "Id of the loader; null for the bootstrap loader.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(R.Name), "Class of the loader.")
HPROF_NULLABLE(Text, "text", ForAll, loaderText(A, R),
               "Name of the loader or, without a name, the first URL that it "
               "loads from; null if unknown.")
HPROF_COLUMN(Count, "classes", ForAll, R.Classes,
             "Number of classes that the loader defined.")
HPROF_COLUMN(
    Count, "objects", ForAll, R.Set.Objects,
    "Number of reachable objects: the loader, its classes and their instances.")
HPROF_COLUMN(Bytes, "shallow", ForAll, R.Set.Shallow,
             "Total shallow size of these objects in bytes.")
HPROF_COLUMN(Bytes, "retained", ForAll, R.Set.Retained,
             "Retained size of these objects together, in bytes.")
HPROF_TABLE_END

static Expected<std::vector<GroupRow>> byLoaderRows(QueryHeap &Heap, Node) {
  if (Error E = Heap.needContents())
    return E;
  Expected<std::vector<GroupRow>> All = groups(Heap, GroupBy::Loader);
  if (!All)
    return All;
  DenseMap<IdKey, uint64_t> Classes;
  for (const GraphClass &C : Heap.graph().classes())
    Classes[C.Loader] += C.IsDumped;
  for (GroupRow &R : *All)
    R.Classes = Classes.lookup(R.Id);
  return All;
}

void hprof::addGroupTables(QueryHeap &Heap, QueryTables &To) {
  To.push_back(
      std::make_unique<ListTable<GroupRow>>(Heap, byClassTable(), byClassRows));
  To.push_back(std::make_unique<ListTable<GroupRow>>(Heap, byPackageTable(),
                                                     byPackageRows));
  To.push_back(std::make_unique<ListTable<GroupRow>>(Heap, byLoaderTable(),
                                                     byLoaderRows));
}
