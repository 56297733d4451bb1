//===- TableKit.h - Helpers for query tables --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_TABLES_TABLEKIT_H
#define LIB_QUERY_TABLES_TABLEKIT_H

#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/QueryTable.h"
#include "hprof/Answer/TypedTable.h"

namespace hprof {

/// Data needed for a column, or a limit on it.
struct ColumnNeed {
  llvm::StringRef Column;
  llvm::Error (QueryHeap::*Need)();
};

/// Computes the data for the columns and limits of \p Request.
llvm::Error prepare(QueryHeap &Heap, const TableInfo &Info,
                    const RowRequest &Request,
                    llvm::ArrayRef<ColumnNeed> Needs);

/// Rows that \p Next stores in its argument, until it returns false. \p Number
/// numbers a row; null if rows can be found in only one way.
template <class Row, class Asked, class Fn>
QueryRows pulledRows(const Table<Row, Asked> &Is, const Asked &A, Row First,
                     Fn Next, uint64_t (*Number)(const Row &) = nullptr) {
  std::shared_ptr<uint64_t> Key;
  if (Number)
    Key = std::make_shared<uint64_t>(0);
  auto Pull = [Now = std::make_shared<Row>(std::move(First)),
               Next = std::make_shared<Fn>(std::move(Next)), Key,
               Number]() -> const Row * {
    if (!(*Next)(*Now))
      return nullptr;
    if (Number)
      *Key = Number(*Now);
    return Now.get();
  };
  return {std::make_unique<RowsOf<Row, Asked>>(Is, A, std::move(Pull)), Key};
}

/// \p N if \p Has; otherwise null.
inline Datum numberIf(bool Has, uint64_t N) {
  return Has ? Datum(N) : Datum(Datum::Null());
}

/// Id of \p N; null for NoNode.
inline Datum idOf(const QueryHeap &H, Node N) {
  return numberIf(N != NoNode, N == NoNode ? 0 : H.graph().id(N));
}

void addThreadTables(QueryHeap &Heap, QueryTables &To);
void addFunctionTables(QueryHeap &Heap, QueryTables &To);
void addGroupTables(QueryHeap &Heap, QueryTables &To);
void addAnswerTables(QueryHeap &Heap, QueryTables &To);
void addQuestionTables(QueryHeap &Heap, QueryTables &To);
std::unique_ptr<QueryTable> stringTable(QueryHeap &Heap);
std::unique_ptr<QueryTable> objectTable(QueryHeap &Heap);
std::unique_ptr<QueryTable> referenceTable(QueryHeap &Heap);
std::unique_ptr<QueryTable> fieldTable(QueryHeap &Heap);
std::unique_ptr<QueryTable> classesTable(QueryHeap &Heap);

} // namespace hprof

#endif // LIB_QUERY_TABLES_TABLEKIT_H
