//===- Comparison.cpp - Compares heap dumps -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Answers/Comparison.h"
#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Adds a note if inputs are not in chronological order: trends depend on it.
static void tellTimes(ArrayRef<HeapCounts> Inputs, const StoreEvents &Events) {
  const HeapCounts *Before = nullptr;
  for (const HeapCounts &In : Inputs) {
    if (!In.Millis)
      continue;
    if (Before && In.Millis < Before->Millis)
      return Events.OnNote("'" + In.Name + "' is older than '" + Before->Name +
                           "', an earlier input");
    Before = &In;
  }
}

/// Adds a note on differences in layout that make sizes hard to compare.
static void tellLayouts(ArrayRef<HeapCounts> Inputs,
                        const StoreEvents &Events) {
  const HeapCounts &First = Inputs.front();
  for (const HeapCounts &In : Inputs.drop_front()) {
    if (First.IdSize && In.IdSize && In.IdSize != First.IdSize)
      Events.OnNote("object ids have " + Twine(First.IdSize) + " bytes in '" +
                    First.Name + "' and " + Twine(In.IdSize) + " in '" +
                    In.Name + "'");
    if (!First.Layout.empty() && !In.Layout.empty() &&
        First.Layout != In.Layout)
      Events.OnWarning("sizes in bytes are not comparable, since the object "
                       "layouts differ: " +
                       First.LayoutText + " in '" + First.Name + "', " +
                       In.LayoutText + " in '" + In.Name + "'");
  }
}

/// Returns the grouping of the summaries among \p Inputs if it cannot be
/// converted to other groupings: by package, by loader or, with \p
/// WantsRetained, by class.
static std::optional<GroupBy> groupOfSummaries(ArrayRef<HeapInput> Inputs,
                                               bool WantsRetained) {
  for (const HeapInput &In : Inputs)
    if (std::optional<SummaryGroup> G = In.summaryGroup())
      if (G->By != GroupBy::Name &&
          (G->By != GroupBy::Class || (WantsRetained && G->HasRetained)))
        return G->By;
  return std::nullopt;
}

/// Returns the requested grouping or the one that the budget requires; if both
/// leave a choice, that of a summary, or else by name.
static GroupBy chooseGroup(const ComparisonRequest &Request,
                           ArrayRef<HeapInput> Inputs) {
  if (Request.By)
    return *Request.By;
  const std::optional<Budget> &B = Request.Limits;
  if (B && B->By && *B->By != GroupBy::Name)
    return *B->By;
  const std::optional<GroupBy> Given =
      groupOfSummaries(Inputs, B && B->needsRetained());
  const bool IsByClass = B && B->By;
  if (Given && (!IsByClass || *Given == GroupBy::Class))
    return *Given;
  return GroupBy::Name;
}

static bool wantsGraphs(const ComparisonRequest &Request,
                        ArrayRef<HeapInput> Inputs, const StoreEvents &Events) {
  if (Request.Graphs != GraphUse::IfCheap)
    return Request.Graphs == GraphUse::Always;
  if (Request.BySuspect || Request.Sort == "retained" ||
      (Request.Limits && Request.Limits->needsRetained()))
    return true;
  if (all_of(Inputs, [](const HeapInput &In) { return In.isCheap(); }))
    return true;
  if (Request.SaysWhatIsLeftOut)
    Events.OnNote("retained sizes and suspects are omitted, since an input is "
                  "large or a pipe; --retained=always computes them");
  return false;
}

static StringSet<> signaturesOf(ArrayRef<HeapCounts> Counted) {
  StringSet<> All;
  for (const HeapCounts &In : Counted)
    if (In.Suspects)
      for (const CountedSuspect &S : *In.Suspects)
        All.insert(S.Signature);
  return All;
}

static Expected<std::vector<HeapCounts>>
countInputs(std::vector<HeapInput> Inputs, CountOptions Wanted,
            const ComparisonRequest &Request, InputCounter Count,
            const StoreEvents &Events) {
  std::vector<HeapCounts> Counted;
  Error All = Error::success();
  for (HeapInput &Input : Inputs) {
    const std::string Path = Input.Path;
    if (&Input == &Inputs.back())
      Wanted.Others = signaturesOf(Counted);
    Expected<HeapCounts> In = Count(std::move(Input), Wanted);
    if (!In) {
      All = joinErrors(std::move(All), In.takeError());
      continue;
    }
    // If one input has no retained sizes, those of others are useless.
    if (In->IsSummary && Request.Graphs != GraphUse::Always &&
        none_of(In->Keys, [](const CountedKey &K) { return K.Retained; })) {
      Wanted.Graph = false;
      if (!In->RetainedBy.empty() && Request.Graphs != GraphUse::Never)
        Events.OnNote("'" + Path + "' contains retained sizes by " +
                      In->RetainedBy +
                      "; compare them with --by=" + In->RetainedBy);
    }
    const std::optional<uint64_t> &Reachable = In->Reachable;
    if (Reachable && !Wanted.LeastSuspect)
      Wanted.LeastSuspect = leastSuspect(*Reachable);
    Counted.push_back(std::move(*In));
  }
  if (All)
    return All;
  return Counted;
}

