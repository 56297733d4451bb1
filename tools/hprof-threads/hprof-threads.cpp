//===- hprof-threads.cpp - What threads do and wait for -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Analysis/Threads/MonitorDumps.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Thread/JstackReader.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
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

/// The most heap dumps of a file that are read: each needs several walks.
static constexpr unsigned MostDumps = 100;

/// The threads of the heap dumps in \p In.
static Error readHeaps(ToolContext &C, std::unique_ptr<Source> In,
                       FileThreads &File) {
  HeapFileOptions Opening = heapFileOptions(C, HeapAccess::Random);
  Opening.OnDamage = C.report().damageHandler(File.File);
  Expected<std::unique_ptr<HeapFile>> Heap =
      HeapFile::open(std::move(In), Opening);
  if (!Heap)
    return Heap.takeError();
  Expected<MutableArrayRef<HeapSegments>> Dumps = (*Heap)->dumps();
  if (!Dumps)
    return createFileError(File.File, Dumps.takeError());
  const size_t Count = std::max<size_t>(Dumps->size(), 1);
  if (Count > MostDumps)
    C.report().note("'" + File.File + "': only the first " + Twine(MostDumps) +
                    " of its " + Twine(Count) + " heap dumps are shown");
  for (unsigned I = 1; I <= std::min<size_t>(Count, MostDumps); ++I) {
    HeapThreadsOptions Options;
    Options.Threads = C.threads();
    Options.Dump = Dumps->empty() ? 0 : I;
    Options.OnDamage = C.report().damageHandler(File.File);
    Expected<HeapThreads> Threads = readHeapThreads(**Heap, Options);
    if (!Threads)
      return createFileError(File.File, Threads.takeError());
    File.Dumps.push_back(std::move(Threads->Dump));
    File.OfHeap.push_back(std::move(Threads->Of));
  }
  return Error::success();
}

/// Copies \p In to a file if it can be read only once.
static Error makeRewindable(ToolContext &C, std::unique_ptr<Source> &In) {
  if (In->isRewindable())
    return Error::success();
  Expected<std::unique_ptr<Source>> Copy =
      spool(*In, C.tempDir(), C.report().damageHandler(In->name()));
  if (!Copy)
    return Copy.takeError();
  In = std::move(*Copy);
  return Error::success();
}

/// For --retained: from the graph of the first heap dump, or its index.
static Error addRetained(ToolContext &C, StringRef Path, FileThreads &File) {
  if (File.OfHeap.size() > 1)
    C.report().note("'" + File.File + "': --retained is for the first of its " +
                    Twine(File.OfHeap.size()) + " heap dumps");
  Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
  if (!S)
    return S.takeError();
  Expected<const DominatorTree *> Tree = (*S)->dominators();
  if (!Tree)
    return Tree.takeError();
  for (const ThreadDump::Thread &T : File.Dumps.front().Threads) {
    const Node N = T.Object ? (*S)->graph().find(T.Object) : NoNode;
    File.Retained.push_back(N == NoNode ? std::nullopt
                                        : std::optional((*Tree)->retained(N)));
  }
  return Error::success();
}

static Expected<FileThreads> readFile(ToolContext &C, StringRef Path) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  // Thread dumps are read once, in order.
  Opening.Map = false;
  Expected<std::unique_ptr<Source>> In = openInput(Path, Opening);
  if (!In)
    return In.takeError();
  FileThreads File;
  File.File = (*In)->name();
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind) {
    // A dump may be deep in a log.
    Expected<std::vector<ThreadDump>> Dumps =
        readJstack(**In, C.report().damageHandler(File.File));
    if (!Dumps) {
      consumeError(Dumps.takeError());
      return createFileError(File.File, Kind.takeError());
    }
    consumeError(Kind.takeError());
    File.Dumps = std::move(*Dumps);
    File.HasMonitors = true;
    return File;
  }
  File.Kind = *Kind;
  const FormatInfo &Info = formatOf(**In, *Kind);
  if (!Info.ReadThreads) {
    Progress::Task Working(C.progress(), "reading " + File.File);
    if (sys::fs::is_regular_file(Path)) {
      Opening.Map = true;
      In = openInput(Path, Opening);
      if (!In)
        return In.takeError();
    }
    if (*Kind == Format::HprofText) {
      if (Error E = makeRewindable(C, *In))
        return createFileError(File.File, std::move(E));
      Expected<std::vector<ThreadDump>> Dumps =
          readMonitorDumps(**In, C.report().damageHandler(File.File));
      if (!Dumps)
        return createFileError(File.File, Dumps.takeError());
      File.Dumps = std::move(*Dumps);
      File.HasMonitors = !File.Dumps.empty();
      if (File.HasMonitors)
        return File;
      if (Error E = (*In)->rewind())
        return E;
    }
    if (Error E = readHeaps(C, std::move(*In), File))
      return E;
    if (!C.has(OPT_retained))
      return File;
    if (Path == "-")
      return createFileError(File.File,
                             createStringError("--retained needs a file that "
                                               "can be read twice"));
    if (Error E = addRetained(C, Path, File))
      return E;
    return File;
  }
  Progress::Task Working(C.progress(), "reading " + File.File, (*In)->rawSize(),
                         [&] { return (*In)->rawOffset(); });
  Expected<std::vector<ThreadDump>> Dumps =
      Info.ReadThreads(**In, C.report().damageHandler(File.File));
  if (!Dumps)
    return createFileError(File.File, Dumps.takeError());
  File.Dumps = std::move(*Dumps);
  File.HasMonitors = true;
  return File;
}

