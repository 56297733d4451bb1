//===- hprof-histo.cpp - Class histogram of a dump ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistogramPrinter.h"
#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/GraphTool/StoreArguments.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_unreachable, OptionRule::Excludes, {OPT_retained}},
};

static Expected<HistogramView> parseView(ToolContext &C) {
  HistogramView View;
  View.By = StringSwitch<HistogramGroup>(C.get(OPT_by))
                .Case("name", HistogramGroup::Name)
                .Case("loader", HistogramGroup::Loader)
                .Case("package", HistogramGroup::Package)
                .Case("class", HistogramGroup::Class)
                .Default(C.format() == "text" ? HistogramGroup::Name
                                              : HistogramGroup::Class);
  View.Sort = StringSwitch<HistogramColumn>(C.get(OPT_sort))
                  .Case("instances", HistogramColumn::Instances)
                  .Case("largest", HistogramColumn::Largest)
                  .Case("elements", HistogramColumn::Elements)
                  .Case("name", HistogramColumn::Name)
                  .Case("retained", HistogramColumn::Retained)
                  .Default(HistogramColumn::Shallow);
  if (C.has(OPT_filter)) {
    Expected<ClassPattern> Filter = ClassPattern::create(C.get(OPT_filter));
    if (!Filter)
      return Filter.takeError();
    View.Filter = std::move(*Filter);
  }
  View.Several = C.inputs().size() > 1;
  View.Columns = View.Several && C.has(OPT_columns);
  View.Retained = C.has(OPT_retained);
  View.Unreachable = C.has(OPT_unreachable);
  View.Top = C.top(C.format() == "text" ? 30 : UINT64_MAX);
  View.Escape = C.escapeMode();
  return View;
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

static Expected<FileHistogram> readFile(ToolContext &C, StringRef Path,
                                        const HistogramView &View) {
  Progress::Task Working(C.progress(), "counting " + inputName(Path));
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  StoreEvents Events = storeEvents(C, Path);
  showReading(C, Path, Events);
  HistogramUse Use;
  Use.NameLoaders = View.By == HistogramGroup::Loader;
  Use.IsForStore = View.Retained || View.Unreachable;
  Use.OneDump = C.has(OPT_dump_number) || Use.IsForStore;
  Expected<HeapHistogram> H = HeapHistogram::read(Path, *Options, Events, Use);
  if (!H)
    return H.takeError();
  if (C.threads() > 1 && !H->Data.wasParallel())
    C.report().verbose("'" + H->Name + "': read by one thread");
  uint64_t Objects = H->Data.objects(), Bytes = H->Data.bytes();
  return FileHistogram{std::move(*H), Objects, Bytes, std::nullopt};
}

/// The graph of one heap dump in the file, needed for \p Option.
static Expected<std::unique_ptr<HeapStore>> openGraph(ToolContext &C,
                                                      StringRef Path,
                                                      StringRef Option,
                                                      FileHistogram &File) {
  if (File.Heap.Data.dumps() > 1 && !C.has(OPT_dump_number))
    C.report().note("'" + File.Heap.Name + "': with " + Option +
                    " only the first of its " + Twine(File.Heap.Data.dumps()) +
                    " heap dumps is counted; --dump takes another");
  Expected<StoreOptions> Options = storeOptions(C);
  if (!Options)
    return Options.takeError();
  return HeapStore::open(Path, *Options, storeEvents(C, Path), File.Heap.Index,
                         std::move(File.Heap.File));
}

/// Keeps only objects that no root reaches.
static Error keepUnreachable(ToolContext &C, StringRef Path,
                             FileHistogram &File) {
  Progress::Task Working(C.progress(), "analysing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S =
      openGraph(C, Path, "--unreachable", File);
  if (!S)
    return S.takeError();
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  File.Heap.Data = countObjects(File.Heap.Data, (*S)->graph(), [&](Node N) {
    return !(*Tree)->isReachable(N);
  });
  return Error::success();
}

/// Computes retained sizes of rows.
static Error addRetained(ToolContext &C, StringRef Path, HistogramGroup By,
                         FileHistogram &File) {
  Progress::Task Working(C.progress(), "analysing " + inputName(Path));
  Expected<std::unique_ptr<HeapStore>> S =
      openGraph(C, Path, "--retained", File);
  if (!S)
    return S.takeError();
  Expected<RetainedRows> Rows = RetainedRows::compute(**S, By);
  if (!Rows)
    return Rows.takeError();
  File.Retained = std::move(*Rows);
  return Error::success();
}

static Error checkRetained(ToolContext &C) {
  if (!C.has(OPT_retained))
    return C.get(OPT_sort) == "retained"
               ? usageError("--sort=retained needs --retained")
               : Error::success();
  if (C.inputs().size() != 1)
    return usageError("--retained takes one file");
  return Error::success();
}

static Error run(ToolContext &C) {
  StringRef Layout = C.get(OPT_layout, "auto");
  if (!is_contained(layoutNames(), Layout))
    return usageError("no layout is called '" + Layout + "'; there are " +
                      join(layoutNames(), ", "));
  if (Error E = checkIndexOption(C))
    return E;
  if (Error E = checkRetained(C))
    return E;
  Expected<HistogramView> Parsed = parseView(C);
  if (!Parsed)
    return Parsed.takeError();
  const HistogramView &View = *Parsed;
  Error All = Error::success();
  std::vector<FileHistogram> Files = C.readInputs<FileHistogram>(
      All, [&](const std::string &Path) -> Expected<FileHistogram> {
        Expected<FileHistogram> File = readFile(C, Path, View);
        if (!File)
          return File;
        if (View.Retained)
          if (Error E = addRetained(C, Path, View.By, *File))
            return E;
        if (View.Unreachable)
          if (Error E = keepUnreachable(C, Path, *File))
            return E;
        return File;
      });
  // Do not print an empty table.
  if (Files.empty())
    return All;
  if (C.format() == "json")
    printJson(C.out(), Files, View, C.report());
  else if (C.format() == "csv")
    printCsv(C.out(), Files, View);
  else
    printText(C.out(), Files, View);
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-histo", "[options] [file...]",
                   "Counts the objects and bytes of each class of heap dumps",
                   InputRule::OrStdin, /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
