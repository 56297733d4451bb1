//===- DumpTables.cpp - Tables of a thread dump ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpTables.h"
#include "ThreadTables.h"
#include "ThreadWords.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Convert/Formats.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

static constexpr uint32_t None = LockGraph::None;

static std::optional<uint64_t> threadsIn(const ThreadCounts &Counts,
                                         ThreadState State) {
  for (const auto &[S, Count] : Counts.States)
    if (S == State)
      return Count;
  return std::nullopt;
}

namespace state {
using Row = ThreadCounts;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadStateColumns.def"
  };
  static const Table<Row, Asked> Is(
      "thread-states", "Threads by state; only states that occur.", Columns);
  return Is;
}
} // namespace state

static const TableInfo &stateTable() { return state::table(); }

static std::unique_ptr<Rows> statesOf(const ThreadReport &R) {
  return oneRow(state::table(), NothingAsked::value(), R.Counts);
}

namespace state_count {
using Row = StateCount;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "StateCountColumns.def"
  };
  static const Table<Row, Asked> Is("thread-state-counts",
                                    "Threads in a state.", Columns);
  return Is;
}
} // namespace state_count

std::unique_ptr<Rows> hprof::stateCounts(ArrayRef<StateCount> All) {
  return rowsOf(state_count::table(), NothingAsked::value(), All);
}

//===----------------------------------------------------------------------===//
// Deadlocks
//===----------------------------------------------------------------------===//

static StringRef deadlockWord(const ThreadReport &R) {
  return !R.Deadlocks.Cycles.empty() ? "found"
         : R.Deadlocks.isPossible()  ? "possible"
         : !R.findsDeadlocks()       ? "unknown"
                                     : "none";
}

static Datum lockOf(const ThreadCycle::Step &S, const ThreadReport &R) {
  if (S.Lock != None)
    return lockRow(*R.Graph.locks()[S.Lock].Of);
  const ThreadDump::Thread &T = R.thread(S.Thread);
  return T.WaitsFor ? Datum(lockRow(T.WaitsFor->Object)) : Datum();
}

namespace cycle_step {
using Row = ThreadCycle::Step;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "CycleStepColumns.def"
  };
  static const Table<Row, Asked> Is("cycle-step", "A thread in a deadlock.",
                                    Columns);
  return Is;
}
} // namespace cycle_step

static const TableInfo &cycleStepTable() { return cycle_step::table(); }

static std::unique_ptr<Rows> stepsOf(const ThreadCycle &C,
                                     const ThreadReport &R) {
  return rowsOf(cycle_step::table(), R, C.Steps);
}

namespace cycle {
using Row = ThreadCycle;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "CycleColumns.def"
  };
  static const Table<Row, Asked> Is("cycle", "A deadlock.", Columns);
  return Is;
}
} // namespace cycle

static const TableInfo &cycleTable() { return cycle::table(); }

static std::unique_ptr<Rows> cyclesOf(const ThreadReport &R) {
  return rowsOf(cycle::table(), R, R.Deadlocks.Cycles);
}

static Datum statedOwnerOf(const LockGraph::Lock &L) {
  return L.Of->Owner ? Datum(threadRef(*L.Of->Owner)) : Datum();
}

namespace unowned {
using Row = uint32_t;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "UnownedLockColumns.def"
  };
  static const Table<Row, Asked> Is(
      "unowned-lock", "A lock whose owner is not in the dump.", Columns);
  return Is;
}
} // namespace unowned

static const TableInfo &unownedTable() { return unowned::table(); }

static std::unique_ptr<Rows> unownedOf(const ThreadReport &R) {
  return rowsOf(unowned::table(), R, R.Deadlocks.Unowned);
}

//===----------------------------------------------------------------------===//
// Contention
//===----------------------------------------------------------------------===//

static Datum ownerOf(const LockGraph::Lock &L, const ThreadReport &R) {
  return L.Owner == None ? Datum() : Datum(threadRef(R.thread(L.Owner).ref()));
}

