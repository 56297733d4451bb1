//===- FixedTable.h - Tables of data in memory ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_TABLES_FIXEDTABLE_H
#define LIB_QUERY_TABLES_FIXEDTABLE_H

#include "Query/Heap/QueryTable.h"
#include "hprof/Answer/TypedTable.h"

namespace hprof {

/// A table whose rows are in memory, in a part of \p Asked such as a profile.
template <class Row, class Asked> class FixedTable final : public QueryTable {
public:
  FixedTable(std::shared_ptr<const Asked> Of, const Table<Row, Asked> &Is,
             std::vector<Row> All)
      : Of(std::move(Of)), Is(Is), All(std::move(All)) {}

  const TableInfo &info() const override { return Is; }
  uint64_t expected() const override { return All.size(); }
  llvm::Expected<QueryRows> rows(const RowRequest &) override {
    return rowsOf(Is, *Of, llvm::ArrayRef<Row>(All));
  }

private:
  std::shared_ptr<const Asked> Of;
  const Table<Row, Asked> &Is;
  std::vector<Row> All;
};

} // namespace hprof

#endif // LIB_QUERY_TABLES_FIXEDTABLE_H
