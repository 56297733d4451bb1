//===- QueryTable.h - A table that queries read -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A table whose columns are declared as those of answers (TypedTable.h), and
/// which finds some of its rows without a look at all of them. It knows nothing
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
  /// The id or number, if it is a whole one. Text such as "0x7f00" is an id.
  std::optional<uint64_t> number() const;
  std::optional<llvm::StringRef> text() const;
};

enum class QueryOp : uint8_t { Equal, Less, AtMost, Greater, AtLeast };
/// "=", "<", "<=", ">", ">=".
llvm::StringRef opText(QueryOp Op);

/// A column for which a table has faster ways to find rows than to try all.
struct QueryKey {
  llvm::StringRef Column; ///< Or parameter.
  bool TakesRanges = false;
  /// Expected rows for a value of it; 0: a fraction of all.
  uint64_t Expected = 0;
  bool IsUnique = false;
};

/// What the rows must have.
struct RowRequest {
  struct Limit {
    llvm::StringRef Column; ///< Or parameter.
    QueryOp Op;
    QueryValue Value;
  };
  llvm::SmallVector<Limit, 4> Limits;
  /// Bit I: column I is used; the highest bit stands for all further ones.
  uint64_t Used = ~uint64_t(0);
  static constexpr unsigned MaxUsed = 30;
  /// Largest first, by the column QueryTable::order().
  bool IsOrdered = false;

  bool uses(unsigned Column) const {
    return Used >> std::min(Column, MaxUsed) & 1;
  }
  /// The value that \p Column must equal.
  const QueryValue *equal(llvm::StringRef Column) const;
};

/// What a parameter of a table is for: FROM path(0x7f00).
struct QueryParameter {
  llvm::StringRef Name;
  bool IsRequired = true;
  llvm::StringRef Sentence;
  bool IsId = false; ///< The value is that of an object.
};

/// Rows with their numbers. A row has the same number however it is found, so
/// that one that is found twice counts once.
struct QueryRows {
  /// Numbered as they come, for tables that find all rows in one way.
  template <class T> QueryRows(std::unique_ptr<T> All) : All(std::move(All)) {}
  /// The number of the row at hand is in \p Number.
  QueryRows(std::unique_ptr<Rows> All, std::shared_ptr<const uint64_t> Number)
      : All(std::move(All)), Number(std::move(Number)) {}

  std::unique_ptr<Rows> All;
  std::shared_ptr<const uint64_t> Number; ///< May be null.
};

class QueryTable {
public:
  virtual ~QueryTable();
  /// Its name is that of the table.
  virtual const TableInfo &info() const = 0;
  virtual llvm::ArrayRef<QueryParameter> parameters() const { return {}; }
  virtual llvm::ArrayRef<QueryKey> keys() const { return {}; }
  /// The column by which it can have the largest rows first; empty for none.
  virtual llvm::StringRef order() const { return ""; }
  /// Fields for which there is no room in a table.
  virtual uint64_t omitted() const { return 0; }
  /// Rows, roughly.
  virtual uint64_t expected() const = 0;
  /// The rows that have Limits. There may be others if these are of columns,
  /// not of parameters. Their texts are valid UTF-8 or modified UTF-8.
  virtual llvm::Expected<QueryRows> rows(const RowRequest &Request) = 0;
};

using QueryTables = std::vector<std::unique_ptr<QueryTable>>;
/// The tables of a heap whose rows are not of one class.
QueryTables heapTables(QueryHeap &Heap);
/// The columns that the tables of all classes have.
const TableInfo &anyClassTable();
/// The table \p Name, of the objects of the classes named \p Class; null if
/// there is no such class.
llvm::Expected<std::unique_ptr<QueryTable>>
classTable(QueryHeap &Heap, llvm::StringRef Class, llvm::StringRef Name);

} // namespace hprof

#endif // LIB_QUERY_HEAP_QUERYTABLE_H
