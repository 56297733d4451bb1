//===- CatalogTables.cpp - The list of tables -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Catalog/CatalogTables.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Query/TableRead.h"
#include "hprof/Question/Question.h"

using namespace hprof;
using namespace llvm;

namespace {
struct NamedArgument {
  StringRef Name, Choices, Sentence;
  bool IsRequired;
};

struct NamedTable {
  StringRef Name, Sentence;
  const char *Kind;
  std::vector<Column> Columns;
  std::vector<NamedArgument> Arguments;
};
} // namespace

HPROF_TABLE_BEGIN(columnTable, Column, NothingAsked, "catalog-column",
                  "A column.")
HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name of the column.")
HPROF_COLUMN(Text, "sentence", ForAll, R.Sentence, "Description of the column.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(argumentTable, NamedArgument, NothingAsked,
                  "catalog-argument", "An argument.")
HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name of the argument.")
HPROF_COLUMN(Flag, "required", ForAll, R.IsRequired,
             "Whether the argument is required.")
HPROF_COLUMN(Text, "choices", ForAll, R.Choices,
             "Allowed values, separated by |; empty if any value "
             "is allowed.")
HPROF_COLUMN(Text, "sentence", ForAll, R.Sentence,
             "Description of the argument.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(namedTable, NamedTable, NothingAsked, "tables",
                  "A table of the heap.")
HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name of the table.")
HPROF_WORD("table|view|answer", "kind", ForAll, R.Kind,
           "Kind: a table for queries, a named query (view), or the result of "
           "a tool (answer).")
HPROF_COLUMN(Text, "sentence", ForAll, R.Sentence, "Description of a row.")
HPROF_NESTED(List, &columnTable(), "columns", ForAll,
             rowsOf(columnTable(), NothingAsked::value(), R.Columns),
             "Columns of the table.")
HPROF_NESTED(List, &argumentTable(), "arguments", ForAll,
             rowsOf(argumentTable(), NothingAsked::value(), R.Arguments),
             "Arguments of the table.")
HPROF_TABLE_END

static NamedTable tableOf(const KnownTable &Of) {
  NamedTable Is{Of.Is->Name, Of.Is->Sentence, "table", Of.Is->Columns, {}};
  for (const TableParameter &P : Of.Parameters)
    Is.Arguments.push_back({P.Name, "", P.Sentence, P.IsRequired});
  return Is;
}

static NamedTable tableOf(const KnownView &Of) {
  NamedTable Is{Of.Name, Of.Sentence, "view", {}, {}};
  for (StringRef Name : Of.Columns)
    Is.Columns.push_back({Name});
  return Is;
}

static NamedTable tableOf(const Question &Of) {
  const TableInfo &Rows = *Of.Kind().Row;
  NamedTable Is{Of.Name, Rows.Sentence, "answer", {}, {}};
  for (const Column &C : Rows.Columns)
    if (C.Places & ForJson)
      Is.Columns.push_back(C);
  for (const Argument &A : Of.Arguments)
    Is.Arguments.push_back({A.Name, A.Choices, A.Sentence, A.IsRequired});
  return Is;
}

std::unique_ptr<Rows> hprof::catalogTables() {
  std::vector<NamedTable> All;
  // Answers have more columns than query tables.
  for (const KnownTable &Is : knownTables())
    if (!findQuestion(Is.Is->Name))
      All.push_back(tableOf(Is));
  for (const KnownView &Is : knownViews())
    All.push_back(tableOf(Is));
  for (const Question &Is : allQuestions())
    All.push_back(tableOf(Is));
  return ownRows(namedTable(), NothingAsked::value(), std::move(All));
}

std::unique_ptr<Rows> hprof::documentTables(const QuerySession &Of) {
  std::vector<NamedTable> All;
  for (const TableInfo *Is : Of.tables("main"))
    All.push_back({Is->Name, Is->Sentence, "table", Is->Columns, {}});
  return ownRows(namedTable(), NothingAsked::value(), std::move(All));
}