/// For --heap: the owners of locks that only the heap dump states.
static Error addOwnersOf(ToolContext &C, std::vector<FileThreads> &Files) {
  if (!C.has(OPT_heap))
    return Error::success();
  C.protect(C.get(OPT_heap));
  Expected<FileThreads> Heap = readFile(C, C.get(OPT_heap));
  if (!Heap)
    return Heap.takeError();
  if (Heap->OfHeap.empty())
    return createFileError(
        Heap->File, createStringError("expected a heap dump, found " +
                                      Twine(formatInfo(Heap->Kind).Text)));
  uint64_t Found = 0;
  for (FileThreads &File : Files)
    for (ThreadDump &Dump : File.Dumps)
      Found += addOwners(Dump, Heap->Dumps.front());
  C.report().note("'" + Heap->File + "': states the owner of what " +
                  counted(Found, "thread is", "threads are") + " parked for");
  return Error::success();
}

/// Writes the first dump as a thread dump.
static void writeDump(ToolContext &C, ArrayRef<FileThreads> Files) {
  const FormatInfo &To =
      formatInfo(C.format() == "jstack" ? Format::Jstack : Format::ThreadJson);
  const FileThreads &File = Files.front();
  size_t Count = 0;
  for (const FileThreads &F : Files)
    Count += F.Dumps.size();
  if (Count > 1)
    C.report().note("'" + File.File + "': " + firstOfSeveral(Count));
  const size_t Unknown =
      count_if(File.Dumps.front().Threads, [](const ThreadDump::Thread &T) {
        return T.isJava() && T.State == ThreadState::Unknown;
      });
  if (Unknown && To.Kind == Format::ThreadJson)
    C.report().note("'" + File.File + "': the states of " +
                    counted(Unknown, "thread") +
                    " are not recorded; the format requires one, which is made "
                    "up");
  std::unique_ptr<Sink> Out = Sink::toStream(C.out());
  To.WriteThreads(File.Dumps.front(), *Out);
  consumeError(Out->finish()); // C.out() keeps its own errors.
}

/// Notes what makes a comparison doubtful.
static void tellUnlike(ToolContext &C, ArrayRef<FileThreads> Files) {
  const ThreadDump *Before = nullptr;
  bool AreOfOne = true, AreInOrder = true;
  for (const FileThreads &F : Files)
    for (const ThreadDump &D : F.Dumps) {
      if (Before) {
        const bool HasVersions =
            !Before->VmVersion.empty() && !D.VmVersion.empty();
        AreOfOne &= !HasVersions || Before->VmVersion == D.VmVersion;
        AreOfOne &= !Before->ProcessId || !D.ProcessId ||
                    Before->ProcessId == D.ProcessId;
        AreInOrder &=
            !Before->Millis || !D.Millis || Before->Millis <= D.Millis;
      }
      Before = &D;
    }
  if (!AreOfOne)
    C.report().note("the dumps are of different processes");
  if (!AreInOrder)
    C.report().note("the dumps are not in the order of their times");
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
  View.Locals = C.has(OPT_locals);
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
  if (Error E = addOwnersOf(C, Files))
    return joinErrors(std::move(All), std::move(E));
  for (const FileThreads &File : Files)
    for (const ThreadDump &Dump : File.Dumps)
      checkGate(C, File, Dump);
  if (C.format() == "json") {
    if (Error E = printJson(C.out(), Files, *View, C.report(),
                            C.has(OPT_fail_on_deadlock)))
      return joinErrors(std::move(All), std::move(E));
    return All;
  }
  if (C.format() == "thread-json" || C.format() == "jstack") {
    writeDump(C, Files);
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
    tellUnlike(C, Files);
    Error E = printComparison(C.out(), Files, *View);
    if (!All)
      return E;
    consumeError(std::move(E)); // Dumps are missing, as was just said.
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
