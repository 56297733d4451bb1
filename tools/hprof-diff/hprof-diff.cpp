//===- hprof-diff.cpp - What grew between heap dumps ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DocumentDiff.h"
#include "GatePrinter.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IndexPath.h"
#include "hprof/Format/Stream/SmallFile.h"
#include "hprof/Format/Stream/Source.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_allow_damaged, OptionRule::GoesWith, {OPT_budget, OPT_baseline}},
    {OPT_junit, OptionRule::GoesWith, {OPT_budget, OPT_baseline}},
    {OPT_sarif, OptionRule::GoesWith, {OPT_budget, OPT_baseline}},
};

static HistogramGroup groupOf(ToolContext &C) {
  return StringSwitch<HistogramGroup>(C.get(OPT_by))
      .Case("class", HistogramGroup::Class)
      .Case("loader", HistogramGroup::Loader)
      .Case("package", HistogramGroup::Package)
      .Default(HistogramGroup::Name);
}

static Expected<HeapCounts> readInput(ToolContext &C, StringRef Path,
                                      const CountOptions &Wanted) {
  Progress::Task Working(C.progress(), "counting " + inputName(Path));
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  Expected<HeapCounts> Counts =
      countHeap(Path, Wanted, *Options, storeEvents(C, Path));
  if (!Counts || !Counts->IsSummary || !Counts->IsDamaged)
    return Counts;
  constexpr const char *What = "it was made from a damaged dump";
  if (C.strict())
    return createFileError(Counts->Name, createStringError(What));
  C.report().warning("'" + Counts->Name + "': " + What);
  C.report().markDamaged();
  return Counts;
}

/// A trend goes by the order on the command line.
static void tellTimes(ToolContext &C, ArrayRef<HeapCounts> Inputs) {
  const HeapCounts *Before = nullptr;
  for (const HeapCounts &In : Inputs) {
    if (!In.Millis)
      continue;
    if (Before && In.Millis < Before->Millis)
      return C.report().note("'" + In.Name + "' is older than '" +
                             Before->Name + "', which is given before it");
    Before = &In;
  }
}

/// Says what makes bytes of the inputs hard to compare.
static void tellLayouts(ToolContext &C, ArrayRef<HeapCounts> Inputs) {
  const HeapCounts &First = Inputs.front();
  for (const HeapCounts &In : Inputs.drop_front()) {
    if (First.IdSize && In.IdSize && In.IdSize != First.IdSize)
      C.report().note("ids have " + Twine(First.IdSize) + " bytes in '" +
                      First.Name + "' and " + Twine(In.IdSize) + " in '" +
                      In.Name + "'");
    if (!First.Layout.empty() && !In.Layout.empty() &&
        First.Layout != In.Layout)
      C.report().warning("bytes change without any object, since the layouts "
                         "of objects differ: " +
                         First.LayoutText + " in '" + First.Name + "', " +
                         In.LayoutText + " in '" + In.Name + "'");
  }
}

/// Reads the budget that the options request; none without a gate.
static Expected<std::optional<Budget>> readBudget(ToolContext &C) {
  if (!C.has(OPT_budget)) {
    if (C.has(OPT_baseline))
      return defaultBudget();
    return std::nullopt;
  }
  StringRef Path = C.get(OPT_budget);
  C.protect(Path);
  Expected<std::string> Text = readSmallFile(Path, {16, "a budget"});
  if (!Text)
    return Text.takeError();
  Expected<Budget> Parsed = parseBudget(*Text);
  if (!Parsed)
    return createFileError(Path, Parsed.takeError());
  Parsed->Name = Path.str();
  return std::move(*Parsed);
}

/// The grouping of the summaries among \p Paths, if they count by what others
/// cannot be made of: packages, loaders, or with \p WantsRetained classes with
/// their retained sizes.
static std::optional<HistogramGroup>
groupOfSummaries(ArrayRef<std::string> Paths, bool WantsRetained) {
  for (const std::string &Path : Paths)
    if (std::optional<SummaryGroup> G = groupOfSummary(Path))
      if (G->By != HistogramGroup::Name &&
          (G->By != HistogramGroup::Class || (WantsRetained && G->HasRetained)))
        return G->By;
  return std::nullopt;
}

