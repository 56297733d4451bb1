//===- ListTable.h - Tables with few rows -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_TABLES_LISTTABLE_H
#define LIB_QUERY_TABLES_LISTTABLE_H

#include "TableKit.h"

namespace hprof {

/// A table whose rows are all computed when it is first read, such as threads
/// and roots. If it has a parameter (at most one, an object id), the rows are
/// computed each time it is read.
template <class Row> class ListTable final : public QueryTable {
public:
  using List = std::vector<Row>;
  using Maker = llvm::Expected<List> (*)(QueryHeap &Heap, Node Of);

  ListTable(QueryHeap &Heap, const Table<Row, QueryHeap> &Is, Maker Make,
            llvm::ArrayRef<QueryParameter> Parameters = {},
            llvm::ArrayRef<ColumnNeed> Needs = {})
      : Heap(Heap), Is(Is), Make(Make), Takes(Parameters), Needs(Needs) {}

  const TableInfo &info() const override { return Is; }
  llvm::ArrayRef<QueryParameter> parameters() const override { return Takes; }
  uint64_t expected() const override { return All ? All->size() : 100; }
  llvm::Expected<QueryRows> rows(const RowRequest &Request) override {
    if (llvm::Error E = prepare(Heap, Is, Request, Needs))
      return E;
    Node Of = NoNode;
    if (!Takes.empty())
      if (const QueryValue *Id = Request.equal(Takes.front().Name))
        if (std::optional<uint64_t> Number = Id->number())
          Of = Heap.graph().find(*Number);
    if (!All || !Takes.empty()) {
      if (Of == NoNode && !Takes.empty())
        return rowsOf(Is, Heap, llvm::ArrayRef<Row>());
      llvm::Expected<List> Made = Make(Heap, Of);
      if (!Made)
        return Made.takeError();
      All = std::make_shared<const List>(std::move(*Made));
    }
    // The rows of the previous call may still be in use.
    return std::make_unique<RowsOf<Row, QueryHeap>>(
        Is, Heap, [Own = All, At = size_t(0)]() mutable -> const Row * {
          return At == Own->size() ? nullptr : &(*Own)[At++];
        });
  }

private:
  QueryHeap &Heap;
  const Table<Row, QueryHeap> &Is;
  Maker Make;
  llvm::ArrayRef<QueryParameter> Takes;
  llvm::ArrayRef<ColumnNeed> Needs;
  std::shared_ptr<const List> All;
};

} // namespace hprof

#endif // LIB_QUERY_TABLES_LISTTABLE_H
