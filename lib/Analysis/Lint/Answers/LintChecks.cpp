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

namespace {
struct Nothing {};
} // namespace

static std::string findsText(const LintInfo &L) {
  return L.Limit ? std::string(L.Text) + " (limit: " + L.LimitText + ")"
                 : std::string(L.Text);
}

namespace check {
using Row = LintInfo;
using Asked = Nothing;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LintCheckColumns.def"
  };
  static const Table<Row, Asked> Is("lint-check", "A check.", Columns);
  return Is;
}
} // namespace check

static const TableInfo &checkTable() { return check::table(); }

namespace fact {
using Row = LintChecks;
using Asked = Nothing;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {HPROF_NESTED(
      List, &checkTable(), "checks", ForJson, R.rows(), "All checks.")};
  static const Table<Row, Asked> Is("lint-checks", "All checks.", Columns);
  return Is;
}

static const Table<Row, Asked> &noFile() {
  static const Table<Row, Asked> Is("no-file", "No files.", {});
  return Is;
}
} // namespace fact

static const Nothing None{};

const AnswerInfo &LintChecks::kind() {
  static const AnswerInfo Info = {
      "hprof-lint",    "lint-checks",  "With --list: all checks.",
      &fact::noFile(), &fact::table(), &checkTable()};
  return Info;
}

std::unique_ptr<Rows> LintChecks::files() const {
  return rowsOf(fact::noFile(), None, {});
}

std::unique_ptr<Rows> LintChecks::facts() const {
  return oneRow(fact::table(), None, *this);
}

std::unique_ptr<Rows> LintChecks::rows() const {
  return rowsOf(check::table(), None, lints());
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

namespace collection {
using Row = FoundCollection;
using Asked = Nothing;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "CollectionColumns.def"
  };
  static const Table<Row, Asked> Is(
      "collection", "Elements and slots of a collection.", Columns);
  return Is;
}
} // namespace collection

static const TableInfo &collectionTable() { return collection::table(); }

static std::unique_ptr<Rows> collectionOf(const FoundCollection &F) {
  return oneRow(collection::table(), None, F);
}

namespace file {
using Row = FoundCollection;
using Asked = Nothing;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "CollectionFileColumns.def"
  };
  static const Table<Row, Asked> Is("collection-file", "A file.", Columns);
  return Is;
}
} // namespace file

const AnswerInfo &CollectionAnswer::kind() {
  static const AnswerInfo Info = {"hprof-lint",
                                  "collection",
                                  "With --collection: its elements and slots.",
                                  &file::table(),
                                  nullptr,
                                  &collectionTable()};
  return Info;
}

std::unique_ptr<Rows> CollectionAnswer::files() const {
  return rowsOf(file::table(), None, All);
}

std::unique_ptr<Rows> CollectionAnswer::rows() const {
  return rowsOf(collection::table(), None, All);
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
