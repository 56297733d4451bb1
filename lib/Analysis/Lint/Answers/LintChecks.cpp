//===- LintChecks.cpp - The list of checks, as an answer ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Lint/Answers/LintAnswer.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static std::string findsText(const LintInfo &L) {
  return L.Limit ? std::string(L.Text) + " (limit: " + L.LimitText + ")"
                 : std::string(L.Text);
}

HPROF_TABLE_BEGIN(checkTable, LintInfo, NothingAsked, "lint-check", "A check.")
HPROF_COLUMN(Text, "check", ForAll, R.Name, "Name of the check.")
HPROF_COLUMN(Text, "text", ForJson, R.Text, "Description of the check.")
HPROF_TITLED("bytes are", Text, "measure", ForAll, measureName(R.Measure),
             "Kind of bytes reported: wasted, held or native.")
HPROF_TITLED("sure", Text, "certainty", ForAll, certaintyName(R.Certainty),
             "Certainty of the findings: exact or hint.")
HPROF_OPTIONAL(Count, "limit", ForCsv | ForJson, idUnlessNull(R.Limit),
               "Default limit; --limit changes it.")
HPROF_COLUMN(Text, "limit", ForText, R.Limit ? std::to_string(R.Limit) : "",
             "For display.")
HPROF_OPTIONAL(Text, "limit_text", ForCsv | ForJson,
               R.Limit ? Datum(R.LimitText) : Datum(), "Meaning of the limit.")
HPROF_COLUMN(Text, "text", ForCsv, R.Text, "Description of the check.")
HPROF_COLUMN(Text, "finds", ForText, findsText(R), "For display.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(factTable, LintChecks, NothingAsked, "lint-checks",
                  "All checks.")
HPROF_NESTED(List, &checkTable(), "checks", ForJson, R.rows(), "All checks.")
HPROF_TABLE_END

static const Table<LintChecks, NothingAsked> &noFile() {
  static const Table<LintChecks, NothingAsked> Is("no-file", "No files.", {});
  return Is;
}

const AnswerInfo &LintChecks::kind() {
  static const AnswerInfo Info = {
      "hprof-lint", "lint-checks", "With --list: all checks.",
      &noFile(),    &factTable(),  &checkTable()};
  return Info;
}

std::unique_ptr<Rows> LintChecks::files() const {
  return rowsOf(noFile(), NothingAsked::value(), {});
}

std::unique_ptr<Rows> LintChecks::facts() const {
  return oneRow(factTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> LintChecks::rows() const {
  return rowsOf(checkTable(), NothingAsked::value(), lints());
}

void LintChecks::present(Presenter &To) const { To.table(*rows()); }

//===----------------------------------------------------------------------===//
// Size and slots of a collection
//===----------------------------------------------------------------------===//

Expected<FoundCollection> FoundCollection::find(const HeapContents &C,
                                                StringRef Name, uint64_t Id) {
  const HeapGraph &G = C.graph();
  const std::string Text = "0x" + utohexstr(Id, /*LowerCase=*/true);
  const Node N = G.find(Id);
  if (N == NoNode)
    return createFileError(Name, createStringError("no object " + Text));
  std::optional<CollectionSize> Size = collectionSize(C, N);
  if (!Size)
    return createFileError(Name,
                           createStringError(G.describe(N) + " " + Text +
                                             " is not a known collection"));
  return FoundCollection{Name.str(), G.describe(N), Id, Size->Size,
                         Size->Slots};
}

HPROF_TABLE_BEGIN(collectionTable, FoundCollection, NothingAsked, "collection",
                  "Elements and slots of a collection.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(R.File), "Name of the input.")
HPROF_COLUMN(Id, "id", ForCsv | ForJson, R.Id, "Id of the collection.")
HPROF_COLUMN(Text, "class", ForCsv | ForJson, StringRef(R.Class),
             "Class of the collection.")
HPROF_COLUMN(Count, "elements", ForCsv | ForJson, R.Size, "Number of elements.")
HPROF_OPTIONAL(Count, "slots", ForCsv | ForJson, idUnlessNull(R.Slots),
               "Number of slots, if the collection has any.")
HPROF_TABLE_END

static std::unique_ptr<Rows> collectionOf(const FoundCollection &F) {
  return oneRow(collectionTable(), NothingAsked::value(), F);
}

HPROF_TABLE_BEGIN(fileTable, FoundCollection, NothingAsked, "collection-file",
                  "A file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.File), "Name of the input.")
HPROF_NESTED(Record, &collectionTable(), "collection", ForJson, collectionOf(R),
             "Elements and slots of the collection.")
HPROF_TABLE_END

const AnswerInfo &CollectionAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-lint", "collection", "With --collection: its elements and slots.",
      &fileTable(), nullptr,      &collectionTable()};
  return Info;
}

std::unique_ptr<Rows> CollectionAnswer::files() const {
  return rowsOf(fileTable(), NothingAsked::value(), All);
}

std::unique_ptr<Rows> CollectionAnswer::rows() const {
  return rowsOf(collectionTable(), NothingAsked::value(), All);
}

void CollectionAnswer::present(Presenter &To) const {
  for (const FoundCollection &F : All) {
    Prose Line;
    Line.name(F.Class) << " ";
    Line.id(F.Id) << ": ";
    Line.count(F.Size, "element");
    if (F.Slots)
      (Line << ", ").count(F.Slots, "slot");
    To.line(Line);
  }
}
