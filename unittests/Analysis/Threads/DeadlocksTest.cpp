//===- DeadlocksTest.cpp - Threads that wait for each other ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/Deadlocks.h"
#include "Analysis/Threads/Contention.h"
#include "MakeDump.h"
#include "hprof/Analysis/Threads/LockGraph.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A thread of a JSON dump.
struct Made {
  std::string Json;
  explicit Made(unsigned Id, StringRef Frame = "a.B.c(B.java:1)")
      : Json("{\"tid\": " + std::to_string(Id) + ", \"name\": \"t" +
             std::to_string(Id) + "\", \"stack\": [\"" + Frame.str() + "\"]") {}
  Made &member(StringRef Text) {
    Json += ", " + Text.str();
    return *this;
  }
  Made &owns(unsigned Lock) {
    return member("\"monitorsOwned\": [{\"depth\": 0, \"locks\": [\"a.L@" +
                  std::to_string(Lock) + "\"]}]");
  }
  Made &blocked(unsigned Lock) {
    return member("\"state\": \"BLOCKED\", \"blockedOn\": \"a.L@" +
                  std::to_string(Lock) + "\"");
  }
  Made &waits(unsigned Lock) {
    return member("\"state\": \"WAITING\", \"waitingOn\": \"a.L@" +
                  std::to_string(Lock) + "\"");
  }
  Made &parked(StringRef Class, std::optional<unsigned> Owner = std::nullopt) {
    return member("\"state\": \"WAITING\", \"parkBlocker\": {\"object\": \"" +
                  Class.str() + "@9\"" +
                  (Owner ? ", \"owner\": " + std::to_string(*Owner) : "") +
                  "}");
  }
};

ThreadDump dumpOf(ArrayRef<Made> Threads) {
  std::string All;
  for (const Made &T : Threads)
    All += (All.empty() ? "" : ", ") + T.Json + "}";
  return dumpOfThreads(All);
}
} // namespace

/// For example "[0,1]+2": the threads of the cycle, and the number of threads
/// waiting for them.
static std::string cycles(const ThreadDump &Dump) {
  const LockGraph Graph(Dump);
  std::string Out;
  for (const ThreadCycle &C : findDeadlocks(Graph).Cycles) {
    std::vector<uint32_t> Threads;
    Threads.reserve(C.Steps.size());
    for (const ThreadCycle::Step &S : C.Steps)
      Threads.push_back(S.Thread);
    Out += (Out.empty() ? "" : " ") + listed(Threads) +
           (C.Behind ? "+" + std::to_string(C.Behind) : "") +
           (C.IsFoundByVm ? " by VM" : "");
  }
  return Out;
}

static constexpr StringLiteral Fair =
    "java.util.concurrent.locks.ReentrantLock$FairSync";

TEST(Deadlocks, TwoMonitors) {
  EXPECT_EQ(cycles(dumpOf({Made(1), Made(2).owns(1).blocked(2),
                           Made(3).owns(2).blocked(1)})),
            "[1,2]");
}

TEST(Deadlocks, MonitorAndLock) {
  EXPECT_EQ(
      cycles(dumpOf({Made(1).owns(1).parked(Fair, 2), Made(2).blocked(1)})),
      "[0,1]");
}

/// A cycle begins with its first thread, in the order of waiting, and counts
/// the threads that wait for the cycle.
TEST(Deadlocks, LongCycle) {
  EXPECT_EQ(cycles(dumpOf({Made(1).blocked(3), Made(2).owns(2).blocked(1),
                           Made(3).owns(3).blocked(2),
                           Made(4).owns(1).blocked(3), Made(5).blocked(2)})),
            "[1,3,2]+2");
}

TEST(Deadlocks, SeveralCycles) {
  EXPECT_EQ(
      cycles(dumpOf({Made(1).owns(1).blocked(2), Made(2).owns(3).blocked(4),
                     Made(3).owns(2).blocked(1), Made(4).owns(4).blocked(3)})),
      "[0,2] [1,3]");
}

