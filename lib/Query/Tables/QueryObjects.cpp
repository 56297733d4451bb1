//===- QueryObjects.cpp - Objects of a heap -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeScan.h"
#include "TableKit.h"

using namespace hprof;
using namespace llvm;

static StringRef className(const QueryHeap &A, Node N) {
  return A.graph().classOf(N).Name;
}

static Datum classId(const QueryHeap &A, Node N) {
  const uint64_t Id = A.graph().classOf(N).Id;
  return numberIf(Id, Id);
}

static bool isArray(const QueryHeap &A, Node N) {
  return A.graph().asClass(N) == NoClass && A.graph().classOf(N).isArray();
}

static const char *kindOf(const QueryHeap &A, Node N) {
  if (A.graph().asClass(N) != NoClass)
    return "class";
  return A.graph().classOf(N).isArray() ? "array" : "instance";
}

HPROF_TABLE_BEGIN(objectTable, Node, QueryHeap, "objects",
                  "An object, array or class object of the heap.")
HPROF_COLUMN(Id, "id", ForAll, A.graph().id(R), "Id of the object.")
HPROF_COLUMN(Text, "class", ForAll | Repeats, className(A, R),
             "Class of the object; java.lang.Class for class objects.")
HPROF_NULLABLE(Id, "class_id", ForAll, classId(A, R),
               "Id of the class; null for primitive arrays if the dump does "
               "not contain their classes.")
HPROF_WORD("instance|array|class", "kind", ForAll, kindOf(A, R),
           "Kind of object; array covers object arrays and primitive arrays.")
HPROF_COLUMN(Bytes, "shallow", ForAll, A.graph().shallow(R),
             "Shallow size in bytes.")
HPROF_NULLABLE(Bytes, "retained", ForAll, A.retained(R),
               "Retained size in bytes; null for unreachable objects.")
HPROF_NULLABLE(Id, "dominator", ForAll, idOf(A, A.tree().parent(R)),
               "Id of the immediate dominator, or null.")
HPROF_NULLABLE(Count, "depth", ForAll,
               numberIf(A.tree().isReachable(R), A.depth(R)),
               "Depth in the dominator tree, from 1 for objects that no other "
               "object dominates; null for unreachable objects.")
HPROF_NULLABLE(Count, "length", ForAll,
               numberIf(isArray(A, R), A.graph().arrayLength(R)),
               "Number of elements of an array; null for other objects.")
HPROF_COLUMN(Flag, "reachable", ForAll, A.tree().isReachable(R),
             "Whether the object is reachable from GC roots.")
HPROF_TABLE_END

namespace {
class ObjectTable final : public QueryTable {
public:
  explicit ObjectTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return objectTable(); }
  ArrayRef<QueryKey> keys() const override { return NodeScan::keys(); }
  StringRef order() const override { return "retained"; }
  uint64_t expected() const override { return Heap.graph().size(); }
  Expected<QueryRows> rows(const RowRequest &Request) override;

private:
  QueryHeap &Heap;
};
} // namespace

Expected<QueryRows> ObjectTable::rows(const RowRequest &Request) {
  static constexpr ColumnNeed Needs[] = {{"depth", &QueryHeap::needTree},
                                         {"retained", &QueryHeap::needTree},
                                         {"dominator", &QueryHeap::needTree},
                                         {"reachable", &QueryHeap::needTree},
                                         {"depth", &QueryHeap::needDepths}};
  // Computing all depths requires a walk over the tree.
  const ArrayRef<ColumnNeed> All(Needs);
  const bool IsOne = Request.equal("id") != nullptr;
  if (Error E = prepare(Heap, info(), Request,
                        IsOne ? All.drop_back() : All.drop_front()))
    return E;
  return pulledRows(
      objectTable(), Heap, NoNode,
      [Scan = NodeScan(Heap, Request)](Node &N) mutable {
        N = Scan.next();
        return N != NoNode;
      },
      +[](const Node &N) { return uint64_t(N); });
}

std::unique_ptr<QueryTable> hprof::objectTable(QueryHeap &Heap) {
  return std::make_unique<ObjectTable>(Heap);
}
