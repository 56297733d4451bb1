//===- hprof-threads.cpp - Thread states, stacks and locks ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/CollapsedStacks.h"
#include "hprof/Analysis/Threads/Deadlocks.h"
#include "hprof/Analysis/Threads/LockGraph.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/ThreadTool/ReadThreads.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static constexpr OptionRule Rules[] = {
    {OPT_compare,
     OptionRule::Excludes,
     {OPT_summary, OPT_deadlocks, OPT_contention, OPT_stacks, OPT_tree,
      OPT_locals, OPT_retained}},
    {OPT_ungrouped, OptionRule::Excludes, {OPT_group}},
};

/// Options in the order in which --help lists them.
static constexpr unsigned HelpOrder[] = {
    OPT_summary, OPT_deadlocks, OPT_contention,       OPT_tree,
    OPT_stacks,  OPT_state,     OPT_thread,           OPT_filter,
    OPT_group,   OPT_ungrouped, OPT_locals,           OPT_retained,
    OPT_ignore,  OPT_compare,   OPT_fail_on_deadlock,
};

/// Rejects options that the output format would ignore.
static Error checkSelection(ToolContext &C) {
  const bool IsDump = parseFormat(C.format()).has_value();
  for (auto [Option, Name] :
       {std::pair(OPT_state, "--state"), std::pair(OPT_thread, "--thread"),
        std::pair(OPT_filter, "--filter"), std::pair(OPT_top, "--top")})
    if (C.has(Option) &&
        (IsDump || (Option == OPT_top && C.format() == "collapsed")))
      return usageError(Twine(Name) + " cannot be combined with --format=" +
                        C.format() + ", which includes all threads");
  if (C.has(OPT_compare) && !C.isForPeople() && C.format() != "json")
    return usageError("--compare cannot be combined with --format=" +
                      C.format() + "; use text, markdown or json");
  return Error::success();
}

static Expected<ThreadRequest> parseRequest(ToolContext &C) {
  if (Error E = checkSelection(C))
    return E;
  ThreadRequest R;
  R.Deadlocks = C.has(OPT_deadlocks);
  R.Contention = C.has(OPT_contention);
  R.Stacks = C.has(OPT_stacks);
  R.Summary = C.has(OPT_summary);
  R.Tree = C.has(OPT_tree);
  R.Compare = C.has(OPT_compare);
  if (!R.Deadlocks && !R.Contention && !R.Stacks && !R.Summary && !R.Tree &&
      !R.Compare)
    R.Summary = R.Stacks = true;
  for (const std::string &State : C.getAll(OPT_state))
    if (Error E = R.Filter.addState(State))
      return usageError("--state: " + toString(std::move(E)));
  for (const std::string &Thread : C.getAll(OPT_thread))
    R.Filter.addThread(Thread);
  if (C.has(OPT_filter))
    if (Error E = R.Filter.setText(C.get(OPT_filter)))
      return usageError("--filter: " + toString(std::move(E)));
  R.Locals = C.has(OPT_locals);
  R.Group = C.has(OPT_group);
  R.Ungrouped = C.has(OPT_ungrouped);
  R.Ignore = C.number(OPT_ignore, 0);
  R.Top = C.top(UINT64_MAX);
  R.HasGate = C.has(OPT_fail_on_deadlock);
  return R;
}

/// Writes the first dump as a thread dump.
static void writeDump(ToolContext &C, ArrayRef<FileThreads> Files,
                      const FormatInfo &To) {
  const FileThreads &File = Files.front();
  if (const size_t Count = File.Dumps.size(); Count > 1)
    C.report().note("'" + File.File + "': " + firstOfSeveral(Count));
  for (const FileThreads &Other : Files.drop_front())
    C.report().note("'" + Other.File + "': omitted; --format=" + C.format() +
                    " writes one thread dump");
  const size_t Unknown =
      count_if(File.Dumps.front().Threads, [](const ThreadDump::Thread &T) {
        return T.isJava() && T.State == ThreadState::Unknown;
      });
  if (Unknown && To.Kind == Format::ThreadJson)
    C.report().note("'" + File.File + "': no state is recorded for " +
                    counted(Unknown, "thread") +
                    "; the format requires one, so a state is inferred");
  std::unique_ptr<Sink> Out = Sink::toStream(C.out());
  To.WriteThreads(File.Dumps.front(), *Out);
  consumeError(Out->finish()); // C.out() keeps its errors.
}