TEST(Deadlocks, ChainIsNone) {
  EXPECT_EQ(cycles(dumpOf({Made(1).owns(1), Made(2).owns(2).blocked(1),
                           Made(3).blocked(2)})),
            "");
}

/// Dumps list the monitor in whose wait() a thread is among its owned monitors.
TEST(Deadlocks, WaitedForIsNotOwned) {
  EXPECT_EQ(cycles(dumpOf({Made(1).owns(1).waits(1), Made(2).owns(2).blocked(1),
                           Made(3).owns(1).blocked(2)})),
            "[1,2]");
  EXPECT_EQ(cycles(dumpOf({Made(1).owns(1).blocked(1)})), "");
}

TEST(Deadlocks, OwnerNotRecorded) {
  auto Unowned = [](const ThreadDump &Dump) {
    const LockGraph Graph(Dump);
    const DeadlockReport R = findDeadlocks(Graph);
    EXPECT_TRUE(R.Cycles.empty());
    EXPECT_FALSE(R.HasNoLocks);
    EXPECT_EQ(R.isPossible(), !R.Unowned.empty());
    return R.Unowned.size();
  };
  EXPECT_EQ(Unowned(dumpOf({Made(1).parked(Fair)})), 1u);
  EXPECT_EQ(Unowned(dumpOf({Made(1).parked(
                "java.util.concurrent.locks.AbstractQueuedSynchronizer$"
                "ConditionObject")})),
            0u);
  EXPECT_EQ(Unowned(dumpOf(
                {Made(1).parked("java.util.concurrent.CountDownLatch$Sync")})),
            0u);
  EXPECT_EQ(Unowned(dumpOf({Made(1).parked("java.util.concurrent.ForkJoinPool"),
                            Made(2).waits(1)})),
            0u);
  // A thread that is missing from the dump.
  EXPECT_EQ(Unowned(dumpOf({Made(1).parked(Fair, 77)})), 1u);
  EXPECT_EQ(Unowned(dumpOf({Made(1).blocked(5)})), 1u);
}

/// For other synchronizers, the frames show whether a single thread owns them.
TEST(Deadlocks, OwnSynchronizers) {
  auto Dump = [](StringRef Method) {
    return dumpOfThreads(
        ("{\"tid\": 1, \"name\": \"t\", \"state\": \"WAITING\", "
         "\"parkBlocker\": {\"object\": \"app.Mutex@3\"}, \"stack\": "
         "[\"java.util.concurrent.locks.LockSupport.park(A.java:1)\", "
         "\"java.util.concurrent.locks.AbstractQueuedSynchronizer." +
         Method + "(A.java:2)\"]}")
            .str());
  };
  for (StringRef Method : {"acquire", "acquireInterruptibly"}) {
    const ThreadDump D = Dump(Method);
    EXPECT_EQ(findDeadlocks(LockGraph(D)).Unowned.size(), 1u);
  }
  const ThreadDump Shared = Dump("acquireShared");
  EXPECT_TRUE(findDeadlocks(LockGraph(Shared)).Unowned.empty());
}

/// JDK 19 to 24 record neither locks nor states, but do record frames.
TEST(Deadlocks, NoLocksInDump) {
  const ThreadDump Plain = dumpOf({Made(1), Made(2)});
  const DeadlockReport None = findDeadlocks(LockGraph(Plain));
  EXPECT_TRUE(None.HasNoLocks);
  EXPECT_FALSE(None.isPossible());
  const ThreadDump Parked = dumpOfThreads(
      "{\"tid\": \"1\", \"name\": \"t\", \"stack\": "
      "[\"java.base\\/jdk.internal.misc.Unsafe.park(Native Method)\", "
      "\"java.base\\/java.util.concurrent.locks.AbstractQueuedSynchronizer."
      "acquire(A.java:2)\"]}");
  const DeadlockReport R = findDeadlocks(LockGraph(Parked));
  EXPECT_TRUE(R.isPossible());
  EXPECT_EQ(listed(R.Acquiring), "[0]");
}

