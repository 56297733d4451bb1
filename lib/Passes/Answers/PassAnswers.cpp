//===- PassAnswers.cpp - Output about passes ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Passes/Answers/PassAnswers.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Convert/Answers/LossTable.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// All passes
//===----------------------------------------------------------------------===//

namespace parameter {
using Row = PassParameter;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name.")
          HPROF_COLUMN(Text, "value", ForAll, R.Value,
                       "Placeholder for the value; empty for flags.")
              HPROF_COLUMN(Text, "help", ForAll, R.Help, "Description.")};
  static const Table<Row, Asked> Is("pass-parameter", "A parameter.", Columns);
  return Is;
}
} // namespace parameter

static const TableInfo &parameterTable() { return parameter::table(); }

namespace pass {
using Row = PassInfo;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name.")
          HPROF_COLUMN(Text, "help", ForAll, R.Help, "Description.")
              HPROF_COLUMN(Text, "memory", ForAll, R.Memory,
                           "Growth of memory use.")
                  HPROF_NESTED(List, &parameterTable(), "parameters", ForJson,
                               rowsOf(parameter::table(), A, R.Parameters),
                               "Parameters.")};
  static const Table<Row, Asked> Is("pass", "A pass.", Columns);
  return Is;
}
} // namespace pass

const AnswerInfo &PassListAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-opt",    "passes", "With --list-passes: all passes.",
      &pass::table(), nullptr,  &pass::table()};
  return Info;
}

std::unique_ptr<Rows> PassListAnswer::rows() const {
  return rowsOf(pass::table(), NothingAsked::value(), allPasses());
}

void PassListAnswer::present(Presenter &To) const {
  for (const PassInfo &P : allPasses()) {
    To.line(P.Name);
    To.line(Prose("  ") << P.Help << ". Memory: " << P.Memory << ".");
    for (const PassParameter &Each : P.Parameters)
      To.line(Prose("    ") << Each.Name << (*Each.Value ? "=" : "")
                            << Each.Value << "  " << Each.Help);
  }
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

namespace count {
using Row = CountedStage;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "CountColumns.def"
  };
  static const Table<Row, Asked> Is("counted-stage", "A point between passes.",
                                    Columns);
  return Is;
}
} // namespace count

CountsAnswer::CountsAnswer(ArrayRef<PassCall> Calls,
                           const std::deque<RecordCounts> &Counts) {
  for (auto [I, Each] : enumerate(Counts))
    Stages.push_back({I ? Calls[I - 1].text() : "reading", Each});
}

const AnswerInfo &CountsAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-opt",
      "counts",
      "With --print-after-all: number of records of each kind after each pass.",
      &count::table(),
      nullptr,
      &count::table()};
  return Info;
}

std::unique_ptr<Rows> CountsAnswer::rows() const {
  return rowsOf(count::table(), NothingAsked::value(), Stages);
}

void CountsAnswer::present(Presenter &To) const { To.table(*rows()); }

//===----------------------------------------------------------------------===//
// Secrets
//===----------------------------------------------------------------------===//

namespace step {
using Row = SecretReport::Step;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(
          Text, "link", ForJson, StringRef(R.Link),
          "Kind of the GC root, or the reference from the previous object.")
          HPROF_COLUMN(Text, "object", ForJson, StringRef(R.Object),
                       "Class of the object, or the class itself.")
              HPROF_COLUMN(Id, "id", ForJson, R.Id, "Object id.")};
  static const Table<Row, Asked> Is("secret-step", "A step of a path.",
                                    Columns);
  return Is;
}
} // namespace step

static const TableInfo &stepTable() { return step::table(); }

static std::unique_ptr<Rows> stepsOf(const SecretReport::Finding &F) {
  return rowsOf(step::table(), NothingAsked::value(), F.Path);
}

static std::string firstText(const SecretReport::Finding &F) {
  return F.First ? "0x" + utohexstr(F.First, /*LowerCase=*/true) : "-";
}

static Prose shownText(const SecretReport::Finding &F) {
  Prose Text;
  if (!F.Shown.empty())
    Text.name(F.Shown) << "... ";
  return Text << "(" << counted(F.Length, "character") << ")";
}

namespace finding {
using Row = SecretReport::Finding;
using Asked = SecretReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "FindingColumns.def"
  };
  static const Table<Row, Asked> Is("secret", "Secrets in one place.", Columns);
  return Is;
}
} // namespace finding

static const TableInfo &findingTable() { return finding::table(); }

/// Prints paths as in hprof-paths.
static void presentPaths(Presenter &To, const SecretReport &Secrets) {
  for (const SecretReport::Finding &F : Secrets.Findings) {
    if (!F.First)
      continue;
    To.line("");
    Prose Title;
    To.line((Title.name(F.Text) << " in ").name(F.Holder));
    if (F.Path.empty())
      To.line(Prose("  no path from a root to ").id(F.First));
    const char *Indent = "  ";
    for (const SecretReport::Step &S : F.Path) {
      Prose Line = Indent;
      (Line.name(S.Link) << ": ").name(S.Object) << " ";
      To.line(Line.id(S.Id));
      Indent = "    ";
    }
  }
}

static void presentSecrets(Presenter &To, const ChangesAnswer &A) {
  if (A.Secrets.Findings.empty())
    return To.line("no secrets found");
  uint64_t Sum = 0;
  for (const SecretReport::Finding &F : A.Secrets.Findings)
    Sum += F.Count;
  To.table(*A.secrets());
  Prose Line;
  To.line((Line.count(Sum, "secret") << " in ")
              .count(A.Secrets.Findings.size(), "place"));
  if (A.Secrets.HasPaths)
    presentPaths(To, A.Secrets);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

namespace change {
using Row = ChangesAnswer;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Text, "file", ForJson, StringRef(R.File),
                   "Name of the input.")
          HPROF_COLUMN(Texts, "passes", ForJson, R.Passes,
                       "Passes in the given order.")
              HPROF_NESTED(List, &lossTable(), "changes", ForJson,
                           lossRows(R.Changes), "Changes made by the passes.")
                  HPROF_NESTED(List, &findingTable(), "secrets", ForJson,
                               R.secrets(),
                               "Secrets found by scan-secrets, by kind.")};
  static const Table<Row, Asked> Is("changed-file", "A file.", Columns);
  return Is;
}
} // namespace change

const AnswerInfo &ChangesAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-opt",
      "changes",
      "With --explain: changes and findings of the passes.",
      &change::table(),
      nullptr,
      &lossTable(),
      /*MayHaveGate=*/false,
      "--explain=json"};
  return Info;
}

std::unique_ptr<Rows> ChangesAnswer::secrets() const {
  return rowsOf(finding::table(), Secrets, Secrets.Findings);
}

std::unique_ptr<Rows> ChangesAnswer::files() const {
  return oneRow(change::table(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> ChangesAnswer::rows() const { return lossRows(Changes); }

void ChangesAnswer::present(Presenter &To) const {
  if (ShowsSecrets)
    presentSecrets(To, *this);
  if (ShowsChanges)
    presentLosses(To, Changes, "no changes");
}
