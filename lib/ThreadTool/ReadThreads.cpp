//===- ReadThreads.cpp - Reads thread dumps from any input ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ThreadTool/ReadThreads.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Analysis/Threads/MonitorDumps.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Convert/OpenInput.h"
#include "hprof/Convert/Spool.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "hprof/GraphTool/OpenHeap.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/ThreadTool/IndexedThreads.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/Support/FileSystem.h"

using namespace hprof;
using namespace llvm;

/// Maximum number of heap dumps to read from a file: each needs several walks.
static constexpr unsigned MostDumps = 100;

/// Reads the threads of the heap dumps in \p In.
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
  // Only some tools have the option.
  uint64_t First = 1, Last = std::min<size_t>(Count, MostDumps);
  if (!C.named("--dump=").getAsInteger(10, First))
    Last = First;
  else if (Count > MostDumps)
    C.report().note("'" + File.File + "': only the first " + Twine(MostDumps) +
                    " of " + Twine(Count) + " heap dumps are shown");
  for (uint64_t I = First; I <= Last; ++I) {
    HeapThreadsOptions Options;
    Options.Threads = C.threads();
    Options.Dump = Dumps->empty() ? 0 : unsigned(I);
    Options.Locals = C.hasNamed("--locals");
    Options.OnDamage = C.report().damageHandler(File.File);
    Expected<HeapThreads> Threads = readHeapThreads(**Heap, Options);
    if (!Threads)
      return createFileError(File.File, Threads.takeError());
    File.Dumps.push_back(std::move(Threads->Dump));
    File.OfHeap.push_back(std::move(Threads->Of));
  }
  return Error::success();
}

