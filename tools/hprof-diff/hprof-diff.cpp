//===- hprof-diff.cpp - What grew between heap dumps ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiffPrinter.h"
#include "hprof/Analysis/Store/StoreEvents.h"
#include "hprof/Analysis/Store/StoreOptions.h"
#include "hprof/Format/ClassPattern.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringSwitch.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

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

static Error run(ToolContext &C) {
  if (C.inputs().size() < 2)
    return usageError("two files are needed to compare");
  if (Error E = checkGraphOptions(C))
    return E;
  std::optional<ClassPattern> Filter;
  if (C.has(OPT_filter)) {
    Expected<ClassPattern> Parsed = ClassPattern::create(C.get(OPT_filter));
    if (!Parsed)
      return Parsed.takeError();
    Filter = std::move(*Parsed);
  }
  CountOptions Wanted;
  Wanted.By = groupOf(C);
  Error All = Error::success();
  std::vector<HeapCounts> Inputs = C.readInputs<HeapCounts>(
      All, [&](const std::string &Path) { return readInput(C, Path, Wanted); });
  // A comparison without one of its inputs would mislead.
  if (All)
    return All;
  tellLayouts(C, Inputs);
  ChangeTable Table = compareHeaps(Inputs);
  if (Filter)
    Table.keep(
        [&](const ChangeTable::Row &R) { return Filter->matches(R.Key); });
  StringRef Sort = C.get(OPT_sort, "shallow");
  size_t Main = Table.measure(Sort).value_or(1);
  if (Sort == "name")
    Table.sortByKey();
  else
    Table.sort(Main);
  Diff D{std::move(Inputs),
         std::move(Table),
         Wanted.By,
         Main,
         Filter ? Filter->text().str() : "",
         C.top(C.format() == "text" ? 20 : UINT64_MAX),
         C.escapeMode()};
  if (C.format() == "json")
    printJson(C.out(), D, C.report());
  else if (C.format() == "csv")
    printCsv(C.out(), D);
  else
    printText(C.out(), D);
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-diff", "[options] before after...",
                   "Shows what grew between heap dumps", InputRule::AnyNumber,
                   /*TextOutput=*/true},
                  toolOptions(), run);
}
