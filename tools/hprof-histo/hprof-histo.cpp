//===- hprof-histo.cpp - Class histogram of a dump ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/HistogramChanges.h"
#include "hprof/Analysis/Store/HeapCount.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Question/Question.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ArgumentOptions.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_unreachable, OptionRule::Excludes, {OPT_retained}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_by,      OPT_sort,        OPT_filter, OPT_retained, OPT_unreachable,
    OPT_columns, OPT_dump_number, OPT_layout, OPT_index,
};

static Expected<HistogramRequest> parseRequest(ToolContext &C) {
  HistogramRequest Request;
  if (C.isForPeople())
    Request.By = GroupBy::Name;
  if (Error E =
          takeArguments(C, findQuestion("histogram")->Arguments, &Request))
    return E;
  Request.JoinNames = C.inputs().size() > 1;
  Request.Top = C.top(C.isForPeople() ? 30 : UINT64_MAX);
  return Request;
}

/// Shows progress of reading \p Path.
static void showReading(ToolContext &C, StringRef Path, StoreEvents &Events) {
  if (!C.progress().enabled())
    return;
  auto HasBegun = std::make_shared<std::once_flag>();
  std::string What = "reading " + inputName(Path);
  Events.OnProgress = [&C, HasBegun, What](const StoreProgress &Now) {
    std::call_once(*HasBegun, [&] { C.progress().phase(What, Now.All); });
    if (Now.Done)
      C.progress().reachedAtLeast(Now.Done);
  };
}

static Expected<CountedFile> count(ToolContext &C, StringRef Path,
                                   const HistogramRequest &Request) {
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  StoreEvents Events = storeEvents(C, Path);
  StoreEvents Reading = Events;
  showReading(C, Path, Reading);
  Expected<HeapCount> Count = [&] {
    Progress::Task Working(C.progress(), "counting " + inputName(Path));
    return HeapCount::read(Path, Request, *Options, Reading,
                           C.has(OPT_dump_number));
  }();
  if (!Count)
    return Count.takeError();
  if (C.threads() > 1 && !Count->histogram().Data.wasParallel())
    C.report().verbose("'" + Count->histogram().Name + "': read by one thread");
  if (Count->needsGraph()) {
    Progress::Task Working(C.progress(), "analyzing " + inputName(Path));
    if (Error E = Count->addGraph(Events))
      return E;
  }
  return std::move(*Count).take();
}

static Error checkOptions(ToolContext &C) {
  StringRef Layout = C.get(OPT_layout, "auto");
  if (!is_contained(layoutNames(), Layout))
    return usageError("no layout is called '" + Layout + "', expected one of " +
                      join(layoutNames(), ", "));
  if (Error E = checkIndexOption(C))
    return E;
  if (!C.has(OPT_retained))
    return C.get(OPT_sort) == "retained"
               ? usageError("--sort=retained requires --retained")
               : Error::success();
  if (C.inputs().size() != 1)
    return usageError("--retained applies to a single input");
  return Error::success();
}

static Error run(ToolContext &C) {
  if (Error E = checkOptions(C))
    return E;
  Expected<HistogramRequest> Request = parseRequest(C);
  if (!Request)
    return Request.takeError();
  Error All = Error::success();
  std::vector<CountedFile> Heaps = C.readInputs<CountedFile>(
      All, [&](const std::string &Path) { return count(C, Path, *Request); });
  // Do not print an empty table.
  if (Heaps.empty())
    return All;
  if (C.inputs().size() > 1 && C.has(OPT_columns))
    printAnswer(C, HistogramChanges(std::move(Heaps), std::move(*Request)));
  else
    printAnswer(C, HistogramAnswer(std::move(Heaps), std::move(*Request)));
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-histo", "[options] [file...]",
                   "Counts the objects and bytes of each class in heap dumps",
                   InputRule::OrStdin, /*TextOutput=*/true, Rules,
                   /*PrintsValues=*/false, HelpOrder},
                  toolOptions(), run);
}