/// The grouping that \p B needs, which must not contradict the options. If it
/// needs none, or both would do, that of a summary.
static Expected<HistogramGroup> chooseGroup(ToolContext &C,
                                            ArrayRef<std::string> Paths,
                                            const std::optional<Budget> &B) {
  HistogramGroup By = groupOf(C);
  if (!C.has(OPT_by)) {
    if (B && B->By && *B->By != HistogramGroup::Name)
      return *B->By;
    std::optional<HistogramGroup> Given =
        groupOfSummaries(Paths, B && B->needsRetained());
    const bool IsByClass = B && B->By;
    if (Given && (!IsByClass || *Given == HistogramGroup::Class))
      return *Given;
    return By;
  }
  if (!B || !B->By)
    return By;
  bool IsByClass = By == HistogramGroup::Class || By == HistogramGroup::Name;
  if (*B->By == By || (*B->By == HistogramGroup::Name && IsByClass))
    return By;
  return usageError("--by=" + C.get(OPT_by) + ": the limits in '" + B->Name +
                    "' are by " + keyName(*B->By));
}

/// Trips the gate and says why, also for patterns that match nothing.
static void tellGate(ToolContext &C, const Budget &B, const GateResult &Gate,
                     const ChangeTable &Table) {
  for (auto [Check, L] : zip_first(drop_begin(Gate.Checks), B.Limits))
    if (L.Pattern && Check.Matched == uint64_t(0)) {
      ClassSuggestion Similar(*L.Pattern);
      for (const ChangeTable::Row &R : Table.rows())
        Similar.offer(R.Key);
      C.report().note("'" + B.Name + "': line " + Twine(L.Line) +
                      ": no row is '" + L.Pattern->text() + "'" +
                      Similar.text());
    }
  if (Gate.passed())
    return;
  C.report().warning("'" + B.Name + "': " + Twine(Gate.failures()) + " of " +
                     counted(Gate.Checks.size(), "check") + " failed");
  C.report().tripGate();
}

/// Writes the reports of the gate that have files of their own.
static Error writeReports(ToolContext &C, const Diff &D) {
  const std::pair<unsigned, void (*)(raw_ostream &, const Diff &)> Reports[] = {
      {OPT_junit, printJUnit}, {OPT_sarif, printSarif}};
  for (const auto &[Option, Print] : Reports) {
    if (!C.has(Option))
      continue;
    Expected<OutputFile *> File =
        C.openExtra(C.get(Option), OutputFile::Content::Text);
    if (!File)
      return File.takeError();
    Print((*File)->os(), D);
  }
  return Error::success();
}

static void print(ToolContext &C, const Diff &D) {
  StringRef Format = C.format();
  if (Format == "json")
    printJson(C.out(), D, C.report());
  else if (Format == "csv")
    printCsv(C.out(), D);
  else if (Format == "junit")
    printJUnit(C.out(), D);
  else if (Format == "sarif")
    printSarif(C.out(), D);
  else
    printText(C.out(), D);
}

/// Whether the graph of \p Path takes seconds: it has an index, or is small.
/// What is no dump takes none.
static bool isCheap(StringRef Path) {
  constexpr uint64_t Plain = uint64_t(256) << 20, Packed = uint64_t(64) << 20;
  if (sys::fs::exists(indexPathOf(Path)))
    return true;
  sys::fs::file_status Status;
  if (Path != "-" && sys::fs::status(Path, Status))
    return true; // To be reported when it is read.
  if (Status.type() != sys::fs::file_type::regular_file)
    return false;
  Expected<std::unique_ptr<Source>> In = Source::open(Path);
  if (!In) {
    consumeError(In.takeError()); // To be reported when it is read.
    return true;
  }
  return Status.getSize() <=
         ((*In)->compression() == Compression::None ? Plain : Packed);
}

