//===- QueryAnswer.cpp - The result of a query as an answer ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Query/QueryAnswer.h"
#include "hprof/Answer/RowsFrom.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(fileTable, QueryAnswer::File, NothingAsked, "query-file",
                  "A file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name), "Name of the input.")
HPROF_COLUMN(Text, "schema", ForJson, StringRef(R.Schema),
             "Schema of its tables; the prefix of their names if "
             "there are several inputs.")
HPROF_TABLE_END

namespace {
/// Rows with truncated strings, for human-readable tables.
class ShortRows final : public RowsFrom {
public:
  ShortRows(Rows &Of, size_t Most) : RowsFrom(Of), Most(Most) {}
  Datum get(unsigned Column) const override {
    Datum Value = Of.get(Column);
    const std::optional<StringRef> Text = Value.text();
    if (!Text || Text->size() <= Most)
      return Value;
    return takeCharacters(*Text, Most).str() + "...";
  }

private:
  size_t Most;
};

/// A record with the list of all rows, and whether the list is incomplete.
class ListedRows final : public Rows {
public:
  ListedRows(const TableInfo &Is, QueryResult &Of) : Is(Is), Of(Of) {}
  const TableInfo &info() const override { return Is; }
  bool next() override { return !std::exchange(IsDone, true); }
  Datum get(unsigned Column) const override {
    if (!Column)
      return Datum(std::make_unique<RowsFrom>(Of));
    return Of.isComplete() ? Datum() : Datum(true);
  }

private:
  const TableInfo &Is;
  QueryResult &Of;
  bool IsDone = false;
};
} // namespace

QueryAnswer::QueryAnswer(std::unique_ptr<QueryResult> Of,
                         std::vector<std::pair<std::string, std::string>> From,
                         bool IsExpanded, size_t MostText)
    : Result(std::move(Of)), IsExpanded(IsExpanded), MostText(MostText) {
  for (auto &[Schema, Name] : From)
    Files.push_back({std::move(Schema), std::move(Name)});
  Facts.Name = "query-result";
  Column All;
  All.Name = "rows";
  All.Type = ColumnType::List;
  All.Places = ForJson;
  All.Of = &Result->info();
  Facts.Columns.push_back(All);
  Column Cut;
  Cut.Name = "incomplete";
  Cut.Type = ColumnType::Flag;
  Cut.Places = ForJson;
  Cut.IsOptional = true;
  Cut.Sentence = "True if an error ended the rows early.";
  Facts.Columns.push_back(Cut);
  Info = {"hprof-query", "query", "Rows of a query.",
          &fileTable(),  &Facts,  &Result->info()};
}

QueryAnswer::~QueryAnswer() = default;

std::unique_ptr<Rows> QueryAnswer::files() const {
  return rowsOf(fileTable(), NothingAsked::value(), ArrayRef(Files));
}

std::unique_ptr<Rows> QueryAnswer::facts() const {
  return std::make_unique<ListedRows>(Facts, *Result);
}

std::unique_ptr<Rows> QueryAnswer::rows() const {
  return std::make_unique<RowsFrom>(*Result);
}

/// Returns a value as part of a line.
static Prose valueProse(const Column &Is, const Datum &Value) {
  Prose Text;
  const auto *N = Value.get<uint64_t>();
  if (std::optional<StringRef> Of = Value.text())
    return Text.name(*Of);
  if (N && Is.Type == ColumnType::Id)
    return Text.id(*N);
  if (N && Is.Type == ColumnType::Bytes)
    return Text.bytes(*N);
  if (N)
    return Text << std::to_string(*N);
  if (const auto *Signed = Value.get<int64_t>())
    return Text << std::to_string(*Signed);
  if (const auto *Flag = Value.get<bool>())
    return Text << (*Flag ? "true" : "false");
  std::string Real;
  if (const auto *Number = Value.get<double>())
    raw_string_ostream(Real) << format("%.15g", *Number);
  return Text << Real;
}

static void presentRecords(Presenter &To, QueryResult &Result) {
  const std::vector<Column> &Columns = Result.info().Columns;
  size_t Width = 0;
  for (const Column &C : Columns)
    Width = std::max(Width, C.Name.size());
  while (Result.next()) {
    if (Result.seen() > 1)
      To.line({});
    for (unsigned I = 0; I != Columns.size(); ++I) {
      Prose Line;
      Line.name(Columns[I].Name)
          << std::string(Width - Columns[I].Name.size() + 2, ' ');
      To.line(Line.prose(valueProse(Columns[I], Result.get(I))));
    }
  }
  if (Result.seen())
    To.line({});
}

static void presentTable(Presenter &To, QueryResult &Result, size_t Most) {
  ShortRows Short(Result, Most);
  To.table(Short);
}

void QueryAnswer::present(Presenter &To) const {
  if (IsExpanded)
    presentRecords(To, *Result);
  else
    presentTable(To, *Result, MostText);
  To.line(Prose().count(Result->seen(), "row")
          << (Result->isComplete() ? "" : " before the error"));
}