/// Sampled threads were not all recorded at the same moment.
TEST(Deadlocks, Sampled) {
  const ThreadDump D =
      dumpOf({Made(1).member("\"time\": \"2031-02-03T04:05:06.100Z\""),
              Made(2).member("\"time\": \"2031-02-03T04:05:06.250123Z\"")});
  EXPECT_EQ(findDeadlocks(LockGraph(D)).SampledMillis, 150u);
  const ThreadDump AtOnce =
      dumpOf({Made(1).member("\"time\": \"2031-02-03T04:05:06Z\""),
              Made(2).member("\"time\": \"2031-02-03T04:05:06Z\""), Made(3)});
  EXPECT_FALSE(findDeadlocks(LockGraph(AtOnce)).SampledMillis);
}

static constexpr StringLiteral Text = R"(Full thread dump VM (17 mixed mode):

"a" #1 prio=5 os_prio=0 tid=0x1 nid=0x1 waiting [0x0]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at a.B.c(B.java:1)
	- waiting to lock <0x10> (a a.L)

"b" #2 prio=5 os_prio=0 tid=0x2 nid=0x2 waiting [0x0]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at a.B.d(B.java:1)
	- waiting to lock <0x20> (a a.L)

Found one Java-level deadlock:
=============================
"a":
  waiting to lock monitor 0x1 (object 0x10, a a.L),
  which is held by "b"

"b":
  waiting to lock monitor 0x2 (object 0x20, a a.L),
  which is held by "a"

Java stack information for the threads listed above:
)";

/// The VM knows about monitors entered through JNI, which do not appear in
/// frames.
TEST(Deadlocks, OwnersFoundByVm) {
  EXPECT_EQ(cycles(dumpOfText(Text)), "[0,1]");
}

/// If the VM reports a deadlock but not what the threads wait for, the report
/// is trusted.
TEST(Deadlocks, FoundByVm) {
  ThreadDump D = dumpOf({Made(1), Made(2), Made(3)});
  ThreadDump::Deadlock &Cycle = D.Deadlocks.emplace_back();
  Cycle.Steps.resize(2);
  Cycle.Steps[0].Thread.Name = "t3";
  Cycle.Steps[1].Thread.Name = "t1";
  EXPECT_EQ(cycles(D), "[2,0] by VM");
}

/// Lists "lock:direct/all" for each lock: the numbers of direct and of all
/// waiters.
static std::string contention(const ThreadDump &Dump) {
  const LockGraph Graph(Dump);
  std::string Out;
  for (const ContendedLock &C : findContention(Graph))
    Out += (Out.empty() ? "" : " ") +
           std::to_string(*Graph.locks()[C.Lock].Of->Object.IdentityHash) +
           ":" + std::to_string(C.Direct) + "/" + std::to_string(C.InAll);
  return Out;
}

TEST(Contention, Chains) {
  EXPECT_EQ(contention(dumpOf({Made(1).owns(2).blocked(1), Made(2).owns(1),
                               Made(3).blocked(2), Made(4).blocked(2),
                               Made(5).waits(2)})),
            "1:1/3 2:2/2");
  EXPECT_EQ(contention(dumpOf({Made(1), Made(2).owns(1)})), "");
}

/// In a deadlock of two threads, each blocks the other, not itself.
TEST(Contention, Deadlock) {
  EXPECT_EQ(
      contention(dumpOf({Made(1).owns(1).blocked(2), Made(2).owns(2).blocked(1),
                         Made(3).blocked(1)})),
      "1:2/2 2:1/2");
}

TEST(Contention, UnknownOwner) {
  EXPECT_EQ(contention(dumpOf({Made(1).blocked(7), Made(2).blocked(7)})),
            "7:2/2");
}