static bool wantsGraph(ToolContext &C, ArrayRef<std::string> Paths,
                       const std::optional<Budget> &B) {
  StringRef When = C.get(OPT_retained, "auto");
  if (When != "auto")
    return When == "always";
  if (C.get(OPT_by) == "suspect" || C.get(OPT_sort) == "retained" ||
      (B && B->needsRetained()))
    return true;
  if (all_of(Paths, isCheap))
    return true;
  if (C.format() == "text")
    C.report().note("retained sizes and suspects are left out, since an input "
                    "is large or a pipe; --retained=always computes them");
  return false;
}

/// A comparison without one of its inputs would mislead: an error of one is an
/// error of all.
static Expected<std::vector<HeapCounts>>
readInputs(ToolContext &C, ArrayRef<std::string> Paths, HistogramGroup By,
           const std::optional<Budget> &B) {
  CountOptions Wanted;
  Wanted.By = By;
  Wanted.Graph = wantsGraph(C, Paths, B);
  std::vector<HeapCounts> Inputs;
  Error All = Error::success();
  for (const std::string &Path : Paths) {
    Expected<HeapCounts> In = readInput(C, Path, Wanted);
    if (!In) {
      All = joinErrors(std::move(All), In.takeError());
      continue;
    }
    // Without retained sizes of one input, those of others are of no use.
    if (In->IsSummary && C.get(OPT_retained) != "always" &&
        none_of(In->Keys, [](const CountedKey &K) { return K.Retained; })) {
      Wanted.Graph = false;
      if (!In->RetainedBy.empty() && C.get(OPT_retained) != "never")
        C.report().note("'" + Path + "' has retained sizes by " +
                        In->RetainedBy + ", which --by=" + In->RetainedBy +
                        " compares");
    }
    const std::optional<uint64_t> &Reachable = In->Reachable;
    if (Reachable && !Wanted.LeastSuspect)
      Wanted.LeastSuspect = leastSuspect(*Reachable);
    Inputs.push_back(std::move(*In));
  }
  if (All)
    return All;
  return Inputs;
}

