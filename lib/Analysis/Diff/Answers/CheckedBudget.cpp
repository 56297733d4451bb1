//===- CheckedBudget.cpp - The result of a budget as an answer ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/CheckedBudget.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(violationTable, Violation, NothingAsked, "violation",
                  "A violation of a limit.")
HPROF_OPTIONAL(Text, "key", ForJson,
               R.Key.empty() ? Datum() : Datum(StringRef(R.Key)),
               "Name of the row; absent for a sum.")
HPROF_WORD("instances|shallow|retained|loaders", "measure", ForJson,
           StringRef(R.Measure), "Limited measure.")
HPROF_COLUMN(Count, "before", ForJson, R.Before, "Value in the first file.")
HPROF_COLUMN(Count, "after", ForJson, R.After, "Value in the last file.")
HPROF_COLUMN(Text, "rule", ForJson, StringRef(R.Rule),
             "Allowed value or growth.")
HPROF_TABLE_END

static std::unique_ptr<Rows> violationsOf(const GateCheck &Check) {
  return rowsOf(violationTable(), NothingAsked::value(), Check.Violations);
}

HPROF_TABLE_BEGIN(checkTable, GateCheck, NothingAsked, "gate-check",
                  "A limit, or the check that the inputs are intact.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(R.Name), "Name of the limit.")
HPROF_OPTIONAL(Count, "line", ForJson, idUnlessNull(R.Line),
               "Line in the budget.")
HPROF_OPTIONAL(Count, "rows_matched", ForJson, R.Matched,
               "Number of rows that match the pattern.")
HPROF_COLUMN(Flag, "passed", ForJson, R.passed(),
             "True unless the limit is exceeded or the check fails.")
HPROF_OPTIONAL(Text, "fault", ForJson,
               R.Fault.empty() ? Datum() : Datum(StringRef(R.Fault)),
               "Reason for the failure, unless a limit is exceeded.")
HPROF_NESTED(List, &violationTable(), "violations", ForJson, violationsOf(R),
             "Violations of the limit, largest growth first.")
HPROF_TABLE_END

static std::unique_ptr<Rows> checksOf(const CheckedBudget &Of) {
  return rowsOf(checkTable(), NothingAsked::value(), Of.Result.Checks);
}

HPROF_TABLE_BEGIN(checkedBudgetTable, CheckedBudget, NothingAsked,
                  "checked-budget", "Results of checking a budget.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Name), "Name of the budget.")
HPROF_COLUMN(Flag, "passed", ForJson, R.Result.passed(),
             "Whether all checks passed.")
HPROF_NESTED(List, &checkTable(), "checks", ForJson, checksOf(R),
             "Check of the inputs, then the limits of the budget.")
HPROF_TABLE_END

const TableInfo &CheckedBudget::table() { return checkedBudgetTable(); }

std::unique_ptr<Rows> CheckedBudget::rows() const {
  return oneRow(checkedBudgetTable(), NothingAsked::value(), *this);
}

/// "app.Session: instances 10 -> 30 (+20, +200.0%), may grow by at most 10%".
static Prose violationProse(const Violation &V) {
  const int64_t Change = changeBetween(V.Before, V.After);
  auto Number = [&](Prose &To, uint64_t N) -> Prose & {
    return V.IsBytes ? To.amount(N) : To.number(N);
  };
  Prose Text;
  if (!V.Key.empty())
    Text.name(V.Key) << ": ";
  Number(Text << V.Measure << " ", V.Before) << " -> ";
  Number(Text, V.After) << " (";
  V.IsBytes ? Text.amountChange(Change) : Text.change(Change);
  if (V.Before && Change)
    Text << ", " << (Change > 0 ? "+" : "")
         << formatv("{0:F1}%", double(Change) * 100 / double(V.Before)).str();
  return (Text << "), ").name(V.Rule);
}

/// The violations and the fault of \p Check.
static std::vector<CheckFailure> failuresOf(const GateCheck &Check) {
  std::vector<CheckFailure> Failures;
  if (!Check.Fault.empty())
    Failures.push_back({"", "", Prose().name(Check.Fault)});
  for (const Violation &V : Check.Violations)
    Failures.push_back({V.Key, V.Measure + " " + V.Rule, violationProse(V)});
  return Failures;
}

CheckReport CheckedBudget::report(StringRef Tool, StringRef Input) const {
  CheckReport Report{Tool, Name, {}};
  for (const GateCheck &Check : Result.Checks)
    Report.Checks.push_back({Check.Name, Check.Line ? Name : Input.str(),
                             Check.Line, failuresOf(Check)});
  return Report;
}

void CheckedBudget::present(Presenter &To, uint64_t Top) const {
  Prose Head;
  Head.name(Name) << ": ";
  if (Result.passed())
    return To.line((Head << "passed, ").count(Result.Checks.size(), "check"));
  To.line(((Head << "FAILED, ").number(Result.failures()) << " of ")
              .count(Result.Checks.size(), "check"));
  for (const GateCheck &Check : Result.Checks) {
    if (Check.passed())
      continue;
    Prose Title = "  ";
    Title.name(Check.Name);
    if (Check.Line)
      Title << " (line " << std::to_string(Check.Line) << ")";
    To.line(Title);
    const std::vector<CheckFailure> Failures = failuresOf(Check);
    for (const CheckFailure &F : ArrayRef(Failures).take_front(Top))
      To.line(Prose("    ").prose(F.Text));
    if (Failures.size() > Top)
      To.line(Prose("    ... and ").number(Failures.size() - Top) << " more");
  }
}
