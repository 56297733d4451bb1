//===- hprof-histo.cpp - Class histogram of a dump ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistogramPrinter.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static HistogramView parseView(ToolContext &C) {
  HistogramView View;
  View.By = StringSwitch<HistogramGroup>(C.get(OPT_by))
                .Case("loader", HistogramGroup::Loader)
                .Case("package", HistogramGroup::Package)
                .Default(HistogramGroup::Class);
  View.Sort = StringSwitch<HistogramColumn>(C.get(OPT_sort))
                  .Case("instances", HistogramColumn::Instances)
                  .Case("largest", HistogramColumn::Largest)
                  .Case("elements", HistogramColumn::Elements)
                  .Case("name", HistogramColumn::Name)
                  .Default(HistogramColumn::Shallow);
  View.Filter = C.get(OPT_filter).str();
  View.Columns = C.has(OPT_columns);
  View.Top = C.top(C.format() == "text" ? 30 : UINT64_MAX);
  View.Escape = C.escapeMode();
  return View;
}

static Expected<FileHistogram> readFile(ToolContext &C, StringRef Path,
                                        const HistogramView &View) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Expected<std::unique_ptr<Source>> In = Source::open(Path, Opening);
  if (!In)
    return In.takeError();
  std::string Name = (*In)->name();
  HistogramOptions Options;
  Options.Threads = C.threads();
  Options.Layout = C.get(OPT_layout, "auto").str();
  Options.OnDamage = C.report().damageHandler(Name);
  Options.NameLoaders = View.By == HistogramGroup::Loader;
  C.progress().phase("reading " + Name, (*In)->size().value_or(0));
  if (C.progress().enabled())
    Options.OnBytes = [&](uint64_t N) { C.progress().advance(N); };
  Expected<Histogram> H = Histogram::read(**In, Options);
  C.progress().finish();
  if (!H)
    return createFileError(Name, H.takeError());
  if (C.threads() > 1 && !H->wasParallel())
    C.report().verbose("'" + Name + "': read by one thread");
  return FileHistogram{std::move(Name), std::move(*H)};
}

static Error run(ToolContext &C) {
  StringRef Layout = C.get(OPT_layout, "auto");
  if (!is_contained(layoutNames(), Layout))
    return usageError("no layout is called '" + Layout + "'; there are " +
                      join(layoutNames(), ", "));
  HistogramView View = parseView(C);
  std::vector<FileHistogram> Files;
  for (const std::string &Path : C.inputs()) {
    Expected<FileHistogram> File = readFile(C, Path, View);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  if (C.format() == "json")
    printJson(C.out(), Files, View, C.report());
  else if (C.format() == "csv")
    printCsv(C.out(), Files, View);
  else
    printText(C.out(), Files, View);
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-histo", "[options] [file...]",
                   "Counts the objects and bytes of each class of heap dumps"},
                  toolOptions(), run);
}
