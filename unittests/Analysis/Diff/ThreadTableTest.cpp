//===- ThreadTableTest.cpp - Tests of comparing thread dumps --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Diff/ThreadTable.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static void addThread(ThreadDump &D, StringRef Name, ThreadState State) {
  ThreadDump::Thread &T = D.Threads.emplace_back();
  T.Name = Name.str();
  T.State = State;
  T.Id = D.Threads.size();
}

TEST(ThreadTable, NumbersInNamesDoNotMatter) {
  EXPECT_EQ(stableThreadName("pool-1-thread-12"), "pool-#-thread-#");
  EXPECT_EQ(stableThreadName("http-8080"), "http-#");
  EXPECT_EQ(stableThreadName("main"), "main");
  EXPECT_EQ(stableThreadName(""), "");
}

TEST(ThreadTable, ThreadsAreCountedByNameAndState) {
  ThreadDump D[2];
  addThread(D[0], "worker-1", ThreadState::Runnable);
  addThread(D[1], "worker-1", ThreadState::Blocked);
  addThread(D[1], "worker-2", ThreadState::Parked);
  addThread(D[1], "", ThreadState::TimedWaiting);
  addThread(D[1], "GC Thread#0", ThreadState::Runnable);
  D[1].Threads.back().IsInternal = true;
  ChangeTable T = compareThreads(D);
  ASSERT_EQ(T.rows().size(), 2u);
  const ChangeTable::Row &None = T.rows()[0], &Worker = T.rows()[1];
  EXPECT_EQ(None.Key, "(no name)");
  EXPECT_EQ(T.after(None, *T.measure("waiting")), 1u);
  EXPECT_EQ(Worker.Key, "worker-#");
  EXPECT_EQ(T.change(Worker, *T.measure("threads")), 1);
  EXPECT_EQ(T.change(Worker, *T.measure("runnable")), -1);
  EXPECT_EQ(T.change(Worker, *T.measure("blocked")), 1);
  EXPECT_EQ(T.change(Worker, *T.measure("waiting")), 1);
}
