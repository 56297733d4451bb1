//===- JstackReaderTest.cpp - Tests of thread dumps in text ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/ThreadText/JstackReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
struct Result {
  std::vector<ThreadDump> Dumps;
  std::string Error;
  std::vector<std::string> Damage;
};
} // namespace

static Result read(StringRef Text, size_t Window = 0) {
  Result R;
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "t", Window);
  Expected<std::vector<ThreadDump>> Dumps =
      readJstack(*In, [&](const Damage &D) { R.Damage.push_back(D.What); });
  if (Dumps)
    R.Dumps = std::move(*Dumps);
  else
    R.Error = toString(Dumps.takeError());
  return R;
}

static ThreadDump readOne(StringRef Text) {
  Result R = read(Text);
  EXPECT_EQ(R.Error, "");
  EXPECT_THAT(R.Damage, IsEmpty());
  EXPECT_EQ(R.Dumps.size(), 1u);
  return R.Dumps.empty() ? ThreadDump() : std::move(R.Dumps.front());
}

static std::string methods(const ThreadDump &D, size_t Thread) {
  std::string Text;
  for (uint32_t N : D.frames(D.Threads.at(Thread)))
    Text += (Text.empty() ? "" : " ") + D.Stacks.frame(N).Method;
  return Text;
}

TEST(Jstack, ReadsThreadsOfJdk25) {
  const ThreadDump D = readOne(
      "2026-11-21 01:32:58\n"
      "Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9 mixed mode):\n\n"
      "Threads class SMR info:\n"
      "_java_thread_list=0x1, length=1, elements={\n0x00007fb6e80996b0\n"
      "}\n\n"
      "\"holder \"q\" #2 prio=\" #16 [24224] daemon prio=5 os_prio=0 "
      "cpu=0.24ms elapsed=13.92s tid=0x00007fb6e80996b0 nid=24225 waiting on "
      "condition  [0x00007fb6ede3c000]\n"
      "   java.lang.Thread.State: TIMED_WAITING (sleeping)\n"
      "\tat java.lang.Thread.sleep(java.base@25.0.3/Native Method)\n"
      "\tat T.run(T.java:10)\n"
      "\t- locked <0x00000000fd687440> (a java.lang.Object)\n"
      "\t- eliminated <owner is scalar replaced> (a T$Lock)\n"
      "\t- locked <no locals available>\n"
      "\n   Locked ownable synchronizers:\n\t- None\n\n"
      "\"VM Thread\" os_prio=0 cpu=1.5s elapsed=2.0s tid=0x7 nid=0x1f "
      "runnable\n\n"
      "JNI global refs: 20, weak refs: 0\n");
  EXPECT_EQ(D.VmVersion, "OpenJDK 64-Bit Server VM (25.0.3+9 mixed mode)");
  EXPECT_EQ(D.Time, "2026-11-21 01:32:58");
  EXPECT_EQ(D.Millis, 1795224778000u);
  ASSERT_EQ(D.Threads.size(), 2u);
  const ThreadDump::Thread &T = D.Threads[0];
  EXPECT_EQ(T.Name, "holder \"q\" #2 prio=");
  EXPECT_EQ(T.Id, 16u);
  EXPECT_EQ(T.NativeId, 24225u);
  EXPECT_EQ(T.IsDaemon, true);
  EXPECT_EQ(T.Priority, 5);
  EXPECT_EQ(T.CpuNanos, 240000u);
  EXPECT_EQ(T.VmThread, 0x7fb6e80996b0u);
  EXPECT_EQ(T.StateText, "waiting on condition");
  EXPECT_EQ(T.State, ThreadState::TimedWaiting);
  EXPECT_EQ(methods(D, 0), "sleep run");
  ASSERT_EQ(T.Locks.size(), 2u);
  EXPECT_EQ(T.Locks[0].Depth, 1u);
  EXPECT_EQ(T.Locks[0].Object.Address, 0xfd687440u);
  EXPECT_EQ(T.Locks[0].Object.ClassName, "java.lang.Object");
  EXPECT_TRUE(T.Locks[1].IsEliminated);
  EXPECT_EQ(T.Locks[1].Object.ClassName, "T$Lock");
  EXPECT_TRUE(T.isJava());
  EXPECT_TRUE(D.Threads[1].IsInternal);
  EXPECT_FALSE(D.Threads[1].isJava());
  EXPECT_EQ(D.Threads[1].NativeId, 0x1fu);
  EXPECT_EQ(D.Threads[1].CpuNanos, 1500000000u);
}