/// Reads the threads of a heap dump with an index. \return the index, or null
/// if it does not suffice.
static Expected<std::shared_ptr<HeapIndex>>
readIndexed(ToolContext &C, StringRef Path, FileThreads &File) {
  if (File.Kind != Format::Hprof || C.hasNamed("--dump="))
    return nullptr;
  Expected<std::optional<IndexedThreads>> Read =
      IndexedThreads::read(C, Path, C.hasNamed("--locals"));
  if (!Read)
    return createFileError(File.File, Read.takeError());
  if (!*Read)
    return nullptr;
  File.Dumps.push_back(std::move((*Read)->Found.Dump));
  File.OfHeap.push_back(std::move((*Read)->Found.Of));
  return std::move((*Read)->Index);
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

Error hprof::addRetained(HeapStore &S, FileThreads &File) {
  Expected<const DominatorTree *> Tree = S.dominators();
  if (!Tree)
    return Tree.takeError();
  for (const ThreadDump::Thread &T : File.Dumps.front().Threads) {
    const Node N = T.Object ? S.graph().find(T.Object) : NoNode;
    File.Retained.push_back(N == NoNode ? std::nullopt
                                        : std::optional((*Tree)->retained(N)));
  }
  return Error::success();
}

static Error addRetained(ToolContext &C, StringRef Path,
                         std::shared_ptr<HeapIndex> Index, FileThreads &File) {
  if (File.OfHeap.size() > 1)
    C.report().note("'" + File.File +
                    "': --retained covers only the first of " +
                    Twine(File.OfHeap.size()) + " heap dumps");
  Expected<std::unique_ptr<HeapStore>> S =
      Index ? openStore(C, Path, std::move(Index)) : openStore(C, Path);
  return S ? hprof::addRetained(**S, File) : S.takeError();
}

/// Reads the thread dumps in \p In, which has no known format but may be a log.
/// \p Unknown is the error to return if it is not.
static Error readLog(ToolContext &C, Source &In, Error Unknown,
                     FileThreads &File) {
  Expected<std::vector<ThreadDump>> Dumps =
      readJstack(In, C.report().damageHandler(File.File));
  if (!Dumps) {
    consumeError(Dumps.takeError());
    return createFileError(File.File, std::move(Unknown));
  }
  consumeError(std::move(Unknown));
  File.Dumps = std::move(*Dumps);
  File.HasMonitors = true;
  return Error::success();
}

/// Reads the monitor dumps in \p In, HPROF text, if there are any.
static Error readMonitors(ToolContext &C, std::unique_ptr<Source> &In,
                          FileThreads &File) {
  if (Error E = makeRewindable(C, In))
    return createFileError(File.File, std::move(E));
  Expected<std::vector<ThreadDump>> Dumps =
      readMonitorDumps(*In, C.report().damageHandler(File.File));
  if (!Dumps)
    return createFileError(File.File, Dumps.takeError());
  File.Dumps = std::move(*Dumps);
  File.HasMonitors = !File.Dumps.empty();
  return File.HasMonitors ? Error::success() : In->rewind();
}

/// Reads the threads of \p In, which contains heap dumps.
static Error readHeapFile(ToolContext &C, StringRef Path,
                          std::unique_ptr<Source> In, SourceOptions Opening,
                          FileThreads &File) {
  Progress::Task Working(C.progress(), "reading " + File.File);
  if (sys::fs::is_regular_file(Path)) {
    Opening.Map = true;
    Expected<std::unique_ptr<Source>> Mapped = openInput(Path, Opening);
    if (!Mapped)
      return Mapped.takeError();
    In = std::move(*Mapped);
  }
  if (File.Kind == Format::HprofText) {
    Error E = readMonitors(C, In, File);
    if (E || File.HasMonitors)
      return E;
  }
  Expected<std::shared_ptr<HeapIndex>> Index = readIndexed(C, Path, File);
  if (!Index)
    return Index.takeError();
  if (!*Index)
    if (Error E = readHeaps(C, std::move(In), File))
      return E;
  if (!C.hasNamed("--retained"))
    return Error::success();
  if (Path == "-")
    return createFileError(
        File.File,
        createStringError("--retained requires a file that can be read twice"));
  return addRetained(C, Path, std::move(*Index), File);
}

/// Reads the threads of \p Path into \p File.
static Error readInto(ToolContext &C, StringRef Path, FileThreads &File) {
  SourceOptions Opening;
  Opening.Threads = C.threads();
  // Thread dumps are read once, in order.
  Opening.Map = false;
  Expected<std::unique_ptr<Source>> In = openInput(Path, Opening);
  if (!In)
    return In.takeError();
  File.File = (*In)->name();
  Expected<Format> Kind = identifyFormat(**In);
  if (!Kind) {
    return readLog(C, **In, Kind.takeError(), File);
  }
  File.Kind = *Kind;
  const FormatInfo &Info = formatOf(**In, *Kind);
  if (!Info.ReadThreads) {
    return readHeapFile(C, Path, std::move(*In), Opening, File);
  }
  Progress::Task Working(C.progress(), "reading " + File.File, (*In)->rawSize(),
                         [&] { return (*In)->rawOffset(); });
  Expected<std::vector<ThreadDump>> Dumps =
      Info.ReadThreads(**In, C.report().damageHandler(File.File));
  if (!Dumps)
    return createFileError(File.File, Dumps.takeError());
  File.Dumps = std::move(*Dumps);
  File.HasMonitors = true;
  return Error::success();
}

Expected<FileThreads> hprof::readThreads(ToolContext &C, StringRef Path) {
  FileThreads File;
  if (Error E = readInto(C, Path, File))
    return E;
  // In jstack text, damaged dumps are marked individually.
  if (File.Kind != Format::Jstack && C.report().isDamaged(File.File))
    for (ThreadDump &Dump : File.Dumps)
      Dump.IsDamaged = true;
  return File;
}

Error hprof::addOwners(ToolContext &C, StringRef Path,
                       std::vector<FileThreads> &Files) {
  Expected<FileThreads> Heap = readThreads(C, Path);
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
  const std::string What =
      Found ? "contains the lock owners for " + counted(Found, "parked thread")
            : "contains no owner of a lock that a thread is parked on";
  C.report().note("'" + Heap->File + "': " + What);
  return Error::success();
}