/// The measure to sort by, which the table must have.
static Expected<size_t> chooseMeasure(ToolContext &C,
                                      const ChangeTable &Table) {
  StringRef Sort = C.get(OPT_sort);
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

static Error compare(ToolContext &C, std::vector<HeapCounts> Inputs,
                     HistogramGroup By, const std::optional<Budget> &B,
                     const std::optional<ClassPattern> &Filter) {
  ChangeTable Table = compareHeaps(Inputs);
  GateResult Gate;
  if (B) {
    bool LacksReachable =
        any_of(Inputs, [](const HeapCounts &In) { return !In.Reachable; });
    if ((B->needsRetained() && !Table.measure("retained")) ||
        (B->needsReachable() && LacksReachable))
      return createFileError(B->Name,
                             createStringError("it limits retained sizes, "
                                               "which not all inputs have"));
    Gate = checkBudget(*B, Inputs, Table, C.has(OPT_allow_damaged));
    tellGate(C, *B, Gate, Table);
  }
  bool HasSuspects = all_of(
      Inputs, [](const HeapCounts &In) { return In.Suspects.has_value(); });
  std::optional<ChangeTable> Suspects;
  if (HasSuspects)
    Suspects = compareSuspects(Inputs);
  bool BySuspect = C.get(OPT_by) == "suspect";
  if (BySuspect && !HasSuspects)
    return createStringError(
        "--by=suspect: not all inputs have leak suspects; summaries lack them");
  if (BySuspect)
    Table = *Suspects;
  if (Filter)
    Table.keep(
        [&](const ChangeTable::Row &R) { return Filter->matches(R.Key); });
  Expected<size_t> Main = chooseMeasure(C, Table);
  if (!Main)
    return Main.takeError();
  if (C.get(OPT_sort) == "name")
    Table.sortByKey();
  else
    sortHeaps(Table, *Main);
  Diff D(std::move(Inputs), std::move(Table));
  D.By = By;
  D.Sort = *Main;
  D.Filter = Filter ? Filter->text().str() : "";
  D.Top = C.top(C.format() == "text" ? 20 : UINT64_MAX);
  D.Escape = C.escapeMode();
  D.BySuspect = BySuspect;
  D.Suspects = std::move(Suspects);
  D.Gate = std::move(Gate);
  D.BudgetName = B ? B->Name : "";
  print(C, D);
  return writeReports(C, D);
}

static Error checkOptions(ToolContext &C, size_t Inputs) {
  if (Inputs < 2)
    return usageError("two files are needed to compare");
  if (is_contained({"junit", "sarif"}, C.format()) && !C.has(OPT_budget) &&
      !C.has(OPT_baseline))
    return usageError("--format=" + C.format() +
                      " reports on a gate: give --budget or --baseline");
  if (C.get(OPT_sort) == "own" && C.get(OPT_by) != "suspect")
    return usageError("--sort=own is for --by=suspect");
  if (C.get(OPT_retained) == "never" &&
      (C.get(OPT_by) == "suspect" || C.get(OPT_sort) == "retained"))
    return usageError("--retained=never leaves out what is asked for");
  return checkGraphOptions(C);
}

/// Fails if an option is given that inputs of this kind do not know.
static Error checkKind(ToolContext &C, InputKind Kind) {
  StringRef By = C.get(OPT_by);
  const bool IsProfileKey = By == "method" || By == "trace";
  if (Kind == InputKind::Heap) {
    if (C.has(OPT_section) || IsProfileKey)
      return usageError("--section and --by=method and trace are for profiles");
    return Error::success();
  }
  if (!By.empty() && !(Kind == InputKind::Profile && IsProfileKey))
    return usageError(
        "--by=" + By + " is not for " +
        (Kind == InputKind::Profile ? "profiles" : "thread dumps"));
  if (Kind == InputKind::Threads && C.has(OPT_section))
    return usageError("--section is for profiles");
  for (unsigned Option : {OPT_budget, OPT_baseline, OPT_filter, OPT_sort,
                          OPT_retained, OPT_dump_number, OPT_layout})
    if (C.has(Option))
      return usageError("--budget, --baseline, --filter, --sort, --retained, "
                        "--dump and --layout are for heap dumps");
  return Error::success();
}

static Error run(ToolContext &C) {
  std::vector<std::string> Paths = C.inputs();
  if (C.has(OPT_baseline)) {
    C.protect(C.get(OPT_baseline));
    Paths.insert(Paths.begin(), C.get(OPT_baseline).str());
  }
  if (Error E = checkOptions(C, Paths.size()))
    return E;
  std::optional<ClassPattern> Filter;
  if (C.has(OPT_filter)) {
    Expected<ClassPattern> Parsed = ClassPattern::create(C.get(OPT_filter));
    if (!Parsed)
      return Parsed.takeError();
    Filter = std::move(*Parsed);
  }
  Expected<InputKind> Kind = kindOf(Paths, C.has(OPT_profiles));
  if (!Kind)
    return Kind.takeError();
  if (Error E = checkKind(C, *Kind))
    return E;
  if (*Kind != InputKind::Heap)
    return compareDocuments(
        C, Paths, *Kind, {C.get(OPT_by) == "trace", C.get(OPT_section).str()});
  Expected<std::optional<Budget>> Budget = readBudget(C);
  if (!Budget)
    return Budget.takeError();
  Expected<HistogramGroup> By = chooseGroup(C, Paths, *Budget);
  if (!By)
    return By.takeError();
  Expected<std::vector<HeapCounts>> Inputs = readInputs(C, Paths, *By, *Budget);
  if (!Inputs)
    return Inputs.takeError();
  tellTimes(C, *Inputs);
  tellLayouts(C, *Inputs);
  return compare(C, std::move(*Inputs), *By, *Budget, Filter);
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-diff", "[options] [before] after...",
                   "Shows what grew between heap dumps or profiles",
                   InputRule::AnyNumber,
                   /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