/// The measure to sort by, which must be in the table.
static Expected<size_t> chooseMeasure(StringRef Sort,
                                      const ChangeTable &Table) {
  if (Sort.empty() || Sort == "name") {
    if (std::optional<size_t> Own = Table.measure("own"))
      return *Own;
    return Table.measure("retained").value_or(1);
  }
  if (std::optional<size_t> M = Table.measure(Sort))
    return *M;
  return createStringError("not all inputs have " + (Sort == "retained"
                                                         ? "retained sizes"
                                                         : "'" + Sort + "'"));
}

/// Reports limits that failed and limits that match nothing.
static void tellGate(const Budget &B, const GateResult &Gate,
                     const ChangeTable &Table, const StoreEvents &Events) {
  for (auto [Check, L] : zip_first(drop_begin(Gate.Checks), B.Limits))
    if (L.Pattern && Check.Matched == uint64_t(0)) {
      ClassSuggestion Similar(*L.Pattern);
      for (const ChangeTable::Row &R : Table.rows())
        Similar.offer(R.Key);
      Events.OnNote("'" + B.Name + "': line " + Twine(L.Line) +
                    ": no row matches '" + L.Pattern->text() + "'" +
                    Similar.text());
    }
  if (!Gate.passed())
    Events.OnWarning("'" + B.Name + "': " + Twine(Gate.failures()) + " of " +
                     counted(Gate.Checks.size(), "check") + " failed");
}

static Expected<CheckedBudget>
check(const Budget &B, ArrayRef<HeapCounts> Inputs, const ChangeTable &Table,
      bool AllowDamaged, const StoreEvents &Events) {
  const bool LacksReachable =
      any_of(Inputs, [](const HeapCounts &In) { return !In.Reachable; });
  if ((B.needsRetained() && !Table.measure("retained")) ||
      (B.needsReachable() && LacksReachable))
    return createFileError(
        B.Name,
        createStringError(
            "the budget limits retained sizes, but not all inputs have them"));
  CheckedBudget Checked{B.Name, checkBudget(B, Inputs, Table, AllowDamaged)};
  tellGate(B, Checked.Result, Table, Events);
  return Checked;
}

static Expected<HeapChanges> compare(std::vector<HeapCounts> Inputs, GroupBy By,
                                     const ComparisonRequest &Request,
                                     const StoreEvents &Events) {
  ChangeTable Table = compareHeaps(Inputs);
  std::optional<CheckedBudget> Gate;
  if (Request.Limits) {
    Expected<CheckedBudget> Checked =
        check(*Request.Limits, Inputs, Table, Request.AllowDamaged, Events);
    if (!Checked)
      return Checked.takeError();
    Gate = std::move(*Checked);
  }
  std::optional<ChangedTable> Suspects;
  if (all_of(Inputs,
             [](const HeapCounts &In) { return In.Suspects.has_value(); }))
    Suspects.emplace(compareSuspects(Inputs), "suspect", SuspectRetained,
                     Inputs);
  if (Request.BySuspect) {
    if (!Suspects)
      return createStringError("--by=suspect: some inputs contain no leak "
                               "suspects: summaries do not store them");
    Table = std::move(Suspects->Table);
    Suspects.reset();
  }
  if (const ClassPattern *Filter = Request.Filter.get())
    Table.keep(
        [&](const ChangeTable::Row &R) { return Filter->matches(R.Key); });
  Expected<size_t> Main = chooseMeasure(Request.Sort, Table);
  if (!Main)
    return Main.takeError();
  if (Request.Sort == "name")
    Table.sortByKey();
  else
    sortHeaps(Table, *Main);
  ChangedTable Changes(std::move(Table),
                       Request.BySuspect ? "suspect" : groupName(By).data(),
                       *Main, Inputs);
  if (Request.Filter)
    Changes.Filter = Request.Filter->text().str();
  Changes.Top = Request.Top;
  return HeapChanges(std::move(Inputs), std::move(Changes), std::move(Suspects),
                     std::move(Gate));
}

Expected<HeapChanges> hprof::compareInputs(std::vector<HeapInput> Inputs,
                                           const ComparisonRequest &Request,
                                           InputCounter Count,
                                           const StoreEvents &Events) {
  CountOptions Wanted;
  Wanted.By = chooseGroup(Request, Inputs);
  Wanted.Graph = wantsGraphs(Request, Inputs, Events);
  Expected<std::vector<HeapCounts>> Counted =
      countInputs(std::move(Inputs), Wanted, Request, Count, Events);
  if (!Counted)
    return Counted.takeError();
  tellTimes(*Counted, Events);
  tellLayouts(*Counted, Events);
  return compare(std::move(*Counted), Wanted.By, Request, Events);
}
