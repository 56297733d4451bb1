//===- TableRead.cpp - Tables without SQL ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Query/TableRead.h"
#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/QueryTable.h"
#include "Views.h"
#include "hprof/Answer/RowsFrom.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static StringRef nameOf(StringRef Name) { return Name; }
static StringRef nameOf(const Column &C) { return C.Name; }

/// Returns "; it has id, class", or "; it has no arguments".
template <class Range>
static std::string listOf(const Range &All, StringRef Of) {
  std::string Text;
  for (const auto &Is : All)
    Text += (Text.empty() ? "; it has " : ", ") + nameOf(Is).str();
  return Text.empty() ? "; it has no " + Of.str() : Text;
}

/// Returns \p Text as a number if possible, as in SQL.
static QueryValue valueOf(const std::string &Text) {
  QueryValue AsText{Text};
  if (std::optional<uint64_t> Number = AsText.number())
    return {int64_t(*Number)};
  return AsText;
}

static Error invalid(const Twine &What) {
  return createStringError(std::make_error_code(std::errc::invalid_argument),
                           What);
}

namespace {
/// A column and its required value.
struct Condition {
  unsigned Column;
  QueryValue Value;

  bool fits(const Datum &Is) const {
    if (const auto *N = Is.get<uint64_t>())
      return Value.number() == *N;
    if (const auto *N = Is.get<int64_t>())
      return Value.number() == uint64_t(*N);
    return Is.text() && Is.text() == Value.text();
  }
};

/// Selects the rows that satisfy all conditions: if a column is limited, a
/// table may also return other rows.
class SomeRows final : public RowsFrom {
public:
  SomeRows(std::unique_ptr<Rows> All, std::vector<Condition> Wanted)
      : RowsFrom(std::move(All)), Wanted(std::move(Wanted)) {}
  bool next() override {
    while (Of.next())
      if (all_of(Wanted,
                 [&](const Condition &C) { return C.fits(Of.get(C.Column)); }))
        return true;
    return false;
  }

private:
  std::vector<Condition> Wanted;
};
} // namespace

/// Names that arguments may have: those of parameters and keys.
static std::vector<StringRef> argumentsOf(const QueryTable &Of) {
  std::vector<StringRef> Names;
  for (const QueryParameter &P : Of.parameters())
    Names.push_back(P.Name);
  for (const QueryKey &K : Of.keys())
    Names.push_back(K.Column);
  return Names;
}

static bool isTextColumn(const TableInfo &Of, StringRef Name) {
  return any_of(Of.Columns, [&](const Column &C) {
    return C.Name == Name && C.Type == ColumnType::Text;
  });
}

static Error addArguments(RowRequest &To, std::vector<Condition> &Wanted,
                          const QueryTable &Of, const TableRequest &Asked) {
  const StringRef Table = Of.info().Name;
  const std::vector<StringRef> Known = argumentsOf(Of);
  for (const auto &[Name, Value] : Asked.Arguments) {
    const auto At = llvm::find(Known, Name);
    if (At == Known.end())
      return invalid("table '" + Table + "' takes no argument '" + Name + "'" +
                     listOf(Known, "arguments"));
    if (To.equal(*At))
      return invalid("argument '" + Name + "' is given twice");
    To.Limits.push_back({*At, QueryOp::Equal, {Value}});
    QueryValue &Is = To.Limits.back().Value;
    for (auto [I, C] : enumerate(Of.info().Columns)) {
      if (C.Name != *At)
        continue;
      if (C.Type != ColumnType::Text)
        Is = valueOf(Value);
      Wanted.push_back({unsigned(I), Is});
    }
    if (size_t(At - Known.begin()) < Of.parameters().size())
      Is = valueOf(Value);
    if (Is.text() && !isTextColumn(Of.info(), *At))
      return invalid("table '" + Table + "', argument '" + Name +
                     "': expected a number or an id, not '" + Value + "'");
  }
  for (const QueryParameter &P : Of.parameters())
    if (P.IsRequired && !To.equal(P.Name))
      return invalid("table '" + Table + "' requires the argument '" + P.Name +
                     "'");
  return Error::success();
}

static Error addColumns(RowRequest &To, std::vector<unsigned> &Numbers,
                        const TableInfo &Is, const TableRequest &Asked) {
  To.Used = Asked.Columns.empty() ? ~uint64_t(0) : 0;
  for (const std::string &Name : Asked.Columns) {
    const auto Known =
        find_if(Is.Columns, [&](const Column &C) { return C.Name == Name; });
    if (Known == Is.Columns.end())
      return invalid("table '" + Is.Name + "' has no column '" + Name + "'" +
                     listOf(Is.Columns, "columns"));
    const unsigned I = unsigned(Known - Is.Columns.begin());
    if (is_contained(Numbers, I))
      return invalid("column '" + Name + "' is listed twice");
    Numbers.push_back(I);
    To.Used |= uint64_t(1) << std::min(I, RowRequest::MaxUsed);
  }
  if (Numbers.empty())
    for (unsigned I = 0; I != Is.Columns.size(); ++I)
      Numbers.push_back(I);
  return Error::success();
}

Expected<TableRows> hprof::readTable(QuerySession &Session, StringRef Schema,
                                     const TableRequest &Asked) {
  Expected<QueryTable *> Found = Session.find(Schema, Asked.Name);
  if (!Found)
    return Found.takeError();
  TableRows Result;
  if (!*Found)
    return Result;
  RowRequest Request;
  std::vector<Condition> Wanted;
  if (Error E = addArguments(Request, Wanted, **Found, Asked))
    return E;
  if (Error E = addColumns(Request, Result.Columns, (*Found)->info(), Asked))
    return E;
  Expected<QueryRows> Made = (*Found)->rows(Request);
  if (!Made)
    return Made.takeError();
  Result.All = std::move(Made->All);
  if (!Wanted.empty())
    Result.All =
        std::make_unique<SomeRows>(std::move(Result.All), std::move(Wanted));
  return Result;
}

std::vector<KnownTable> hprof::knownTables() {
  // Declarations of tables do not depend on the heap.
  QueryHeap Nothing(nullptr);
  std::vector<KnownTable> All;
  for (const std::unique_ptr<QueryTable> &Is : heapTables(Nothing)) {
    KnownTable &Now = All.emplace_back();
    Now.Is = &Is->info();
    for (const QueryParameter &P : Is->parameters())
      Now.Parameters.push_back({P.Name, P.IsRequired, P.Sentence});
  }
  return All;
}

std::vector<KnownView> hprof::knownViews() {
  std::vector<KnownView> All;
  for (const QueryView &V : queryViews())
    All.push_back({V.Name, V.columns(), V.Sentence});
  return All;
}
