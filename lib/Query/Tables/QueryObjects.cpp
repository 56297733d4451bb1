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

namespace object {
using Row = Node;
using Asked = QueryHeap;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "QueryObjects.def"
  };
  static const Table<Row, Asked> Is(
      "objects", "An object, array or class object of the heap.", Columns);
  return Is;
}
} // namespace object

namespace {
class ObjectTable final : public QueryTable {
public:
  explicit ObjectTable(QueryHeap &Heap) : Heap(Heap) {}

  const TableInfo &info() const override { return object::table(); }
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
      object::table(), Heap, NoNode,
      [Scan = NodeScan(Heap, Request)](Node &N) mutable {
        N = Scan.next();
        return N != NoNode;
      },
      +[](const Node &N) { return uint64_t(N); });
}

std::unique_ptr<QueryTable> hprof::objectTable(QueryHeap &Heap) {
  return std::make_unique<ObjectTable>(Heap);
}
