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

namespace thread_ref {
using Row = ThreadDump::ThreadRef;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadRefColumns.def"
  };
  static const Table<Row, Asked> Is(
      "thread-ref", "A thread, with the identifiers that the dump records.",
      Columns);
  return Is;
}
} // namespace thread_ref

const TableInfo &hprof::threadRefTable() { return thread_ref::table(); }

std::unique_ptr<Rows> hprof::threadRef(const ThreadDump::ThreadRef &T) {
  return ownRow(thread_ref::table(), NothingAsked::value(), T);
}

std::unique_ptr<Rows> hprof::threadRefs(const ThreadDump &Dump,
                                        ArrayRef<uint32_t> Threads) {
  return madeRows(
      thread_ref::table(), NothingAsked::value(), Threads.size(),
      [&Dump, Threads](size_t I) { return Dump.Threads[Threads[I]].ref(); });
}

namespace {
/// An object, or a VM monitor.
struct Lock {
  const ThreadDump::LockObject *Object;
  StringRef SystemName;
};
} // namespace

namespace lock {
using Row = Lock;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LockColumns.def"
  };
  static const Table<Row, Asked> Is(
      "lock", "A lock that threads wait for or hold.", Columns);
  return Is;
}
} // namespace lock

const TableInfo &hprof::lockTable() { return lock::table(); }

std::unique_ptr<Rows> hprof::lockRow(const ThreadDump::LockObject &Of) {
  return ownRow(lock::table(), NothingAsked::value(), Lock{&Of, ""});
}

std::unique_ptr<Rows> hprof::lockRow(const ThreadDump::Monitor &Of) {
  static const ThreadDump::LockObject None;
  return Of.isSystem() ? ownRow(lock::table(), NothingAsked::value(),
                                Lock{&None, Of.SystemName})
                       : lockRow(Of.Object);
}

//===----------------------------------------------------------------------===//
// Awaited and held locks
//===----------------------------------------------------------------------===//

static StringRef kindOf(const ThreadDump::Wait &W) {
  static constexpr StringLiteral Kinds[] = {"blocked", "waiting", "parked"};
  return Kinds[unsigned(W.Kind)];
}

/// Returns the thread that \p Thread waits for, if known.
static Datum blockerOf(const ThreadReport &R, uint32_t Thread) {
  if (uint32_t By = R.Graph.threadBlocking(Thread); By != LockGraph::None)
    return threadRef(R.thread(By).ref());
  if (const auto &Owner = R.thread(Thread).WaitsFor->Owner)
    return threadRef(*Owner);
  return {};
}

namespace blocked {
using Row = uint32_t;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "WaitColumns.def"
  };
  static const Table<Row, Asked> Is(
      "thread-wait", "The lock or object that a thread waits for.", Columns);
  return Is;
}
} // namespace blocked

static const TableInfo &waitTable() { return blocked::table(); }

static Datum waitOf(const ThreadReport &R, uint32_t Thread) {
  if (!R.thread(Thread).WaitsFor)
    return {};
  return ownRow(blocked::table(), R, Thread);
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

namespace held_lock {
using Row = Held;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HeldLockColumns.def"
  };
  static const Table<Row, Asked> Is("held-lock", "A lock that a thread holds.",
                                    Columns);
  return Is;
}
} // namespace held_lock

static const TableInfo &heldLockTable() { return held_lock::table(); }

static Datum locksOf(const ThreadDump::Thread &T) {
  const size_t InFrames = T.Locks.size();
  const size_t Count = InFrames + T.Synchronizers.size();
  if (!Count)
    return {};
  return madeRows(held_lock::table(), NothingAsked::value(), Count,
                  [&T, InFrames](size_t I) {
                    return I < InFrames
                               ? Held{&T.Locks[I], &T.Locks[I].Object}
                               : Held{nullptr, &T.Synchronizers[I - InFrames]};
                  });
}

static std::optional<int32_t> depthOf(const HeapThreads::Local &L) {
  return L.Frame >= 0 ? std::optional(L.Frame) : std::nullopt;
}

namespace local {
using Row = HeapThreads::Local;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "LocalColumns.def"
  };
  static const Table<Row, Asked> Is(
      "thread-local",
      "An object that a thread keeps alive, through a frame or directly.",
      Columns);
  return Is;
}
} // namespace local

static const TableInfo &localTable() { return local::table(); }

static Datum localsOf(const ThreadReport &R, uint32_t Thread) {
  const HeapThreads::Facts *Of = R.Request.Locals ? R.ofHeap(Thread) : nullptr;
  if (!Of)
    return {};
  return rowsOf(local::table(), NothingAsked::value(), Of->Locals);
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

namespace thread {
using Row = uint32_t;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadColumns.def"
  };
  static const Table<Row, Asked> Is("thread", "A thread.", Columns);
  return Is;
}
} // namespace thread

const TableInfo &hprof::threadTable() { return thread::table(); }

std::unique_ptr<Rows> hprof::threadRows(const ThreadReport &R,
                                        ArrayRef<uint32_t> Threads) {
  return rowsOf(thread::table(), R, Threads);
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

static std::optional<int32_t> lineOf(const ThreadFrame &F) {
  return F.Line > 0 ? std::optional<int32_t>(F.Line) : std::nullopt;
}

namespace frame {
using Row = uint32_t;
using Asked = ThreadDump;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "FrameColumns.def"
  };
  static const Table<Row, Asked> Is("frame", "A frame of a stack.", Columns);
  return Is;
}
} // namespace frame

static const TableInfo &frameTable() { return frame::table(); }

static std::unique_ptr<Rows> framesOf(const StackGroup &G,
                                      const ThreadReport &R) {
  const ArrayRef<uint32_t> Frames = R.Dump.frames(R.thread(G.Threads.front()));
  const size_t Ignored =
      R.IsGrouped ? std::min<uint64_t>(R.Request.Ignore, Frames.size()) : 0;
  return rowsOf(frame::table(), R.Dump, Frames.drop_front(Ignored));
}

namespace stack {
using Row = StackGroup;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "StackColumns.def"
  };
  static const Table<Row, Asked> Is("stack", "Threads with the same stack.",
                                    Columns);
  return Is;
}
} // namespace stack

const TableInfo &hprof::stackTable() { return stack::table(); }

std::unique_ptr<Rows> hprof::stacksOf(const ThreadReport &R) {
  return rowsOf(stack::table(), R, R.shownGroups());
}

namespace stacks {
using Row = ThreadReport;
using Asked = ThreadRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "StackFactColumns.def"
  };
  static const Table<Row, Asked> Is("thread-stacks", "The threads of a dump.",
                                    Columns);
  return Is;
}
} // namespace stacks

StacksOfThreads::StacksOfThreads(const FileThreads &File,
                                 const ThreadRequest &Request)
    : Is(std::make_unique<const ThreadReport>(File, 0, Request)) {}

StacksOfThreads::~StacksOfThreads() = default;

std::unique_ptr<Rows> StacksOfThreads::facts() const {
  return oneRow(stacks::table(), Is->Request, *Is);
}
