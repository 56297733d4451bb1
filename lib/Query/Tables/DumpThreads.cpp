//===- DumpThreads.cpp - Tables of a thread dump --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedTable.h"
#include "RecordedTables.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct FoundThread {
  uint64_t Number = 0;
  const ThreadDump::Thread *Is = nullptr;
};
struct FoundFrame {
  uint64_t Thread = 0, Number = 0;
  uint32_t Frame = 0;
};
struct FoundLock {
  uint64_t Thread = 0;
  std::optional<uint64_t> Frame;
  const ThreadDump::LockObject *Object = nullptr;
};
} // namespace

template <class T> static Datum orNull(const std::optional<T> &V) {
  return V ? Datum(*V) : Datum(Datum::Null());
}

static Datum containerOf(const ThreadDump &A, const ThreadDump::Thread &T) {
  return T.Container ? Datum(StringRef(A.Containers[*T.Container].Name))
                     : Datum(Datum::Null());
}

static Datum cpuSeconds(const ThreadDump::Thread &T) {
  return T.CpuNanos ? Datum(double(*T.CpuNanos) / 1e9) : Datum(Datum::Null());
}

static Datum waitClass(const ThreadDump::Thread &T) {
  return T.WaitsFor ? Datum(StringRef(T.WaitsFor->Object.ClassName))
                    : Datum(Datum::Null());
}

static Datum waitAddress(const ThreadDump::Thread &T) {
  return T.WaitsFor ? orNull(idUnlessNull(T.WaitsFor->Object.Address))
                    : Datum(Datum::Null());
}

static Datum waitOwner(const ThreadDump::Thread &T) {
  return T.WaitsFor && T.WaitsFor->Owner
             ? Datum(StringRef(T.WaitsFor->Owner->Name))
             : Datum(Datum::Null());
}

static const ThreadFrame &frame(const ThreadDump &A, const FoundFrame &R) {
  return A.Stacks.frame(R.Frame);
}

static Datum lineOf(const ThreadFrame &F) {
  return F.Line > 0 ? Datum(uint64_t(F.Line)) : Datum(Datum::Null());
}

HPROF_TABLE_BEGIN(threadTable, FoundThread, ThreadDump, "threads", "A thread.")
HPROF_COLUMN(Count, "number", ForAll, R.Number,
             "Number of the thread in the order of the dump, from 0.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(R.Is->Name), "Name of the thread.")
HPROF_NULLABLE(Number, "id", ForAll, orNull(R.Is->Id), "Java thread id.")
HPROF_NULLABLE(Number, "native_id", ForAll, orNull(R.Is->NativeId),
               "Native thread id.")
HPROF_COLUMN(Text, "state", ForAll, threadStateName(R.Is->State),
             "Thread state, such as WAITING.")
HPROF_NULLABLE(Flag, "daemon", ForAll, orNull(R.Is->IsDaemon),
               "Whether the thread is a daemon.")
HPROF_NULLABLE(Number, "priority", ForAll, orNull(R.Is->Priority),
               "Priority of the thread.")
HPROF_COLUMN(Flag, "virtual", ForAll, R.Is->IsVirtual,
             "Whether the thread is virtual.")
HPROF_COLUMN(Text, "group", ForAll, StringRef(R.Is->Group),
             "Name of the thread group; empty if unknown.")
HPROF_NULLABLE(Text, "container", ForAll, containerOf(A, *R.Is),
               "Name of the executor or scope to which the thread belongs.")
HPROF_COLUMN(Count, "frames", ForAll, A.frames(*R.Is).size(),
             "Number of stack frames.")
HPROF_NULLABLE(Real, "cpu_seconds", ForAll, cpuSeconds(*R.Is),
               "CPU time in seconds.")
HPROF_NULLABLE(Text, "waits_for", ForAll, waitClass(*R.Is),
               "Class of the object that the thread waits for.")
HPROF_NULLABLE(Id, "waits_for_address", ForAll, waitAddress(*R.Is),
               "Address of that object.")
HPROF_NULLABLE(Text, "owner", ForAll, waitOwner(*R.Is),
               "Name of the thread that owns that object.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(framesTable, FoundFrame, ThreadDump, "frames",
                  "A frame of a thread's stack.")
HPROF_COLUMN(Count, "thread", ForAll, R.Thread, "Number of the thread.")
HPROF_COLUMN(Count, "frame", ForAll, R.Number,
             "Position in the stack, from 0 for the innermost frame.")
HPROF_COLUMN(Text, "text", ForAll, frameText(frame(A, R), FrameStyle::Jstack),
             "Frame in the format of Java stack traces.")
HPROF_COLUMN(Text, "class", ForAll, StringRef(frame(A, R).ClassName),
             "Class of the method.")
HPROF_COLUMN(Text, "method", ForAll, StringRef(frame(A, R).Method),
             "Name of the method.")
HPROF_COLUMN(Text, "source", ForAll, StringRef(frame(A, R).SourceFile),
             "Name of the source file; empty if unknown.")
HPROF_NULLABLE(Count, "line", ForAll, lineOf(frame(A, R)),
               "Line number; null if unknown.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(lockTable, FoundLock, ThreadDump, "locks",
                  "A lock held by a thread.")
HPROF_COLUMN(Count, "thread", ForAll, R.Thread,
             "Number of the thread that holds the lock.")
HPROF_NULLABLE(Count, "frame", ForAll, R.Frame,
               "Position of the frame that acquired the lock; null for "
               "java.util.concurrent locks.")
HPROF_COLUMN(Text, "class", ForAll, StringRef(R.Object->ClassName),
             "Class of the lock's object.")
HPROF_NULLABLE(Id, "address", ForAll, idUnlessNull(R.Object->Address),
               "Address of the object.")
HPROF_TABLE_END

QueryTables hprof::threadTables(const std::shared_ptr<const ThreadDump> &Dump) {
  std::vector<FoundThread> Threads;
  std::vector<FoundFrame> Frames;
  std::vector<FoundLock> Locks;
  for (const ThreadDump::Thread &T : Dump->Threads) {
    const uint64_t Number = Threads.size();
    Threads.push_back({Number, &T});
    for (auto [I, F] : enumerate(Dump->frames(T)))
      Frames.push_back({Number, I, F});
    for (const ThreadDump::HeldLock &L : T.Locks)
      Locks.push_back({Number, L.Depth, &L.Object});
    for (const ThreadDump::LockObject &L : T.Synchronizers)
      Locks.push_back({Number, std::nullopt, &L});
  }
  QueryTables All;
  All.push_back(std::make_unique<FixedTable<FoundThread, ThreadDump>>(
      Dump, threadTable(), std::move(Threads)));
  All.push_back(std::make_unique<FixedTable<FoundFrame, ThreadDump>>(
      Dump, framesTable(), std::move(Frames)));
  All.push_back(std::make_unique<FixedTable<FoundLock, ThreadDump>>(
      Dump, lockTable(), std::move(Locks)));
  return All;
}