static Prose ownerText(const LockGraph::Lock &L, const ThreadReport &R) {
  if (L.Owner == None)
    return L.Of->Owner ? ThreadWords::name(*L.Of->Owner) << " (not in the dump)"
                       : "(not recorded)";
  const ThreadWords Words(R.Dump);
  const ThreadDump::Thread &T = R.thread(L.Owner);
  Prose Out = Words.name(T);
  (Out << " ").name(ThreadWords::state(T));
  if (auto Place = Words.place(T))
    (Out << " in ").name(Words.frame(*Place));
  return Out;
}

namespace contention {
using Row = ContendedLock;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ContentionColumns.def"
  };
  static const Table<Row, Asked> Is("contended-lock",
                                    "A lock that threads wait for.", Columns);
  return Is;
}
} // namespace contention

static const TableInfo &contentionTable() { return contention::table(); }

std::unique_ptr<Rows> hprof::contentionRows(const ThreadReport &R,
                                            ArrayRef<ContendedLock> Shown) {
  return rowsOf(contention::table(), R, Shown);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static Datum parentOf(const ThreadDump &Dump, uint32_t Container) {
  const std::optional<uint32_t> Parent = Dump.Containers[Container].Parent;
  return Parent ? Datum(StringRef(Dump.Containers[*Parent].Name))
                : Datum(Datum::Null());
}

namespace thread_id {
using Row = uint64_t;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Number, "", ForJson, R, "Id of a thread.")};
  static const Table<Row, Asked> Is("thread-id", "A thread.", Columns);
  return Is;
}
} // namespace thread_id

static const TableInfo &threadIdTable() { return thread_id::table(); }

static std::unique_ptr<Rows> idsOf(const ContainerTree::Node &N,
                                   const ThreadDump &Dump) {
  std::vector<uint64_t> Ids;
  for (uint32_t T : N.Threads)
    if (Dump.Threads[T].Id)
      Ids.push_back(*Dump.Threads[T].Id);
  return madeRows(thread_id::table(), NothingAsked::value(), Ids.size(),
                  [Ids](size_t I) { return Ids[I]; });
}

namespace container {
using Row = uint32_t;
using Asked = ThreadReport;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ContainerColumns.def"
  };
  static const Table<Row, Asked> Is("thread-container",
                                    "An executor or a scope.", Columns);
  return Is;
}
} // namespace container

static const TableInfo &containerTable() { return container::table(); }

static std::unique_ptr<Rows> containersOf(const ThreadReport &R) {
  return madeRows(container::table(), R, R.Dump.Containers.size(),
                  [](size_t I) { return uint32_t(I); });
}

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

namespace dump {
using Row = ThreadReport;
using Asked = ThreadRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadDumpColumns.def"
  };
  static const Table<Row, Asked> Is(
      "thread-dump",
      "A thread dump; values that it does not record are absent.", Columns);
  return Is;
}
} // namespace dump

static const TableInfo &dumpTable() { return dump::table(); }

/// Only one report is in memory at a time.
static std::unique_ptr<Rows> dumpsOf(const FileThreads &File,
                                     const ThreadRequest &Request) {
  return std::make_unique<RowsOf<ThreadReport, ThreadRequest>>(
      dump::table(), Request,
      [&File, &Request, Next = size_t(0),
       Now = std::shared_ptr<const ThreadReport>()]() mutable {
        Now.reset();
        if (Next != File.Dumps.size())
          Now = std::make_shared<const ThreadReport>(File, Next++, Request);
        return Now.get();
      });
}

namespace file {
using Row = FileThreads;
using Asked = ThreadRequest;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ThreadFileColumns.def"
  };
  static const Table<Row, Asked> Is("thread-file", "A file.", Columns);
  return Is;
}
} // namespace file

const TableInfo &hprof::threadFileTable() { return file::table(); }

std::unique_ptr<Rows> hprof::threadFileRows(ArrayRef<FileThreads> Files,
                                            const ThreadRequest &Request) {
  return rowsOf(file::table(), Request, Files);
}
