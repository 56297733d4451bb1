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

namespace thread {
using Row = FoundThread;
using Asked = ThreadDump;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "DumpThreads.def"
  };
  static const Table<Row, Asked> Is("threads", "A thread.", Columns);
  return Is;
}
} // namespace thread

namespace frames {
using Row = FoundFrame;
using Asked = ThreadDump;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "DumpFrames.def"
  };
  static const Table<Row, Asked> Is("frames", "A frame of a thread's stack.",
                                    Columns);
  return Is;
}
} // namespace frames

namespace lock {
using Row = FoundLock;
using Asked = ThreadDump;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "DumpLocks.def"
  };
  static const Table<Row, Asked> Is("locks", "A lock held by a thread.",
                                    Columns);
  return Is;
}
} // namespace lock

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
      Dump, thread::table(), std::move(Threads)));
  All.push_back(std::make_unique<FixedTable<FoundFrame, ThreadDump>>(
      Dump, frames::table(), std::move(Frames)));
  All.push_back(std::make_unique<FixedTable<FoundLock, ThreadDump>>(
      Dump, lock::table(), std::move(Locks)));
  return All;
}