/// These dumps have no thread numbers.
TEST(Jstack, ReadsThreadsOfOlderJdks) {
  const ThreadDump D =
      readOne("Full thread dump Java HotSpot(TM) Server VM (14.0 mixed mode):\n"
              "\"main\" prio=10 tid=0x08937800 nid=0x5e9f runnable "
              "[0xb69ca000..0xb69cb1e8]\n"
              "   java.lang.Thread.State: RUNNABLE\n"
              "\tat a.B.c(B.java:1)\n");
  ASSERT_EQ(D.Threads.size(), 1u);
  EXPECT_EQ(D.Threads[0].Name, "main");
  EXPECT_EQ(D.Threads[0].Id, std::nullopt);
  EXPECT_EQ(D.Threads[0].IsDaemon, false);
  EXPECT_EQ(D.Threads[0].StateText, "runnable");
  EXPECT_EQ(D.Threads[0].State, ThreadState::Runnable);
  EXPECT_TRUE(D.Threads[0].isJava());
}

TEST(Jstack, WhatThreadsWaitFor) {
  const ThreadDump D =
      readOne("Full thread dump VM:\n"
              "\"a\" #1 tid=0x1 nid=0x1 x\n\tat a.B.c(B.java:1)\n"
              "\t- waiting on <0x0000000a> (a java.lang.Class for a.B)\n"
              "\"b\" #2 tid=0x2 nid=0x2 x\n\tat a.B.c(B.java:1)\n"
              "\t- waiting to lock <0x0000000b> (a a.Lock)\n"
              "\"c\" #3 tid=0x3 nid=0x3 x\n\tat a.B.c(B.java:1)\n"
              "\t- waiting to re-lock in wait() <0x0000000c> (a a.Lock)\n"
              "\"d\" #4 tid=0x4 nid=0x4 x\n\tat a.B.c(B.java:1)\n"
              "\t- parking to wait for  <0x0000000d> (a a.Sync)\n"
              "\"e\" #5 tid=0x5 nid=0x5 x\n\tat a.B.c(B.java:1)\n\n"
              "   Locked ownable synchronizers:\n\t- <0x0000000d> (a a.Sync)\n"
              "\"f\" #6 daemon tid=0x6  [0x7]\n   Carrying virtual thread #23\n"
              "\tat a.B.c(B.java:1)\n");
  const auto Wait = [&](size_t I) { return *D.Threads.at(I).WaitsFor; };
  using Kind = ThreadDump::WaitKind;
  EXPECT_EQ(Wait(0).Kind, Kind::Waiting);
  EXPECT_EQ(Wait(0).Object.ClassName, "java.lang.Class");
  EXPECT_EQ(Wait(1).Kind, Kind::Blocked);
  EXPECT_EQ(Wait(1).Object.Address, 0xbu);
  EXPECT_EQ(Wait(2).Kind, Kind::Blocked);
  EXPECT_EQ(Wait(3).Kind, Kind::Parked);
  ASSERT_TRUE(Wait(3).Owner);
  EXPECT_EQ(Wait(3).Owner->Name, "e");
  EXPECT_EQ(D.Threads[4].Synchronizers.at(0).ClassName, "a.Sync");
  EXPECT_EQ(D.Threads.at(5).CarriedId, 23u);
  EXPECT_TRUE(D.Threads[5].isJava());
}

