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

HPROF_TABLE_BEGIN(stateTable, ThreadCounts, NothingAsked, "thread-states",
                  "Threads by state; only states that occur.")
#define HPROF_THREAD_STATE(NAME, TEXT, J9)                                     \
  HPROF_OPTIONAL(Count, TEXT, ForJson, threadsIn(R, ThreadState::NAME),        \
                 "Threads in this state.")
#include "hprof/Format/Thread/ThreadStates.def"
HPROF_TABLE_END

static std::unique_ptr<Rows> statesOf(const ThreadReport &R) {
  return oneRow(stateTable(), NothingAsked::value(), R.Counts);
}

HPROF_TABLE_BEGIN(stateCountTable, StateCount, NothingAsked,
                  "thread-state-counts", "Threads in a state.")
HPROF_COLUMN(Count, "threads", ForText, R.Threads, "Threads in this state.")
HPROF_COLUMN(Text, "state", ForText, R.State, "The state.")
HPROF_TABLE_END

std::unique_ptr<Rows> hprof::stateCounts(ArrayRef<StateCount> All) {
  return rowsOf(stateCountTable(), NothingAsked::value(), All);
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

HPROF_TABLE_BEGIN(cycleStepTable, ThreadCycle::Step, ThreadReport, "cycle-step",
                  "A thread in a deadlock.")
HPROF_NESTED(Record, &threadRefTable(), "thread", ForJson,
             threadRef(A.thread(R.Thread).ref()), "The thread.")
HPROF_NESTED_OPTIONAL(Record, &lockTable(), "lock", ForJson, lockOf(R, A),
                      "Lock that the thread waits for.")
HPROF_TABLE_END

static std::unique_ptr<Rows> stepsOf(const ThreadCycle &C,
                                     const ThreadReport &R) {
  return rowsOf(cycleStepTable(), R, C.Steps);
}

HPROF_TABLE_BEGIN(cycleTable, ThreadCycle, ThreadReport, "cycle", "A deadlock.")
HPROF_COLUMN(Flag, "found_by_vm", ForJson, R.IsFoundByVm,
             "True if only the VM's own search found the deadlock.")
HPROF_COLUMN(Count, "threads_behind", ForJson, R.Behind,
             "Number of other threads waiting for threads in the deadlock.")
HPROF_NESTED(List, &cycleStepTable(), "steps", ForJson, stepsOf(R, A),
             "Threads in the cycle: each waits for a lock held by the next, "
             "the last for one held by the first.")
HPROF_TABLE_END

static std::unique_ptr<Rows> cyclesOf(const ThreadReport &R) {
  return rowsOf(cycleTable(), R, R.Deadlocks.Cycles);
}

static Datum statedOwnerOf(const LockGraph::Lock &L) {
  return L.Of->Owner ? Datum(threadRef(*L.Of->Owner)) : Datum();
}

HPROF_TABLE_BEGIN(unownedTable, uint32_t, ThreadReport, "unowned-lock",
                  "A lock whose owner is not in the dump.")
HPROF_NESTED(Record, &lockTable(), "lock", ForJson,
             lockRow(*A.Graph.locks()[R].Of), "The lock.")
HPROF_NESTED_OPTIONAL(Record, &threadRefTable(), "owner_not_in_dump", ForJson,
                      statedOwnerOf(A.Graph.locks()[R]),
                      "Owner that the dump names but does not contain.")
HPROF_NESTED(List, &threadRefTable(), "blocked", ForJson,
             threadRefs(A.Dump, A.Graph.locks()[R].Blocked),
             "Threads waiting for the lock.")
HPROF_TABLE_END

static std::unique_ptr<Rows> unownedOf(const ThreadReport &R) {
  return rowsOf(unownedTable(), R, R.Deadlocks.Unowned);
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

HPROF_TABLE_BEGIN(contentionTable, ContendedLock, ThreadReport,
                  "contended-lock", "A lock that threads wait for.")
HPROF_NESTED(Record, &lockTable(), "lock", ForJson,
             lockRow(*A.Graph.locks()[R.Lock].Of), "The lock.")
HPROF_COLUMN(Count, "blocked", ForText | ForJson, R.Direct,
             "Number of threads waiting for the lock.")
HPROF_TITLED("in all", Count, "blocked_in_all", ForText | ForJson, R.InAll,
             "Number of threads waiting for the lock, directly or indirectly.")
HPROF_COLUMN(Text, "lock", ForText,
             ThreadWords::lock(*A.Graph.locks()[R.Lock].Of), "For display.")
HPROF_NESTED_OPTIONAL(Record, &threadRefTable(), "owner", ForJson,
                      ownerOf(A.Graph.locks()[R.Lock], A),
                      "Owner of the lock, if it is in the dump.")
HPROF_TITLED("held by", Text, "owner", ForText,
             ownerText(A.Graph.locks()[R.Lock], A), "For display.")
HPROF_NESTED(List, &threadRefTable(), "threads", ForJson,
             threadRefs(A.Dump, A.Graph.locks()[R.Lock].Blocked),
             "Threads waiting for the lock.")
HPROF_TABLE_END

std::unique_ptr<Rows> hprof::contentionRows(const ThreadReport &R,
                                            ArrayRef<ContendedLock> Shown) {
  return rowsOf(contentionTable(), R, Shown);
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

static Datum parentOf(const ThreadDump &Dump, uint32_t Container) {
  const std::optional<uint32_t> Parent = Dump.Containers[Container].Parent;
  return Parent ? Datum(StringRef(Dump.Containers[*Parent].Name))
                : Datum(Datum::Null());
}

HPROF_TABLE_BEGIN(threadIdTable, uint64_t, NothingAsked, "thread-id",
                  "A thread.")
HPROF_COLUMN(Number, "", ForJson, R, "Id of a thread.")
HPROF_TABLE_END

static std::unique_ptr<Rows> idsOf(const ContainerTree::Node &N,
                                   const ThreadDump &Dump) {
  std::vector<uint64_t> Ids;
  for (uint32_t T : N.Threads)
    if (Dump.Threads[T].Id)
      Ids.push_back(*Dump.Threads[T].Id);
  return madeRows(threadIdTable(), NothingAsked::value(), Ids.size(),
                  [Ids](size_t I) { return Ids[I]; });
}

HPROF_TABLE_BEGIN(containerTable, uint32_t, ThreadReport, "thread-container",
                  "An executor or a scope.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(A.Dump.Containers[R].Name),
             "Name of the container.")
HPROF_NULLABLE(Text, "parent", ForJson, parentOf(A.Dump, R),
               "Name of the parent container, or null.")
HPROF_OPTIONAL(Number, "owner", ForJson, A.Dump.Containers[R].OwnerId,
               "Id of the owner thread.")
HPROF_COLUMN(Count, "thread_count", ForJson,
             A.Tree->nodes()[R].Threads.size() + A.Tree->nodes()[R].Missing,
             "Number of threads in the container.")
HPROF_COLUMN(Count, "threads_not_listed", ForJson, A.Tree->nodes()[R].Missing,
             "Number of threads in the container that the dump does not list.")
HPROF_NESTED(List, &threadIdTable(), "threads", ForJson,
             idsOf(A.Tree->nodes()[R], A.Dump),
             "Ids of the threads in the container.")
HPROF_TABLE_END

static std::unique_ptr<Rows> containersOf(const ThreadReport &R) {
  return madeRows(containerTable(), R, R.Dump.Containers.size(),
                  [](size_t I) { return uint32_t(I); });
}

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(dumpTable, ThreadReport, ThreadRequest, "thread-dump",
                  "A thread dump; values that it does not record are absent.")
HPROF_COLUMN(Number, "number", ForJson, R.Number + 1,
             "Number of the dump in the file, from 1.")
HPROF_OPTIONAL(Text, "vm_version", ForJson, unlessEmpty(R.Dump.VmVersion),
               "Version of the VM.")
HPROF_OPTIONAL(Text, "time", ForJson, unlessEmpty(R.Dump.Time),
               "Time of the dump, as written in it.")
HPROF_OPTIONAL(Number, "process_id", ForJson, R.Dump.ProcessId, "Process id.")
HPROF_OPTIONAL(Text, "event", ForJson, unlessEmpty(R.Dump.Event),
               "Reason for the dump.")
HPROF_COLUMN(Count, "thread_count", ForJson, R.Counts.All, "Number of threads.")
HPROF_COLUMN(Count, "virtual_threads", ForJson, R.Counts.Virtual,
             "Number of virtual threads.")
HPROF_COLUMN(Count, "carriers", ForJson, R.Counts.Carriers,
             "Number of carriers that run a virtual thread.")
HPROF_COLUMN(Count, "vm_threads", ForJson, R.Counts.Internal,
             "Number of VM-internal threads.")
HPROF_COLUMN(Count, "threads_not_listed", ForJson, R.Counts.NotListed,
             "Number of threads that the dump counts but does not list.")
HPROF_NESTED(Record, &stateTable(), "states", ForJson, statesOf(R),
             "Threads by state, without VM-internal ones.")
HPROF_COLUMN(Texts, "notes", ForJson, R.Notes,
             "Notes about information that is missing from the dump.")
HPROF_WORD_IF(
    A.Deadlocks || A.Summary, "found|possible|unknown|none", "deadlock",
    ForJson, deadlockWord(R),
    "Possible: the owner of a lock that threads wait for is not recorded or, "
    "for monitors in a heap dump, the objects in frames allow a deadlock. "
    "Unknown: no locks are recorded, or lines could not be parsed.")
HPROF_COLUMN_IF(A.Deadlocks || A.Summary, Count, "threads_not_understood",
                ForJson, R.Deadlocks.UnreadThreads,
                "Number of threads that may wait for something in lines that "
                "could not be parsed, so a deadlock would be missed.")
HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(A.Deadlocks || A.Summary), Number,
                    "sampled_within_ms", ForJson, true, "", "", nullptr, false,
                    R.Deadlocks.SampledMillis,
                    "Time in which threads were sampled one after another, in "
                    "milliseconds: a deadlock is probable, not certain.")
HPROF_NESTED_IF(A.Deadlocks || A.Summary, List, &cycleTable(), "deadlocks",
                ForJson, cyclesOf(R), "Threads that wait for each other.")
HPROF_NESTED_IF(A.Deadlocks || A.Summary, List, &threadRefTable(),
                "in_class_initializers", ForJson,
                threadRefs(R.Dump, R.Deadlocks.Initializing),
                "Threads that may wait for another waiting thread to "
                "initialize a class, which the dump does not name.")
HPROF_NESTED_IF(
    A.Deadlocks || A.Summary, List, &unownedTable(), "locks_without_owner",
    ForJson, unownedOf(R),
    "Locks that threads wait for, but whose owner is not in the dump.")
HPROF_NESTED_IF(A.Deadlocks || A.Summary, List, &threadRefTable(),
                "waiting_for_unknown_lock", ForJson,
                threadRefs(R.Dump, R.Deadlocks.Acquiring),
                "Threads that, judging by their states or frames, wait for a "
                "lock that the dump does not record.")
HPROF_NESTED_IF(A.Deadlocks || A.Summary, List, &threadRefTable(),
                "may_wait_for_each_other", ForJson,
                threadRefs(R.Dump, R.Deadlocks.InFrames
                                       ? llvm::ArrayRef(*R.Deadlocks.InFrames)
                                       : llvm::ArrayRef<uint32_t>()),
                "For heap dumps: threads that, judging by the objects in their "
                "frames, may wait for each other's monitors.")
HPROF_COLUMN_IF(A.Contention || A.Summary, Flag, "locks_recorded", ForJson,
                R.Deadlocks.RecordsLocks,
                "False if the dump records no locks; contention is then empty, "
                "whether or not threads wait.")
HPROF_NESTED_IF(A.Contention || A.Summary, List, &contentionTable(),
                "contention", ForJson, contentionRows(R, R.Contention),
                "Contended locks, those with the most blocked threads first.")
HPROF_NESTED_IF(A.Tree, List, &containerTable(), "containers", ForJson,
                containersOf(R),
                "Executors and scopes, parents before their children.")
#include "StackFactColumns.def"
HPROF_TABLE_END

/// Only one report is in memory at a time.
static std::unique_ptr<Rows> dumpsOf(const FileThreads &File,
                                     const ThreadRequest &Request) {
  return std::make_unique<RowsOf<ThreadReport, ThreadRequest>>(
      dumpTable(), Request,
      [&File, &Request, Next = size_t(0),
       Now = std::shared_ptr<const ThreadReport>()]() mutable {
        Now.reset();
        if (Next != File.Dumps.size())
          Now = std::make_shared<const ThreadReport>(File, Next++, Request);
        return Now.get();
      });
}

HPROF_TABLE_BEGIN(fileTable, FileThreads, ThreadRequest, "thread-file",
                  "A file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.File), "Name of the input.")
HPROF_COLUMN(Text, "format", ForJson, formatInfo(R.Kind).Name,
             "Format, as named by hprof-convert.")
HPROF_NESTED(List, &dumpTable(), "dumps", ForJson, dumpsOf(R, A),
             "Thread dumps in the file.")
HPROF_TABLE_END

const TableInfo &hprof::threadFileTable() { return fileTable(); }

std::unique_ptr<Rows> hprof::threadFileRows(ArrayRef<FileThreads> Files,
                                            const ThreadRequest &Request) {
  return rowsOf(fileTable(), Request, Files);
}
