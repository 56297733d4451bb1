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

HPROF_TABLE_BEGIN(parameterTable, Argument, NothingAsked, "pass-parameter",
                  "A parameter.")
HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name.")
HPROF_COLUMN(Text, "value", ForAll, R.Metavar,
             "Placeholder for the value; empty for flags.")
HPROF_COLUMN(Text, "help", ForAll, R.Sentence, "Description.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(passTable, PassInfo, NothingAsked, "pass", "A pass.")
HPROF_COLUMN(Text, "name", ForAll, R.Name, "Name.")
HPROF_COLUMN(Text, "help", ForAll, R.Sentence, "Description.")
HPROF_COLUMN(Text, "memory", ForAll, R.Memory, "Growth of memory use.")
HPROF_NESTED(List, &parameterTable(), "parameters", ForJson,
             rowsOf(parameterTable(), A, R.arguments()), "Parameters.")
HPROF_TABLE_END

const AnswerInfo &PassListAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-opt",  "passes", "With --list-passes: all passes.",
      &passTable(), nullptr,  &passTable()};
  return Info;
}

std::unique_ptr<Rows> PassListAnswer::rows() const {
  return rowsOf(passTable(), NothingAsked::value(), allPasses());
}

void PassListAnswer::present(Presenter &To) const {
  for (const PassInfo &P : allPasses()) {
    To.line(Prose() << P.Name);
    To.line(Prose("  ") << P.Sentence << ". Memory: " << P.Memory << ".");
    for (const Argument &Each : P.arguments())
      To.line(Prose("    ") << Each.Name << (Each.Metavar.empty() ? "" : "=")
                            << Each.Metavar << "  " << Each.Sentence);
  }
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(countTable, CountedStage, NothingAsked, "counted-stage",
                  "A point between passes.")
HPROF_COLUMN(Text, "after", ForAll, StringRef(R.After),
             "Preceding pass; reading for the input.")
HPROF_COLUMN(Count, "strings", ForAll, R.Counts.Strings, "Strings.")
HPROF_COLUMN(Count, "classes", ForAll, R.Counts.Classes, "Classes.")
HPROF_COLUMN(Count, "roots", ForAll, R.Counts.Roots, "Roots.")
HPROF_COLUMN(Count, "instances", ForAll, R.Counts.Instances, "Instances.")
HPROF_TITLED("object arrays", Count, "object_arrays", ForAll,
             R.Counts.ObjectArrays, "Object arrays.")
HPROF_TITLED("primitive arrays", Count, "primitive_arrays", ForAll,
             R.Counts.PrimitiveArrays, "Primitive arrays.")
HPROF_TITLED("bytes", Count, "bytes", ForAll, R.Counts.Bytes,
             "Bytes of field values and array elements.")
HPROF_TABLE_END

CountsAnswer::CountsAnswer(ArrayRef<PassCall> Calls,
                           const std::deque<RecordCounts> &Counts) {
  for (auto [I, Each] : enumerate(Counts))
    Stages.push_back({I ? Calls[I - 1].Text : "reading", Each});
}

const AnswerInfo &CountsAnswer::info() const {
  static const AnswerInfo Info = {
      "hprof-opt",
      "counts",
      "With --print-after-all: number of records of each kind after each pass.",
      &countTable(),
      nullptr,
      &countTable()};
  return Info;
}

std::unique_ptr<Rows> CountsAnswer::rows() const {
  return rowsOf(countTable(), NothingAsked::value(), Stages);
}

void CountsAnswer::present(Presenter &To) const { To.table(*rows()); }

//===----------------------------------------------------------------------===//
// Secrets
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(stepTable, SecretReport::Step, NothingAsked, "secret-step",
                  "A step of a path.")
HPROF_COLUMN(Text, "link", ForJson, StringRef(R.Link),
             "Kind of the GC root, or the reference from the previous object.")
HPROF_COLUMN(Text, "object", ForJson, StringRef(R.Object),
             "Class of the object, or the class itself.")
HPROF_COLUMN(Id, "id", ForJson, R.Id, "Object id.")
HPROF_TABLE_END

static std::unique_ptr<Rows> stepsOf(const SecretReport::Finding &F) {
  return rowsOf(stepTable(), NothingAsked::value(), F.Path);
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

HPROF_TABLE_BEGIN(findingTable, SecretReport::Finding, SecretReport, "secret",
                  "Secrets in one place.")
HPROF_TITLED("found", Count, "count", ForText | At(1), R.Count,
             "Number of arrays and strings with such a secret.")
HPROF_COLUMN(Text, "kind", ForJson, StringRef(R.Kind), "Id of the rule.")
HPROF_TITLED("kind", Text, "what", ForText | ForJson | At(2), StringRef(R.Text),
             "Description of the rule, with the encoding of the secret.")
HPROF_WORD("plain|base64|hex|url|json|xml|gzip", "form", ForJson,
           formName(R.Form),
           "Encoding of the secret; plain if it is not encoded.")
HPROF_COLUMN(Text, "holder", ForText | ForJson | At(3), StringRef(R.Holder),
             "Class and field, or another description of the holder.")
HPROF_COLUMN(Count, "count", ForJson, R.Count,
             "Number of arrays and strings with such a secret.")
HPROF_NULLABLE(Id, "first", ForJson,
               R.First ? Datum(R.First) : Datum(Datum::Null()),
               "Array with the lowest id; null for a string of the dump.")
HPROF_COLUMN(Count, "first", ForText | At(4), firstText(R),
             "Array with the lowest id; - for a string of the dump.")
HPROF_COLUMN(Text, "start", ForJson, StringRef(R.Shown),
             "First four characters of the first secret if all tokens of its "
             "kind have the same prefix; otherwise empty.")
HPROF_COLUMN(Count, "length", ForJson, R.Length,
             "Length of the first secret, in characters.")
HPROF_COLUMN(Text, "shown", ForText | At(5), shownText(R),
             "First characters and length of the first secret.")
HPROF_NESTED_IF(
    A.HasPaths, List, &stepTable(), "path", ForJson, stepsOf(R),
    "Path from a GC root to the first array; empty if there is none.")
HPROF_TABLE_END

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

HPROF_TABLE_BEGIN(changeTable, ChangesAnswer, NothingAsked, "changed-file",
                  "A file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.File), "Name of the input.")
HPROF_COLUMN(Texts, "passes", ForJson, R.Passes, "Passes in the given order.")
HPROF_NESTED(List, &lossTable(), "changes", ForJson, lossRows(R.Changes),
             "Changes made by the passes.")
HPROF_NESTED(List, &findingTable(), "secrets", ForJson, R.secrets(),
             "Secrets found by scan-secrets, by kind.")
HPROF_TABLE_END

const AnswerInfo &ChangesAnswer::kind() {
  static const AnswerInfo Info = {
      "hprof-opt",
      "changes",
      "With --explain: changes and findings of the passes.",
      &changeTable(),
      nullptr,
      &lossTable(),
      /*MayHaveGate=*/false,
      "--explain=json"};
  return Info;
}

std::unique_ptr<Rows> ChangesAnswer::secrets() const {
  return rowsOf(findingTable(), Secrets, Secrets.Findings);
}

std::unique_ptr<Rows> ChangesAnswer::files() const {
  return oneRow(changeTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> ChangesAnswer::rows() const { return lossRows(Changes); }

void ChangesAnswer::present(Presenter &To) const {
  if (ShowsSecrets)
    presentSecrets(To, *this);
  if (ShowsChanges)
    presentLosses(To, Changes, "no changes");
}