/// The frames after "Mounted" belong to the virtual thread, the synchronizers
/// to its carrier.
TEST(Jstack, MountedVirtualThreads) {
  const ThreadDump D =
      readOne("Full thread dump VM (25):\n\n"
              "\"worker\" #22 [9] daemon prio=5 tid=0x1  [0x2]\n"
              "   Carrying virtual thread #23\n"
              "\tat a.B.carry(B.java:1)\n"
              "   Mounted virtual thread #23\n"
              "\tat a.B.run(B.java:2)\n"
              "\t- locked <0x10> (a a.L)\n\n"
              "   Locked ownable synchronizers:\n\t- <0x20> (a a.S)\n\n"
              "\"next\" #24 prio=5 tid=0x3 nid=0x3 runnable\n"
              "   Locked ownable synchronizers:\n\t- <0x30> (a a.S)\n\n");
  ASSERT_EQ(D.Threads.size(), 3u);
  EXPECT_EQ(D.Threads[0].CarriedId, 23u);
  EXPECT_EQ(methods(D, 0), "carry");
  ASSERT_EQ(D.Threads[0].Synchronizers.size(), 1u);
  EXPECT_EQ(D.Threads[0].Synchronizers[0].Address, 0x20u);
  EXPECT_TRUE(D.Threads[1].IsVirtual);
  EXPECT_EQ(D.Threads[1].Id, 23u);
  EXPECT_EQ(D.Threads[1].CarrierId, 22u);
  EXPECT_EQ(methods(D, 1), "run");
  EXPECT_EQ(D.Threads[1].Locks.size(), 1u);
  EXPECT_TRUE(D.Threads[1].Synchronizers.empty());
  ASSERT_EQ(D.Threads[2].Synchronizers.size(), 1u);
}

/// JDK 17 prints the name elsewhere.
TEST(Jstack, TheSamplerOfAFlightRecordingHasNoName) {
  const Result R =
      read("Full thread dump OpenJDK 64-Bit Server VM (17):\n\n"
           "\"a\" #1 prio=5 tid=0x1 nid=0x1 runnable  [0x2]\n"
           "   java.lang.Thread.State: RUNNABLE\n"
           "\tat a.B.c(B.java:1)\n\n"
           "os_prio=0 cpu=5.23ms elapsed=0.53s tid=0x5 nid=0x75f3 runnable  \n"
           "\"GC Thread#1\" os_prio=0 tid=0x6 nid=0x7 runnable  \n\n");
  EXPECT_THAT(R.Damage, ElementsAre());
  const ThreadDump &D = R.Dumps.at(0);
  ASSERT_EQ(D.Threads.size(), 3u);
  EXPECT_EQ(methods(D, 0), "c");
  EXPECT_EQ(D.Threads[1].Name, "");
  EXPECT_EQ(D.Threads[1].VmThread, 5u);
  EXPECT_EQ(D.Threads[1].CpuNanos, 5230000u);
  EXPECT_TRUE(D.Threads[1].IsInternal);
  EXPECT_EQ(D.Threads[2].Name, "GC Thread#1");
}

TEST(Jstack, TheDeadlocksThatTheVmFound) {
  const ThreadDump D = readOne(
      "Full thread dump VM:\n"
      "\"a\" #1 tid=0x1 nid=0x1 x\n\tat a.B.c(B.java:1)\n\n"
      "\"b\" #2 tid=0x2 nid=0x2 x\n\tat a.B.c(B.java:1)\n\n"
      "Found one Java-level deadlock:\n=============================\n"
      "\"a\":\n  waiting to lock monitor 0x9 (object 0x0000000b, a a.Lock),\n"
      "  which is held by \"b\"\n\"b\":\n  waiting for ownable synchronizer "
      "0x0000000c, (a a.Sync),\n  which is held by \"a\"\n\n"
      "Java stack information for the threads listed above:\n"
      "===================================================\n"
      "\"a\":\n\tat a.B.other(B.java:1)\n\nFound 1 deadlock.\n");
  ASSERT_EQ(D.Threads.size(), 2u);
  EXPECT_EQ(methods(D, 0), "c");
  ASSERT_EQ(D.Deadlocks.size(), 1u);
  const auto &Steps = D.Deadlocks[0].Steps;
  ASSERT_EQ(Steps.size(), 2u);
  EXPECT_EQ(Steps[0].Thread.Name, "a");
  EXPECT_EQ(Steps[0].Object.Address, 0xbu);
  EXPECT_EQ(Steps[0].Object.ClassName, "a.Lock");
  EXPECT_EQ(Steps[1].Thread.Name, "b");
  EXPECT_EQ(Steps[1].Object.Address, 0xcu);
  EXPECT_EQ(Steps[1].Object.ClassName, "a.Sync");
}

