//===- hprof-threads.cpp - What threads do and wait for -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadReport.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Format/Counted.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_compare,
     OptionRule::Excludes,
     {OPT_summary, OPT_deadlocks, OPT_contention, OPT_stacks, OPT_tree}},
    {OPT_ungrouped, OptionRule::Excludes, {OPT_group}},
};

static Expected<FileThreads> readFile(ToolContext &C, StringRef Path) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  Opening.Map = false; // Read once, in order.
  Expected<std::unique_ptr<Source>> In = openInput(Path, Opening);
  if (!In)
    return In.takeError();
  FileThreads File;
  File.File = (*In)->name();
  Progress::Task Working(C.progress(), "reading " + File.File, (*In)->rawSize(),
                         [&] { return (*In)->rawOffset(); });
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind)
    return createFileError(File.File, Kind.takeError());
  File.Kind = *Kind;
  const FormatInfo &Info = formatInfo(*Kind);
  if (!Info.ReadThreads)
    return createFileError(
        File.File,
        createStringError("expected a thread dump, found " + Twine(Info.Text)));
  Expected<std::vector<ThreadDump>> Dumps =
      Info.ReadThreads(**In, C.report().damageHandler(File.File));
  if (!Dumps)
    return createFileError(File.File, Dumps.takeError());
  File.Dumps = std::move(*Dumps);
  return File;
}

static Expected<ThreadView> parseView(ToolContext &C) {
  ThreadView View;
  View.Deadlocks = C.has(OPT_deadlocks);
  View.Contention = C.has(OPT_contention);
  View.Stacks = C.has(OPT_stacks);
  View.Summary = C.has(OPT_summary);
  View.Tree = C.has(OPT_tree);
  View.Compare = C.has(OPT_compare);
  if (!View.Deadlocks && !View.Contention && !View.Stacks && !View.Summary &&
      !View.Tree && !View.Compare)
    View.Summary = View.Stacks = true;
  for (const std::string &State : C.getAll(OPT_state))
    if (Error E = View.Filter.addState(State))
      return usageError("--state: " + toString(std::move(E)));
  for (const std::string &Thread : C.getAll(OPT_thread))
    View.Filter.addThread(Thread);
  if (C.has(OPT_filter))
    if (Error E = View.Filter.setText(C.get(OPT_filter)))
      return usageError("--filter: " + toString(std::move(E)));
  View.Group = C.has(OPT_group);
  View.Ungrouped = C.has(OPT_ungrouped);
  View.Ignore = C.number(OPT_ignore, 0);
  View.Top = C.top(UINT64_MAX);
  View.Escape = C.escapeMode();
  return View;
}

/// Warns and sets exit status 4 if there is a deadlock.
static void checkGate(ToolContext &C, const FileThreads &File,
                      const ThreadDump &Dump) {
  if (!C.has(OPT_fail_on_deadlock))
    return;
  const LockGraph Graph(Dump);
  const size_t Count = findDeadlocks(Graph).Cycles.size();
  if (!Count)
    return;
  C.report().warning("'" + File.File + "': " + counted(Count, "deadlock"));
  C.report().tripGate();
}

static Error run(ToolContext &C) {
  Expected<ThreadView> View = parseView(C);
  if (!View)
    return View.takeError();
  if (Error E = C.defaultToStdin())
    return E;
  Error All = Error::success();
  std::vector<FileThreads> Files = C.readInputs<FileThreads>(
      All, [&](const std::string &Path) { return readFile(C, Path); });
  if (Files.empty())
    return All;
  for (const FileThreads &File : Files)
    for (const ThreadDump &Dump : File.Dumps)
      checkGate(C, File, Dump);
  if (C.format() == "json") {
    if (Error E = printJson(C.out(), Files, *View, C.report(),
                            C.has(OPT_fail_on_deadlock)))
      return joinErrors(std::move(All), std::move(E));
    return All;
  }
  if (C.format() == "csv") {
    printCsv(C.out(), Files, *View);
    return All;
  }
  if (C.format() == "collapsed") {
    printCollapsed(C.out(), Files, *View);
    return All;
  }
  if (View->Compare) {
    if (Error E = printComparison(C.out(), Files, *View))
      return joinErrors(std::move(All), std::move(E));
    return All;
  }
  bool IsFirst = true;
  for (const FileThreads &File : Files)
    for (size_t I = 0; I != File.Dumps.size(); ++I) {
      if (!std::exchange(IsFirst, false))
        C.out() << '\n';
      const ThreadReport R(File, I, *View);
      printText(C.out(), R, *View);
    }
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"hprof-threads", "[options] [file...]",
                   "Shows what threads do, what they wait for, and deadlocks",
                   InputRule::AnyNumber, /*TextOutput=*/true, Rules},
                  toolOptions(), run);
}
