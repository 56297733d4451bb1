//===- HeapChanges.cpp - Growth between heap dumps, as an answer ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/HeapChanges.h"
#include "ComparedFiles.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/SpanText.h"

using namespace hprof;
using namespace llvm;

static const TableInfo &changeTable() { return ChangedTable::heapTable(); }

static const TableInfo &budgetTable() { return CheckedBudget::table(); }
static Datum budgetOf(const HeapChanges &Of) {
  const std::optional<CheckedBudget> &Gate = Of.gate();
  return Gate ? Datum(Gate->rows()) : Datum();
}

HPROF_TABLE_BEGIN(factTable, HeapChanges, NothingAsked, "heap-changes",
                  "Summary of all files.")
#include "TableFacts.def"
HPROF_NESTED_OPTIONAL(List, &ChangedTable::suspectTable(), "suspects", ForJson,
                      R.suspects(),
                      "Leak suspects, if the graphs of all files were built; "
                      "largest own growth first.")
HPROF_NESTED_OPTIONAL(Record, &budgetTable(), "budget", ForJson, budgetOf(R),
                      "Results of the checks, with --budget or --baseline.")
HPROF_TABLE_END

const AnswerInfo &HeapChanges::kind() {
  static const AnswerInfo Info = {
      "hprof-diff",         "heap-changes", "Comparison of heap dumps.",
      &comparedFileTable(), &factTable(),   &changeTable(),
      /*MayHaveGate=*/true};
  return Info;
}

Datum HeapChanges::suspects() const {
  return Suspects ? Datum(Suspects->suspects()) : Datum();
}

CheckReport HeapChanges::checks() const {
  if (!Gate)
    return {kind().Tool, "", {}};
  return Gate->report(kind().Tool, Inputs.back().Name);
}

std::unique_ptr<Rows> HeapChanges::files() const {
  return comparedFiles(Inputs, /*AreHeaps=*/true);
}

std::unique_ptr<Rows> HeapChanges::facts() const {
  return oneRow(factTable(), NothingAsked::value(), *this);
}

void HeapChanges::presentHead(Presenter &To) const {
  for (auto [I, In] : enumerate(Inputs)) {
    Prose Name = comparedFile(Inputs, I), Size = "  ";
    if (In.IsSummary)
      Name << ", summary";
    To.line(Name);
    (Size.count(In.Objects, "object") << ", ").bytes(In.Bytes);
    if (In.Reachable)
      (Size << " (").amount(*In.Reachable) << " reachable)";
    if (!In.LayoutText.empty())
      (Size << "; ").name(In.LayoutText)
          << (In.IsLayoutCertain ? "" : ", uncertain");
    if (In.IsDamaged)
      Size << "; DAMAGED, counted as far as possible";
    To.line(Size);
  }
  const HeapCounts &First = Inputs.front(), &Last = Inputs.back();
  const int64_t Objects = changeBetween(First.Objects, Last.Objects);
  Prose Change = "change: ";
  Change.change(Objects) << (Objects == 1 || Objects == -1 ? " object, "
                                                           : " objects, ");
  Change.bytesChange(changeBetween(First.Bytes, Last.Bytes));
  if (First.Reachable && Last.Reachable)
    (Change << " (")
            .amountChange(changeBetween(*First.Reachable, *Last.Reachable))
        << " reachable)";
  if (First.Millis && Last.Millis >= First.Millis + 1000)
    Change << " in " << spanText(Last.Millis - First.Millis);
  To.line(Change);
}

void HeapChanges::present(Presenter &To) const {
  presentHead(To);
  To.line("");
  if (Suspects) {
    Suspects->presentSuspects(To);
    To.line("");
  }
  Changes.present(To);
  if (!Gate)
    return;
  To.line("");
  Gate->present(To, Changes.Top);
}