TEST(Jstack, ThreadsOfADeadlockWhoseLinesAreLost) {
  const Result R = read("Full thread dump OpenJDK 64-Bit Server VM (17):\n\n"
                        "\"a\" #1 tid=0x1 nid=0x2 runnable [0x3]\n\n"
                        "Found one Java-level deadlock:\n"
                        "=============================\n"
                        "\"b\":\n  waiting to lock monitor 0x9 (object "
                        "0x0000000b, a a.Lock),\n  which is held by \"c\"\n"
                        "\"c\":\n  waiting to lock monitor 0x8 (object "
                        "0x0000000c, a a.Lock),\n  which is held by \"b\"\n");
  EXPECT_THAT(R.Damage,
              ElementsAre(HasSubstr("expected deadlocked thread 'b'"),
                          HasSubstr("expected deadlocked thread 'c'")));
  EXPECT_EQ(R.Dumps.at(0).Threads.size(), 3u);
  EXPECT_TRUE(R.Dumps.at(0).IsDamaged);
}

TEST(Jstack, AThreadOfADeadlockWithoutAName) {
  const Result R = read("Full thread dump OpenJDK 64-Bit Server VM (17):\n\n"
                        "\"a\" #1 tid=0x1 nid=0x2 runnable [0x3]\n\n"
                        "Found one Java-level deadlock:\n"
                        "=============================\n"
                        "\":\n"
                        "\"\":\n");
  EXPECT_THAT(R.Damage, ElementsAre(HasSubstr("expected a step of a deadlock, "
                                              "found '\":'")));
  const ThreadDump &D = R.Dumps.at(0);
  ASSERT_EQ(D.Deadlocks.size(), 1u);
  ASSERT_EQ(D.Deadlocks[0].Steps.size(), 1u);
  EXPECT_EQ(D.Deadlocks[0].Steps[0].Thread.Name, "");
}

TEST(Jstack, SeveralDumpsInALog) {
  const StringRef Log =
      "pod-1 | 2031-01-01T00:00:00Z starting\r\n"
      "pod-1 | 2031-01-01 00:00:01\r\n"
      "pod-1 | Full thread dump VM:\r\n"
      "pod-1 | \r\n"
      "pod-1 | \"main\" #1 prio=5 tid=0x1 nid=0x1 runnable  [0x2]\r\n"
      "pod-1 |    java.lang.Thread.State: RUNNABLE\r\n"
      "pod-1 | \tat a.B.c(B.java:1)\r\n"
      "pod-1 | \t- locked <0x0000000a> (a a.Lock)\r\n"
      "pod-1 | \r\n"
      "pod-1 | a line of the program\r\n"
      "pod-1 | Full thread dump VM:\r\n"
      "pod-1 | \"main\" #1 prio=5 tid=0x1 nid=0x1 runnable  [0x2]\r\n"
      "pod-1 | \tat a.B.d(B.java:2)\r\n";
  for (size_t Window : {0, 1, 7}) {
    const Result R = read(Log, Window);
    EXPECT_THAT(R.Damage, IsEmpty());
    ASSERT_EQ(R.Dumps.size(), 2u);
    EXPECT_EQ(R.Dumps[0].Time, "2031-01-01 00:00:01");
    EXPECT_EQ(methods(R.Dumps[0], 0), "c");
    EXPECT_EQ(R.Dumps[0].Threads[0].Locks.size(), 1u);
    EXPECT_EQ(methods(R.Dumps[1], 0), "d");
  }
}

