//===- QueryQuestions.cpp - Answers to questions as tables ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableKit.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Answer/RowsFrom.h"
#include "hprof/Question/Question.h"
#include "hprof/Tool/AnswerOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Whether SQL supports values of this type. Answers truncate object text;
/// text(id) returns complete strings.
static bool fitsSql(const Column &C) {
  return C.Name != "text" && !C.isNested() && C.Type != ColumnType::Fields &&
         C.Type != ColumnType::Texts && C.Type != ColumnType::Ids &&
         C.Type != ColumnType::Value && !C.Name.empty();
}

namespace {
/// Rows of an answer, with the columns that fit SQL.
class SqlRows final : public Rows {
public:
  SqlRows(const QueryHeap &Heap, const TableInfo &Is,
          ArrayRef<unsigned> Columns, std::unique_ptr<Rows> All)
      : Heap(Heap), Is(Is), Columns(Columns), All(std::move(All)) {}
  const TableInfo &info() const override { return Is; }
  bool next() override { return All->next(); }
  Datum get(unsigned Column) const override;

private:
  const QueryHeap &Heap;
  const TableInfo &Is;
  const ArrayRef<unsigned> Columns;
  std::unique_ptr<Rows> All;
};

/// Common properties of all tables of a question.
struct SqlQuestion {
  explicit SqlQuestion(const Question &Asked);
  SqlQuestion(const SqlQuestion &) = delete;

  const Question &Asked;
  TableInfo Is;
  std::vector<unsigned> Columns; ///< Numbers of columns in answers.
  std::vector<std::string> Names;
  std::vector<QueryParameter> Takes; ///< Their names are in Names.

  StringRef sqlName(StringRef Argument) const {
    for (auto [A, Name] : zip_equal(Asked.Arguments, Names))
      if (A.Name == Argument)
        return Name;
    return Argument;
  }
};

/// Answers to a question, whose arguments are the table's parameters.
class QuestionTable final : public QueryTable {
public:
  QuestionTable(QueryHeap &Heap, const SqlQuestion &Of) : Heap(Heap), Of(Of) {}
  const TableInfo &info() const override { return Of.Is; }
  ArrayRef<QueryParameter> parameters() const override { return Of.Takes; }
  uint64_t expected() const override { return 1000; }
  Expected<QueryRows> rows(const RowRequest &Request) override;

private:
  Error answer(GivenArguments Given);

  QueryHeap &Heap;
  const SqlQuestion &Of;
  // Kept from the previous call, because a join repeats calls.
  GivenArguments Last;
  std::shared_ptr<const Answer> Known;
};
} // namespace

Datum SqlRows::get(unsigned Column) const {
  if (!All->has(Columns[Column]))
    return Datum::Null();
  Datum Value = All->get(Columns[Column]);
  if (!Heap.masksTexts())
    return Value;
  if (std::optional<StringRef> Text = Value.text())
    return Heap.shown(NoNode, Text->str());
  if (const auto *Text = Value.get<Prose>())
    return Heap.shown(NoNode, proseText(*Text, EscapeMode::Raw));
  return Value;
}

SqlQuestion::SqlQuestion(const Question &Of) : Asked(Of) {
  const TableInfo &Row = *Asked.Kind().Row;
  Is.Name = Asked.Name;
  Is.Sentence = Row.Sentence;
  for (auto [I, C] : enumerate(Row.Columns))
    if ((C.Places & ForJson) && fitsSql(C)) {
      Is.Columns.push_back(C);
      Columns.push_back(unsigned(I));
    }
  for (const Argument &A : Asked.Arguments) {
    const bool IsColumn =
        any_of(Is.Columns, [&](const Column &C) { return C.Name == A.Name; });
    Names.push_back((IsColumn ? "with_" : "") + A.Name.str());
  }
  for (auto [A, Name] : zip_equal(Asked.Arguments, Names))
    Takes.push_back(
        {Name, A.IsRequired, A.Sentence, A.Kind == ArgumentKind::Object});
}

/// Returns \p V as the string of an argument.
static std::string textOf(const QueryValue &V, ArgumentKind Kind) {
  if (const auto *N = std::get_if<int64_t>(&V.Is))
    return Kind == ArgumentKind::Switch && (*N == 0 || *N == 1)
               ? (*N ? "true" : "false")
           : Kind == ArgumentKind::Object ? std::to_string(uint64_t(*N))
                                          : std::to_string(*N);
  if (const auto *Real = std::get_if<double>(&V.Is))
    return std::to_string(*Real);
  return V.text().value_or("").str();
}

Error QuestionTable::answer(GivenArguments Given) {
  if (Known && Given == Last)
    return Error::success();
  StoreOptions Options;
  Options.Threads = 1; // ShouldEnd does not support several threads.
  Options.Layout = Heap.store().origin().Layout;
  Options.Dump = Heap.store().origin().Number;
  StoreEvents Events;
  Events.ShouldEnd = Heap.ShouldEnd;
  AnswerOrError Made =
      Of.Asked.ask({Heap.sharedStore(), Options, Events}, Given);
  if (!Made)
    return handleErrors(Made.takeError(), [&](const ArgumentError &E) {
      return createStringError(Of.Is.Name + ", " + Of.sqlName(E.name()) + ": " +
                               E.what());
    });
  Known = std::move(*Made);
  Last = std::move(Given);
  return Error::success();
}

Expected<QueryRows> QuestionTable::rows(const RowRequest &Request) {
  GivenArguments Given;
  for (auto [A, Name] : zip_equal(Of.Asked.Arguments, Of.Names))
    if (const QueryValue *V = Request.equal(Name))
      Given.emplace_back(A.Name, textOf(*V, A.Kind));
  if (Heap.masksTexts())
    if (Error E = Heap.needContents())
      return E;
  if (Error E = answer(std::move(Given)))
    return E;
  return std::make_unique<SqlRows>(Heap, Of.Is, Of.Columns, takeRows(Known));
}

/// Omits questions that read files: queries may come from untrusted users, and
/// must not open files.
static ArrayRef<std::unique_ptr<const SqlQuestion>> sqlQuestions() {
  static const auto All = [] {
    std::vector<std::unique_ptr<const SqlQuestion>> Found;
    for (const Question &Asked : allQuestions())
      if (!Asked.readsFiles())
        Found.push_back(std::make_unique<const SqlQuestion>(Asked));
    return Found;
  }();
  return All;
}

void hprof::addQuestionTables(QueryHeap &Heap, QueryTables &To) {
  for (const std::unique_ptr<const SqlQuestion> &Of : sqlQuestions())
    To.push_back(std::make_unique<QuestionTable>(Heap, *Of));
}
