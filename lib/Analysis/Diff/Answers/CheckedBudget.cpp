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

namespace violation {
using Row = Violation;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ViolationColumns.def"
  };
  static const Table<Row, Asked> Is("violation", "A violation of a limit.",
                                    Columns);
  return Is;
}
} // namespace violation

static const TableInfo &violationTable() { return violation::table(); }
static std::unique_ptr<Rows> violationsOf(const GateCheck &Check) {
  return rowsOf(violation::table(), NothingAsked::value(), Check.Violations);
}

namespace check {
using Row = GateCheck;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "GateCheckColumns.def"
  };
  static const Table<Row, Asked> Is(
      "gate-check", "A limit, or the check that the inputs are intact.",
      Columns);
  return Is;
}
} // namespace check

static const TableInfo &checkTable() { return check::table(); }
static std::unique_ptr<Rows> checksOf(const CheckedBudget &Of) {
  return rowsOf(check::table(), NothingAsked::value(), Of.Result.Checks);
}

namespace budget {
using Row = CheckedBudget;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "BudgetColumns.def"
  };
  static const Table<Row, Asked> Is("checked-budget",
                                    "Results of checking a budget.", Columns);
  return Is;
}
} // namespace budget

const TableInfo &CheckedBudget::table() { return budget::table(); }

std::unique_ptr<Rows> CheckedBudget::rows() const {
  return oneRow(budget::table(), NothingAsked::value(), *this);
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
