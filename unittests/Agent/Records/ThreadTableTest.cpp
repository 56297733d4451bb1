//===- ThreadTableTest.cpp - Tests of the threads of an output ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Records/ThreadTable.h"
#include "Agent/LiveOutput.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class ThreadTableTest : public LiveOutput {
protected:
  jthread ref(FakeJvm::Thread &T) {
    return static_cast<jthread>(Vm.local(T.Java));
  }

  ThreadTable Threads{Ti, Out};
};
} // namespace

TEST_F(ThreadTableTest, StartAndEnd) {
  FakeJvm::Thread &T = Vm.addThread("worker");
  const ThreadTable::Entry E = Threads.started(Jni, ref(T));
  EXPECT_EQ(E.Serial, 200001u);
  EXPECT_EQ(E.Id, 0x50000000u);
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, E.Serial);
  Threads.ended(ref(T));
  Threads.ended(ref(T));
  const std::string R = records();
  EXPECT_EQ(countOf(R, "startThread"), 1u);
  EXPECT_EQ(countOf(R, "endThread: {threadSerial: 200001}"), 1u);
}

/// As with the thread that calls System.exit().
TEST_F(ThreadTableTest, ThreadThatRunsAfterItsEndIsNoOther) {
  FakeJvm::Thread &T = Vm.addThread("main");
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 200001u);
  EXPECT_EQ(Threads.ended(ref(T)), 200001u);
  EXPECT_FALSE(bool(Threads.find(Jni)));
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 200001u);
  {
    LocalFrame Refs(Jni);
    Expected<std::vector<ThreadTable::Live>> Live = Threads.live(Refs);
    ASSERT_TRUE(bool(Live));
    // The thread of this test.
    ASSERT_EQ(Live->size(), 1u);
    EXPECT_EQ((*Live)[0].Known.Serial, 200002u);
  }
  const std::string R = records();
  EXPECT_EQ(countOf(R, "startThread"), 2u);
  EXPECT_EQ(countOf(R, "endThread"), 1u);
}

TEST_F(ThreadTableTest, FindsThreadsThatRun) {
  Vm.addThread("a");
  FakeJvm::Thread &Known = Vm.addThread("b");
  Vm.addThread("gone").IsAlive = false;
  Threads.started(Jni, ref(Known));
  EXPECT_FALSE(bool(Threads.find(Jni)));
  Vm.addThread("later");
  {
    LocalFrame Refs(Jni);
    Expected<std::vector<ThreadTable::Live>> Live = Threads.live(Refs);
    ASSERT_TRUE(bool(Live));
    ASSERT_EQ(Live->size(), 3u);
    EXPECT_EQ((*Live)[0].Known.Serial, 200002u);
    EXPECT_EQ((*Live)[2].Known.Serial, 200001u);
    EXPECT_EQ((*Live)[1].Known.Id, 0x50000400u);
  }
  const std::string R = records();
  EXPECT_EQ(countOf(R, "startThread"), 3u);
  EXPECT_EQ(countOf(R, "name: gone"), 0u);
}

TEST_F(ThreadTableTest, GroupsWithoutParentsAndThreadsWithoutGroups) {
  FakeJvm::Thread &A = Vm.addThread("a"), &B = Vm.addThread("b");
  A.Java->Parent = Vm.group().Parent;
  B.Java->Parent = nullptr;
  Threads.started(Jni, ref(A));
  Threads.started(Jni, ref(B));
  const std::string R = records();
  EXPECT_EQ(countOf(R, "name: a, groupName: system}"), 1u) << R;
  EXPECT_EQ(countOf(R, "name: b}"), 1u) << R;
}

TEST_F(ThreadTableTest, ThreadThatEndsWhileItIsFound) {
  FakeJvm::Thread &T = Vm.addThread("brief");
  bool IsFirst = true;
  Vm.BeforeTi = [&](StringRef Name) {
    if (Name == "GetThreadInfo" && std::exchange(IsFirst, false))
      Vm.as(T, [&] { EXPECT_EQ(Threads.ended(ref(T)), 0u); });
  };
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 0u);
  EXPECT_FALSE(IsFirst);
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 0u);
  const std::string R = records();
  EXPECT_EQ(countOf(R, "startThread"), 0u);
  EXPECT_EQ(countOf(R, "endThread"), 0u);
}

TEST_F(ThreadTableTest, ThreadsAreNamedOnceEvenIfTheTagFails) {
  FakeJvm::Thread &T = Vm.addThread("worker");
  Threads.started(Jni, ref(T));
  Vm.failTi(1, JVMTI_ERROR_OUT_OF_MEMORY, "GetTag");
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 0u);
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 200001u);
  EXPECT_EQ(countOf(records(), "startThread"), 1u);
}

/// The start event of a thread arrives while another thread looks it up.
TEST_F(ThreadTableTest, ThreadThatStartsWhileItIsFound) {
  FakeJvm::Thread &T = Vm.addThread("worker");
  bool IsFirst = true;
  Vm.BeforeTi = [&](StringRef Name) {
    if (Name == "GetThreadInfo" && std::exchange(IsFirst, false))
      Vm.as(T, [&] { Threads.started(T, ref(T)); });
  };
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 200001u);
  EXPECT_EQ(countOf(records(), "startThread"), 1u);
}

TEST_F(ThreadTableTest, NothingIsKnownOnceTheOutputIsClosed) {
  Out.close();
  FakeJvm::Thread &T = Vm.addThread("worker");
  EXPECT_EQ(Threads.started(Jni, ref(T)).Serial, 0u);
  EXPECT_EQ(Threads.ended(ref(T)), 0u);
}

/// Ids of threads that do not fit below the heap are elsewhere.
TEST(Numbers, ThreadIds) {
  const uint32_t First = Numbers{}.ThreadSerials.Next;
  EXPECT_EQ(Numbers::threadId(First), 0x50000000u);
  EXPECT_EQ(Numbers::threadId(First + 0xfffff), 0x6ffffe00u);
  EXPECT_EQ(Numbers::threadId(First + 0x100000), 0xffff000020000000u);
  EXPECT_EQ(Numbers::threadId(UINT32_MAX),
            0xffff000000000000 + (UINT64_C(0xffffffff) - First) * 0x200);
}