/// Writes stacks for flame-graph tools.
static void writeCollapsed(ToolContext &C, ArrayRef<FileThreads> Files,
                           const ThreadRequest &Request) {
  std::vector<const ThreadDump *> Dumps;
  for (const FileThreads &File : Files)
    for (const ThreadDump &Dump : File.Dumps)
      Dumps.push_back(&Dump);
  for (const CollapsedStack &S :
       collapseStacks(Dumps, Request.Filter, Request.Ignore))
    C.out() << escape(S.Text) << ' ' << S.Threads << '\n';
}

/// Whether a thread of a heap dump, which does not record monitor owners, may
/// be blocked on a monitor.
static bool mayWaitForMonitor(const ThreadDump &Dump,
                              const DeadlockReport &Report) {
  return !Report.Acquiring.empty() || Dump.Threads.empty() ||
         any_of(Dump.Threads, [](const ThreadDump::Thread &T) {
           return T.State == ThreadState::Unknown;
         });
}

/// Warns and sets exit status 4 if there is a deadlock, or 5 if the dump does
/// not show whether there is one.
static void checkGate(ToolContext &C, ArrayRef<FileThreads> Files) {
  for (const FileThreads &File : Files)
    for (const auto &[I, Dump] : enumerate(File.Dumps)) {
      const LockGraph Graph(Dump);
      DeadlockReport Report = findDeadlocks(Graph);
      if (!File.OfHeap.empty())
        Report.InFrames = File.OfHeap[I].MayDeadlock;
      if (const size_t Count = Report.Cycles.size()) {
        C.report().warning("'" + File.File +
                           "': " + counted(Count, "deadlock"));
        C.report().tripGate();
      } else if (!Report.isKnown() ||
                 (!File.HasMonitors && mayWaitForMonitor(Dump, Report))) {
        C.report().warning("'" + File.File +
                           "': cannot determine whether there is a deadlock");
        C.report().leaveGateOpen();
      }
    }
}

static Error run(ToolContext &C) {
  Expected<ThreadRequest> Request = parseRequest(C);
  if (!Request)
    return Request.takeError();
  if (Error E = C.defaultToStdin())
    return E;
  Error All = Error::success();
  std::vector<FileThreads> Files = C.readInputs<FileThreads>(
      All, [&](const std::string &Path) { return readThreads(C, Path); });
  if (Files.empty())
    return All;
  if (C.has(OPT_heap))
    if (Error E = addOwners(C, C.get(OPT_heap), Files))
      return joinErrors(std::move(All), std::move(E));
  if (Request->HasGate)
    checkGate(C, Files);
  if (std::optional<Format> To = parseFormat(C.format())) {
    writeDump(C, Files, formatInfo(*To));
    return All;
  }
  if (C.format() == "collapsed") {
    writeCollapsed(C, Files, *Request);
    return All;
  }
  if (Request->Compare) {
    if (countDumps(Files) < 2)
      // If any dump is unreadable, that is the reason.
      return All ? std::move(All)
                 : createStringError("--compare requires at least two thread "
                                     "dumps");
    if (C.isForPeople())
      for (const std::string &Note : comparisonNotes(Files))
        C.report().note(Note);
  }
  printAnswer(C, ThreadAnswer(std::move(Files), std::move(*Request)));
  return All;
}

int main(int Argc, char **Argv) {
  return toolMain(
      Argc, Argv,
      {"hprof-threads", "[options] [file...]",
       "Shows threads, stacks, locks and deadlocks in thread and heap "
       "dumps",
       InputRule::AnyNumber, /*TextOutput=*/true, Rules,
       /*PrintsValues=*/false, HelpOrder},
      toolOptions(), run);
}
