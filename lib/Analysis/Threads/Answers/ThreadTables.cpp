//===- ThreadTables.cpp - Tables of threads and locks ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadTables.h"
#include "ThreadWords.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Thread/FrameText.h"

using namespace hprof;
using namespace llvm;

static std::optional<bool> ifSet(bool Flag) {
  return Flag ? std::optional(true) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Names of threads, and locks
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(threadRefColumns, ThreadDump::ThreadRef, NothingAsked,
                  "thread-ref",
                  "A thread, with the identifiers that the dump records.")
HPROF_OPTIONAL(Number, "id", ForJson, R.Id, "Java thread id.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(R.Name),
             "Thread name; empty for unnamed threads.")
HPROF_OPTIONAL(Number, "native_id", ForJson, R.NativeId,
               "Operating-system thread id.")
HPROF_OPTIONAL(Id, "vm_thread", ForJson, idUnlessNull(R.VmThread),
               "Address of the VM's thread structure.")
HPROF_OPTIONAL(Id, "object", ForJson, idUnlessNull(R.Object),
               "Object id of the java.lang.Thread.")
HPROF_TABLE_END

const TableInfo &hprof::threadRefTable() { return threadRefColumns(); }

std::unique_ptr<Rows> hprof::threadRef(const ThreadDump::ThreadRef &T) {
  return ownRow(threadRefColumns(), NothingAsked::value(), T);
}

std::unique_ptr<Rows> hprof::threadRefs(const ThreadDump &Dump,
                                        ArrayRef<uint32_t> Threads) {
  return madeRows(
      threadRefColumns(), NothingAsked::value(), Threads.size(),
      [&Dump, Threads](size_t I) { return Dump.Threads[Threads[I]].ref(); });
}

namespace {
/// An object, or a VM monitor.
struct Lock {
  const ThreadDump::LockObject *Object;
  StringRef SystemName;
};
} // namespace

HPROF_TABLE_BEGIN(lockColumns, Lock, NothingAsked, "lock",
                  "A lock that threads wait for or hold.")
HPROF_OPTIONAL(Text, "class", ForJson, unlessEmpty(R.Object->ClassName),
               "Class of the object.")
HPROF_OPTIONAL(
    Text, "of_class", ForJson, unlessEmpty(R.Object->OfClass),
    "For a java.lang.Class: the class that it represents, if recorded.")
HPROF_OPTIONAL(Id, "address", ForJson, idUnlessNull(R.Object->Address),
               "Address of the object.")
HPROF_OPTIONAL(
    Id, "identity_hash", ForJson, R.Object->IdentityHash,
    "Identity hash code, in dumps that record it instead of the address.")
HPROF_OPTIONAL(Text, "system_monitor", ForJson, unlessEmpty(R.SystemName),
               "Name of a VM-internal monitor, which has no object.")
HPROF_TABLE_END

const TableInfo &hprof::lockTable() { return lockColumns(); }

std::unique_ptr<Rows> hprof::lockRow(const ThreadDump::LockObject &Of) {
  return ownRow(lockColumns(), NothingAsked::value(), Lock{&Of, ""});
}

std::unique_ptr<Rows> hprof::lockRow(const ThreadDump::Monitor &Of) {
  static const ThreadDump::LockObject None;
  return Of.isSystem() ? ownRow(lockColumns(), NothingAsked::value(),
                                Lock{&None, Of.SystemName})
                       : lockRow(Of.Object);
}

//===----------------------------------------------------------------------===//
// Awaited and held locks
//===----------------------------------------------------------------------===//

static StringRef kindOf(const ThreadDump::Wait &W) {
  return ThreadDump::waitKindNames()[unsigned(W.Kind)];
}

/// Returns the thread that \p Thread waits for, if known.
static Datum blockerOf(const ThreadReport &R, uint32_t Thread) {
  if (uint32_t By = R.Graph.threadBlocking(Thread); By != LockGraph::None)
    return threadRef(R.thread(By).ref());
  if (const auto &Owner = R.thread(Thread).WaitsFor->Owner)
    return threadRef(*Owner);
  return {};
}

HPROF_TABLE_BEGIN(waitTable, uint32_t, ThreadReport, "thread-wait",
                  "The lock or object that a thread waits for.")
HPROF_WORD("blocked|waiting|parked", "kind", ForJson,
           kindOf(*A.thread(R).WaitsFor), "Kind of wait.")
HPROF_NESTED(Record, &lockTable(), "lock", ForJson,
             lockRow(A.thread(R).WaitsFor->Object),
             "Lock or object that the thread waits for.")
HPROF_NESTED_OPTIONAL(Record, &threadRefTable(), "owner", ForJson,
                      blockerOf(A, R), "Owner of the lock, if known.")
HPROF_TABLE_END

static Datum waitOf(const ThreadReport &R, uint32_t Thread) {
  if (!R.thread(Thread).WaitsFor)
    return {};
  return ownRow(waitTable(), R, Thread);
}

namespace {
/// A lock that a thread owns, whether or not the frame is known.
struct Held {
  const ThreadDump::HeldLock *InFrame; ///< Null for synchronizers.
  const ThreadDump::LockObject *Object;
  bool isEliminated() const { return InFrame && InFrame->IsEliminated; }
};
} // namespace

static std::optional<uint32_t> depthOf(const Held &H) {
  return H.InFrame ? std::optional(H.InFrame->Depth) : std::nullopt;
}

static std::optional<uint32_t> entriesOf(const Held &H) {
  return H.InFrame && H.InFrame->EntryCount != 1
             ? std::optional(H.InFrame->EntryCount)
             : std::nullopt;
}

HPROF_TABLE_BEGIN(heldLockTable, Held, NothingAsked, "held-lock",
                  "A lock that a thread holds.")
HPROF_OPTIONAL(Number, "depth", ForJson, depthOf(R),
               "Index of the frame; absent for java.util.concurrent locks.")
HPROF_OPTIONAL(Flag, "eliminated", ForJson, ifSet(R.isEliminated()),
               "True if the compiler removed the lock.")
HPROF_NESTED_OPTIONAL(Record, &lockTable(), "lock", ForJson,
                      R.isEliminated() ? Datum() : lockRow(*R.Object),
                      "Locked object.")
HPROF_OPTIONAL(
    Count, "entry_count", ForJson, entriesOf(R),
    "Number of times that the thread has entered the lock, if not 1.")
HPROF_TABLE_END

static Datum locksOf(const ThreadDump::Thread &T) {
  const size_t InFrames = T.Locks.size();
  const size_t Count = InFrames + T.Synchronizers.size();
  if (!Count)
    return {};
  return madeRows(
      heldLockTable(), NothingAsked::value(), Count, [&T, InFrames](size_t I) {
        return I < InFrames ? Held{&T.Locks[I], &T.Locks[I].Object}
                            : Held{nullptr, &T.Synchronizers[I - InFrames]};
      });
}

static std::optional<int32_t> depthOf(const HeapThreads::Local &L) {
  return L.Frame >= 0 ? std::optional(L.Frame) : std::nullopt;
}

HPROF_TABLE_BEGIN(
    localTable, HeapThreads::Local, NothingAsked, "thread-local",
    "An object that a thread keeps alive, through a frame or directly.")
HPROF_OPTIONAL(Number, "depth", ForJson, depthOf(R), "Index of the frame.")
HPROF_COLUMN(Id, "object", ForJson, R.Object, "Object id.")
HPROF_OPTIONAL(Text, "class", ForJson,
               unlessEmpty(R.IsClass ? "java.lang.Class" : R.ClassName),
               "Class of the object.")
HPROF_OPTIONAL(Text, "of_class", ForJson,
               unlessEmpty(R.IsClass ? R.ClassName : ""),
               "For a java.lang.Class: the class that it represents.")
HPROF_COLUMN(Text, "root", ForJson, recordInfo(R.Root).Text, "Kind of GC root.")
HPROF_TABLE_END

static Datum localsOf(const ThreadReport &R, uint32_t Thread) {
  const HeapThreads::Facts *Of = R.Request.Locals ? R.ofHeap(Thread) : nullptr;
  if (!Of)
    return {};
  return rowsOf(localTable(), NothingAsked::value(), Of->Locals);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

std::optional<StringRef> hprof::stateOf(const ThreadDump::Thread &T) {
  return T.State == ThreadState::Unknown
             ? std::nullopt
             : std::optional(threadStateName(T.State));
}

static Datum placeOf(const ThreadReport &R, uint32_t Thread) {
  const ThreadWords Words(R.Dump);
  if (auto Place = Words.place(R.thread(Thread)))
    return Words.frame(*Place);
  return {};
}

/// Returns values for CSV output, on which scripts may depend. Text output uses
/// other words.
static Datum waitsOf(const ThreadDump::Thread &T) {
  static constexpr StringLiteral Words[] = {"waits to lock", "waits on",
                                            "is parked for"};
  return T.WaitsFor ? Datum(StringRef(Words[unsigned(T.WaitsFor->Kind)]))
                    : Datum();
}

static Datum lockOf(const ThreadDump::Thread &T) {
  return T.WaitsFor ? Datum(ThreadWords::object(T.WaitsFor->Object)) : Datum();
}

static Datum nameOfBlocker(const ThreadReport &R, uint32_t Thread) {
  const uint32_t By = R.Graph.threadBlocking(Thread);
  return By == LockGraph::None ? Datum() : Datum(StringRef(R.thread(By).Name));
}

static std::optional<StringRef> containerOf(const ThreadReport &R,
                                            uint32_t Thread) {
  const std::optional<uint32_t> In = R.thread(Thread).Container;
  return In ? unlessEmpty(R.Dump.Containers[*In].Name) : std::nullopt;
}

static std::optional<StringRef> classOf(const HeapThreads::Facts *Of) {
  return Of ? unlessEmpty(Of->ClassName) : std::nullopt;
}

static std::optional<uint32_t> ofHeap(const ThreadReport &R, uint32_t Thread,
                                      uint32_t HeapThreads::Facts::*Fact) {
  const HeapThreads::Facts *Of = R.ofHeap(Thread);
  return Of ? std::optional(Of->*Fact) : std::nullopt;
}

HPROF_TABLE_BEGIN(threadColumns, uint32_t, ThreadReport, "thread", "A thread.")
HPROF_OPTIONAL(Number, "id", ForCsv | ForJson, A.thread(R).Id,
               "Java thread id.")
HPROF_COLUMN(Text, "name", ForCsv | ForJson, StringRef(A.thread(R).Name),
             "Thread name; empty for unnamed threads.")
HPROF_OPTIONAL(Number, "native_id", ForJson, A.thread(R).NativeId,
               "Operating-system thread id.")
HPROF_OPTIONAL(Id, "vm_thread", ForJson, idUnlessNull(A.thread(R).VmThread),
               "Address of the VM's thread structure.")
HPROF_OPTIONAL(Id, "object", ForJson, idUnlessNull(A.thread(R).Object),
               "Object id of the java.lang.Thread.")
HPROF_OPTIONAL(Text, "state", ForJson, stateOf(A.thread(R)),
               "State as in java.lang.Thread.State, or PARKED, SUSPENDED or "
               "INTERRUPTED from a javacore.")
HPROF_COLUMN(Text, "state", ForCsv, ThreadWords::state(A.thread(R)),
             "State, or the text that the dump contains for it.")
HPROF_OPTIONAL(Text, "state_text", ForJson, unlessEmpty(A.thread(R).StateText),
               "State as written in the dump.")
HPROF_COLUMN(Flag, "virtual", ForCsv | ForJson, A.thread(R).IsVirtual,
             "True for virtual threads.")
HPROF_OPTIONAL(Flag, "of_vm", ForJson, ifSet(!A.thread(R).isJava()),
               "True for VM-internal threads.")
HPROF_OPTIONAL(Number, "carrier", ForJson, A.thread(R).CarrierId,
               "For a virtual thread: id of the carrier.")
HPROF_OPTIONAL(Number, "carries", ForJson, A.thread(R).CarriedId,
               "For a carrier: id of the virtual thread.")
HPROF_OPTIONAL(Flag, "daemon", ForJson, A.thread(R).IsDaemon,
               "True for daemon threads.")
HPROF_OPTIONAL(Text, "group", ForJson, unlessEmpty(A.thread(R).Group),
               "For heap dumps: name of the ThreadGroup.")
HPROF_OPTIONAL(Number, "priority", ForJson, A.thread(R).Priority,
               "Java priority.")
HPROF_OPTIONAL(Count, "cpu_ns", ForJson, A.thread(R).CpuNanos,
               "CPU time in nanoseconds.")
HPROF_COLUMN(Count, "frames", ForCsv, A.Dump.frames(A.thread(R)).size(),
             "Number of stack frames.")
HPROF_OPTIONAL(Text, "place", ForCsv, placeOf(A, R),
               "Innermost frame outside the class library.")
HPROF_OPTIONAL(Text, "waits", ForCsv, waitsOf(A.thread(R)), "Kind of wait.")
HPROF_OPTIONAL(Text, "lock", ForCsv, lockOf(A.thread(R)),
               "Lock that the thread waits for.")
HPROF_OPTIONAL(Text, "held_by", ForCsv, nameOfBlocker(A, R),
               "Name of the owner of the lock.")
HPROF_OPTIONAL(Text, "time", ForJson, unlessEmpty(A.thread(R).Time),
               "Time of the sample.")
HPROF_OPTIONAL(Text, "container", ForCsv | ForJson, containerOf(A, R),
               "Executor or scope that contains the thread.")
HPROF_COLUMN(Text, "time", ForCsv, StringRef(A.thread(R).Time),
             "Time of the sample.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.File.File), "Name of the input.")
HPROF_COLUMN(Number, "dump", ForCsv, A.Number + 1,
             "Number of the dump in the file, from 1.")
HPROF_OPTIONAL(Bytes, "retained", ForCsv | ForJson, A.retained(R),
               "With --retained: bytes that the thread keeps alive.")
HPROF_NESTED_OPTIONAL(Record, &waitTable(), "waits_for", ForJson, waitOf(A, R),
                      "Lock or object that the thread waits for.")
HPROF_NESTED_OPTIONAL(List, &heldLockTable(), "locks", ForJson,
                      locksOf(A.thread(R)), "Locks that the thread holds.")
HPROF_OPTIONAL(Text, "class", ForJson, classOf(A.ofHeap(R)),
               "For heap dumps: class of the thread object.")
HPROF_OPTIONAL(Number, "serial", ForJson,
               ofHeap(A, R, &HeapThreads::Facts::Serial),
               "For heap dumps: serial number of the thread.")
HPROF_OPTIONAL(Number, "trace_serial", ForJson,
               ofHeap(A, R, &HeapThreads::Facts::TraceSerial),
               "For heap dumps: serial number of the stack trace.")
HPROF_NESTED_OPTIONAL(
    List, &localTable(), "locals", ForJson, localsOf(A, R),
    "With --locals, for heap dumps: objects that the thread keeps alive.")
HPROF_TABLE_END

const TableInfo &hprof::threadTable() { return threadColumns(); }

std::unique_ptr<Rows> hprof::threadRows(const ThreadReport &R,
                                        ArrayRef<uint32_t> Threads) {
  return rowsOf(threadColumns(), R, Threads);
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

static std::optional<int32_t> lineOf(const ThreadFrame &F) {
  return F.Line > 0 ? std::optional<int32_t>(F.Line) : std::nullopt;
}

HPROF_TABLE_BEGIN(frameTable, uint32_t, ThreadDump, "frame",
                  "A frame of a stack.")
HPROF_COLUMN(Text, "text", ForJson,
             frameText(A.Stacks.frame(R), FrameStyle::Java),
             "As printed by StackTraceElement.toString().")
HPROF_OPTIONAL(Text, "class", ForJson, unlessEmpty(A.Stacks.frame(R).ClassName),
               "Class.")
HPROF_OPTIONAL(Text, "method", ForJson, unlessEmpty(A.Stacks.frame(R).Method),
               "Method.")
HPROF_OPTIONAL(Text, "source", ForJson,
               unlessEmpty(A.Stacks.frame(R).SourceFile), "Source file.")
HPROF_OPTIONAL(Number, "line", ForJson, lineOf(A.Stacks.frame(R)),
               "Line number, from 1.")
HPROF_COLUMN(Flag, "native", ForJson, A.Stacks.frame(R).IsNative,
             "True for a native method.")
HPROF_OPTIONAL(Text, "module", ForJson, unlessEmpty(A.Stacks.frame(R).Module),
               "Module, if recorded.")
HPROF_OPTIONAL(Text, "loader", ForJson, unlessEmpty(A.Stacks.frame(R).Loader),
               "Name of the class loader, if recorded.")
HPROF_TABLE_END

static std::unique_ptr<Rows> framesOf(const StackGroup &G,
                                      const ThreadReport &R) {
  const ArrayRef<uint32_t> Frames = R.Dump.frames(R.thread(G.Threads.front()));
  const size_t Ignored =
      R.IsGrouped ? std::min<uint64_t>(R.Request.Ignore, Frames.size()) : 0;
  return rowsOf(frameTable(), R.Dump, Frames.drop_front(Ignored));
}

HPROF_TABLE_BEGIN(stackColumns, StackGroup, ThreadReport, "stack",
                  "Threads with the same stack.")
HPROF_COLUMN(Count, "count", ForJson, R.Threads.size(), "Number of threads.")
HPROF_NESTED(List, &threadTable(), "threads", ForJson, threadRows(A, R.Threads),
             "The threads.")
HPROF_NESTED(List, &frameTable(), "frames", ForJson, framesOf(R, A),
             "Frames of the stack, innermost first.")
HPROF_TABLE_END

const TableInfo &hprof::stackTable() { return stackColumns(); }

std::unique_ptr<Rows> hprof::stacksOf(const ThreadReport &R) {
  return rowsOf(stackColumns(), R, R.shownGroups());
}

HPROF_TABLE_BEGIN(stacksTable, ThreadReport, ThreadRequest, "thread-stacks",
                  "The threads of a dump.")
#include "StackFactColumns.def"
HPROF_TABLE_END

StacksOfThreads::StacksOfThreads(const FileThreads &File,
                                 const ThreadRequest &Request)
    : Is(std::make_unique<const ThreadReport>(File, 0, Request)) {}

StacksOfThreads::~StacksOfThreads() = default;

std::unique_ptr<Rows> StacksOfThreads::facts() const {
  return oneRow(stacksTable(), Is->Request, *Is);
}