TEST(Jstack, TheTextOfDumpToFile) {
  const ThreadDump D =
      readOne("24192\n2026-11-21T01:32:51.001621661Z\n25.0.3+9-LTS\n\n"
              "#8 \"F \"q\" #9\" WAITING 2026-11-21T01:32:51.004674Z\n"
              "    at java.base/java.lang.Object.wait0(Native Method)\n"
              "    - waiting on <java.lang.Object@7cf81fe8>\n"
              "    at java.base/java.lang.Object.wait(Object.java:389)\n"
              "    - locked <java.lang.Object@7cf81fe8>\n"
              "    - lock is eliminated\n\n"
              "#23 \"\" virtual RUNNABLE 2026-11-21T01:32:51.004674Z\n");
  EXPECT_EQ(D.ProcessId, 24192u);
  EXPECT_EQ(D.VmVersion, "25.0.3+9-LTS");
  EXPECT_EQ(D.Time, "2026-11-21T01:32:51.001621661Z");
  ASSERT_EQ(D.Threads.size(), 2u);
  const ThreadDump::Thread &T = D.Threads[0];
  EXPECT_EQ(T.Name, "F \"q\" #9");
  EXPECT_EQ(T.Id, 8u);
  EXPECT_EQ(T.State, ThreadState::Waiting);
  EXPECT_EQ(T.WaitsFor->Object.IdentityHash, 0x7cf81fe8u);
  EXPECT_EQ(methods(D, 0), "wait0 wait");
  ASSERT_EQ(T.Locks.size(), 2u);
  EXPECT_EQ(T.Locks[0].Depth, 1u);
  EXPECT_TRUE(T.Locks[1].IsEliminated);
  EXPECT_TRUE(D.Threads[1].IsVirtual);
  EXPECT_EQ(D.Threads[1].State, ThreadState::Runnable);
}

TEST(Jstack, WrongLinesAreTold) {
  const Result R = read("Full thread dump VM:\n"
                        "\"a\" #1 tid=0x1 nid=0x1 x\n"
                        "   java.lang.Thread.State: BUSY (x)\n"
                        "\tat nowhere\n"
                        "\t- holding <0x1>\n");
  EXPECT_THAT(
      R.Damage,
      ElementsAre(HasSubstr("line 3: expected a java.lang.Thread.State"),
                  HasSubstr("line 4: expected a frame"),
                  HasSubstr("line 5: expected 'locked'")));
  EXPECT_EQ(methods(R.Dumps.at(0), 0), "nowhere");
}

/// Log lines that mention dumps do not begin a dump.
TEST(Jstack, TheTitleIsTheLineOfTheVm) {
  const StringRef Whole = "Full thread dump VM (25 mixed mode):\n\n"
                          "\"a\" #1 prio=5 tid=0x1 nid=0x1 runnable\n\n"
                          "\"Full thread dump VM (25):\" #2 prio=5 tid=0x2 "
                          "nid=0x2 runnable\n\nJNI global refs: 5\n";
  for (StringRef Log :
       {"Full thread dump requested by admin",
        "Full thread dump requested by admin:",
        "12:01 INFO Full thread dump requested by admin:",
        "12:01 INFO user \"x\" wants a Full thread dump of VM (25):"}) {
    for (const std::string &Text :
         {(Log + "\n" + Whole).str(), (Whole + Log + "\n").str(),
          (Log + "\n" + Log + "\n" + Whole + Log + "\n").str()}) {
      const ThreadDump D = readOne(Text);
      EXPECT_EQ(D.Threads.size(), 2u) << Text;
      EXPECT_EQ(D.VmVersion, "VM (25 mixed mode)") << Text;
    }
    Result R = read((Whole + Log + "\n" + Whole).str());
    EXPECT_EQ(R.Dumps.size(), 2u) << Log.str();
    EXPECT_THAT(R.Damage, IsEmpty()) << Log.str();
  }
  // A dump with the VM's own title but without threads was truncated.
  const Result R =
      read(("Full thread dump VM (25 mixed mode):\n" + Whole).str());
  ASSERT_EQ(R.Dumps.size(), 1u);
  EXPECT_EQ(R.Dumps[0].Threads.size(), 2u);
  EXPECT_THAT(
      R.Damage,
      ElementsAre("line 2: expected threads before another 'Full thread "
                  "dump'"));
}

TEST(Jstack, OtherInputs) {
  EXPECT_TRUE(looksLikeJstack("x\nFull thread dump VM (25):"));
  EXPECT_FALSE(looksLikeJstack("x\nFull thread dump requested by admin\n"));
  EXPECT_FALSE(
      looksLikeJstack("2XMFULLTHDDUMP Full thread dump J9 VM (J2RE 6.0 "
                      "build 5, native threads):\n"));
  EXPECT_TRUE(looksLikeJstack("1\n2\n3\n\n#3 \"main\"\n"));
  EXPECT_FALSE(looksLikeJstack("#3 main\n"));
  for (const char *Text : {"", "hello\n", "\"a\" #1 tid=0x1\n"})
    EXPECT_THAT(read(Text).Error, HasSubstr("expected a line with"));
}
