//===- QueryAnswer.cpp - The result of a query as an answer ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Query/QueryAnswer.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

namespace file {
struct Asked {};
using Row = QueryAnswer::File;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name),
                   "Name of the input.")
          HPROF_COLUMN(Text, "schema", ForJson, StringRef(R.Schema),
                       "What stands before the names of its tables, if there "
                       "are several inputs.")};
  static const Table<Row, Asked> Is("query-file", "A file.", Columns);
  return Is;
}
} // namespace file

namespace {
/// Rows that another object owns.
class BorrowedRows final : public Rows {
public:
  explicit BorrowedRows(Rows &Of) : Of(Of) {}
  const TableInfo &info() const override { return Of.info(); }
  bool next() override { return Of.next(); }
  Datum get(unsigned Column) const override { return Of.get(Column); }

private:
  Rows &Of;
};

/// One record: the list of all rows.
class ListedRows final : public Rows {
public:
  ListedRows(const TableInfo &Is, Rows &Of) : Is(Is), Of(Of) {}
  const TableInfo &info() const override { return Is; }
  bool next() override { return !std::exchange(IsDone, true); }
  Datum get(unsigned) const override {
    return Datum(std::make_unique<BorrowedRows>(Of));
  }

private:
  const TableInfo &Is;
  Rows &Of;
  bool IsDone = false;
};
} // namespace

QueryAnswer::QueryAnswer(std::unique_ptr<QueryResult> Of,
                         std::vector<std::pair<std::string, std::string>> From)
    : Result(std::move(Of)) {
  for (auto &[Schema, Name] : From)
    Files.push_back({std::move(Schema), std::move(Name)});
  Facts.Name = "query-result";
  Column All;
  All.Name = "rows";
  All.Type = ColumnType::List;
  All.Places = ForJson;
  All.Of = &Result->info();
  Facts.Columns.push_back(All);
  Info = {"hprof-query",  "query", "The rows of a query.",
          &file::table(), &Facts,  &Result->info()};
}

QueryAnswer::~QueryAnswer() = default;

std::unique_ptr<Rows> QueryAnswer::files() const {
  static const file::Asked Nothing;
  return rowsOf(file::table(), Nothing, ArrayRef(Files));
}

std::unique_ptr<Rows> QueryAnswer::facts() const {
  return std::make_unique<ListedRows>(Facts, *Result);
}

std::unique_ptr<Rows> QueryAnswer::rows() const {
  return std::make_unique<BorrowedRows>(*Result);
}

void QueryAnswer::present(Presenter &To) const {
  To.table(*Result);
  To.line(Prose().count(Result->seen(), "row"));
}
