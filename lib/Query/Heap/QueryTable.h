//===- QueryTable.h - A table that queries read -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A table that can find some of its rows without a full scan. Its
/// columns are declared like those of answers (TypedTable.h). It is independent
/// of SQL.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_HEAP_QUERYTABLE_H
#define LIB_QUERY_HEAP_QUERYTABLE_H

#include "hprof/Answer/Rows.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace hprof {

class QueryHeap;

/// A value in a query.
struct QueryValue {
  std::variant<std::monostate, int64_t, double, std::string> Is;

  bool isNull() const { return std::holds_alternative<std::monostate>(Is); }
  /// The value as an id or integer, if it is one. A string such as "0x7f00" is
  /// an id.
  std::optional<uint64_t> number() const;
  std::optional<llvm::StringRef> text() const;
};

enum class QueryOp : uint8_t { Equal, Less, AtMost, Greater, AtLeast };
/// "=", "<", "<=", ">", ">=".
llvm::StringRef opText(QueryOp Op);

/// A column by which a table finds rows faster than by a full scan.
struct QueryKey {
  llvm::StringRef Column; ///< A column or parameter.
  bool TakesRanges = false;
  /// Expected number of rows for a value; 0 if it is a fraction of all rows.
  uint64_t Expected = 0;
  bool IsUnique = false;
};

/// Conditions on rows.
struct RowRequest {
  struct Limit {
    llvm::StringRef Column; ///< A column or parameter.
    QueryOp Op;
    QueryValue Value;
  };
  llvm::SmallVector<Limit, 4> Limits;
  /// Bit I: column I is used; the highest bit stands for all later columns.
  uint64_t Used = ~uint64_t(0);
  static constexpr unsigned MaxUsed = 30;
  /// Whether the rows with the largest QueryTable::order() come first.
  bool IsOrdered = false;

  bool uses(unsigned Column) const {
    return Used >> std::min(Column, MaxUsed) & 1;
  }
  /// Value that \p Column must equal.
  const QueryValue *equal(llvm::StringRef Column) const;
};

/// A parameter of a table, as in FROM path(0x7f00).
struct QueryParameter {
  llvm::StringRef Name;
  bool IsRequired = true;
  llvm::StringRef Sentence;
  bool IsId = false; ///< The value is an object id.
};

/// Rows with their numbers. A row has the same number however it is found, so
/// that it is counted once if found twice.
struct QueryRows {
  /// Row numbers are consecutive, for tables that have only one way to find
  /// rows.
  template <class T> QueryRows(std::unique_ptr<T> All) : All(std::move(All)) {}
  /// \p Number is the number of the current row.
  QueryRows(std::unique_ptr<Rows> All, std::shared_ptr<const uint64_t> Number)
      : All(std::move(All)), Number(std::move(Number)) {}

  std::unique_ptr<Rows> All;
  std::shared_ptr<const uint64_t> Number; ///< May be null.
};

class QueryTable {
public:
  virtual ~QueryTable();
  /// Columns; the name of the record is the name of the table.
  virtual const TableInfo &info() const = 0;
  virtual llvm::ArrayRef<QueryParameter> parameters() const { return {}; }
  virtual llvm::ArrayRef<QueryKey> keys() const { return {}; }
  /// The column by which the table can return the largest rows first; empty if
  /// there is no such column.
  virtual llvm::StringRef order() const { return ""; }
  /// Number of fields that have no column because there are too many fields.
  virtual uint64_t omitted() const { return 0; }
  /// Approximate number of rows.
  virtual uint64_t expected() const = 0;
  /// Returns rows that satisfy the limits of \p Request. Limits on columns,
  /// unlike limits on parameters, may be ignored. Strings are valid UTF-8 or
  /// modified UTF-8.
  virtual llvm::Expected<QueryRows> rows(const RowRequest &Request) = 0;
};

using QueryTables = std::vector<std::unique_ptr<QueryTable>>;
/// Tables of a heap, except those of classes.
QueryTables heapTables(QueryHeap &Heap);
/// Columns common to the tables of all classes.
const TableInfo &anyClassTable();
/// Returns the table \p Name of the objects of the classes named \p Class; null
/// if there is no such class.
llvm::Expected<std::unique_ptr<QueryTable>>
classTable(QueryHeap &Heap, llvm::StringRef Class, llvm::StringRef Name);

} // namespace hprof

#endif // LIB_QUERY_HEAP_QUERYTABLE_H
