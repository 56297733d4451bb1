//===- DiffArguments.cpp - Options of hprof-diff --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffArguments.h"
#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "llvm/ADT/StringSwitch.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_allow_damaged, OptionRule::GoesWith, {OPT_budget, OPT_baseline}},
    {OPT_junit, OptionRule::GoesWith, {OPT_budget, OPT_baseline}},
    {OPT_sarif, OptionRule::GoesWith, {OPT_budget, OPT_baseline}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_by,       OPT_sort,          OPT_filter, OPT_retained, OPT_dump_number,
    OPT_profiles, OPT_section,       OPT_layout, OPT_index,    OPT_budget,
    OPT_baseline, OPT_allow_damaged, OPT_junit,  OPT_sarif,
};

ToolInfo hprof::diffInfo() {
  return {"hprof-diff",
          "[options] [before] after...",
          "Shows what grew between heap dumps, thread dumps or profiles",
          InputRule::AnyNumber,
          /*TextOutput=*/true,
          Rules,
          /*PrintsValues=*/false,
          HelpOrder};
}

ArrayRef<opt::OptTable::Info> hprof::diffOptions() { return toolOptions(); }

static Error checkOptions(ToolContext &C, size_t Inputs) {
  if (Inputs < 2)
    return usageError("expected at least two inputs to compare");
  if (is_contained({"junit", "sarif"}, C.format()) && !C.has(OPT_budget) &&
      !C.has(OPT_baseline))
    return usageError("--format=" + C.format() +
                      " requires --budget or --baseline");
  if (C.get(OPT_sort) == "own" && C.get(OPT_by) != "suspect")
    return usageError("--sort=own requires --by=suspect");
  if (C.get(OPT_retained) == "never" &&
      (C.get(OPT_by) == "suspect" || C.get(OPT_sort) == "retained"))
    return usageError(
        "--retained=never cannot be combined with --by=suspect or "
        "--sort=retained");
  return checkGraphOptions(C);
}

Expected<std::vector<KnownInput>>
hprof::openInputs(ToolContext &C, const DiffArguments &Args, InputKind &Kind) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Expected<std::vector<KnownInput>> Inputs = KnownInput::openAll(
      Args.Paths,
      {InputKind::Heap, InputKind::Records, InputKind::Report,
       InputKind::Profile, InputKind::Threads},
      Opening, Args.WantsProfiles ? LookAt::Head : LookAt::Records);
  if (!Inputs)
    return Inputs;
  auto KindOf = [&](const KnownInput &In) {
    return In.Kind == InputKind::Threads || In.Kind == InputKind::Profile
               ? In.Kind
           : Args.WantsProfiles ? InputKind::Profile
                                : InputKind::Heap;
  };
  const KnownInput &First = Inputs->front();
  Kind = KindOf(First);
  for (const KnownInput &In : *Inputs)
    if (KindOf(In) != Kind)
      return createStringError("'" + First.Path + "' is " + kindText(Kind) +
                               ", '" + In.Path + "' is " +
                               kindText(KindOf(In)));
  return Inputs;
}

Error hprof::checkKind(ToolContext &C, InputKind Kind) {
  StringRef By = C.get(OPT_by);
  const bool IsProfileKey = By == "method" || By == "trace";
  if (Kind == InputKind::Heap) {
    if (C.has(OPT_section) || IsProfileKey)
      return usageError(
          "--section, --by=method and --by=trace apply to profiles");
    return Error::success();
  }
  if (!By.empty() && !(Kind == InputKind::Profile && IsProfileKey))
    return usageError(
        "--by=" + By + " does not apply to " +
        (Kind == InputKind::Profile ? "profiles" : "thread dumps"));
  if (Kind == InputKind::Threads && C.has(OPT_section))
    return usageError("--section applies to profiles");
  for (unsigned Option : {OPT_budget, OPT_baseline, OPT_filter, OPT_sort,
                          OPT_retained, OPT_dump_number, OPT_layout})
    if (C.has(Option))
      return usageError("--budget, --baseline, --filter, --sort, --retained, "
                        "--dump and --layout apply to heap dumps");
  return Error::success();
}

Expected<DiffArguments> DiffArguments::parse(ToolContext &C) {
  DiffArguments Args;
  Args.Paths = C.inputs();
  if (C.has(OPT_baseline))
    Args.Paths.insert(Args.Paths.begin(), C.get(OPT_baseline).str());
  if (Error E = checkOptions(C, Args.Paths.size()))
    return E;
  ComparisonRequest &Heaps = Args.Heaps;
  if (C.has(OPT_filter)) {
    Expected<ClassPattern> Filter = ClassPattern::create(C.get(OPT_filter));
    if (!Filter)
      return Filter.takeError();
    Heaps.Filter = std::make_shared<const ClassPattern>(std::move(*Filter));
  }
  if (C.has(OPT_by))
    Heaps.By = groupCalled(C.get(OPT_by)).value_or(GroupBy::Name);
  Heaps.BySuspect = C.get(OPT_by) == "suspect";
  Heaps.Graphs = StringSwitch<GraphUse>(C.get(OPT_retained))
                     .Case("always", GraphUse::Always)
                     .Case("never", GraphUse::Never)
                     .Default(GraphUse::IfCheap);
  Heaps.SaysWhatIsLeftOut = C.isForPeople();
  Heaps.Sort = C.get(OPT_sort).str();
  Heaps.Top = C.top(C.isForPeople() ? 20 : UINT64_MAX);
  Heaps.AllowDamaged = C.has(OPT_allow_damaged);
  Args.WantsProfiles = C.has(OPT_profiles);
  Args.Documents = {C.get(OPT_by) == "trace" ? ProfileKey::Trace
                                             : ProfileKey::Method,
                    C.get(OPT_section).str(), Heaps.Top};
  Args.JUnit = C.get(OPT_junit).str();
  Args.Sarif = C.get(OPT_sarif).str();
  return Args;
}

Expected<std::optional<Budget>> hprof::readBudget(ToolContext &C,
                                                  std::optional<GroupBy> By) {
  if (!C.has(OPT_budget)) {
    if (C.has(OPT_baseline))
      return defaultBudget();
    return std::nullopt;
  }
  const StringRef Path = C.get(OPT_budget);
  Expected<Budget> Parsed = readBudgetFile(Path);
  if (!Parsed)
    return Parsed.takeError();
  const std::optional<GroupBy> Of = Parsed->By;
  if (!By || !Of || *Of == *By ||
      (*Of == GroupBy::Name && *By == GroupBy::Class))
    return std::move(*Parsed);
  return usageError("--by=" + C.get(OPT_by) + ": the limits in '" + Path +
                    "' are by " +
                    (*Of == GroupBy::Name ? "class" : groupName(*Of)));
}
