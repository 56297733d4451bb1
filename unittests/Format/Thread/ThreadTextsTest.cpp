//===- ThreadTextsTest.cpp - Other texts with threads ---------------------===//
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

static std::vector<ThreadDump>
read(StringRef Text, std::vector<std::string> *Damages = nullptr) {
  EXPECT_TRUE(looksLikeJstack(Text));
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "t");
  Expected<std::vector<ThreadDump>> Dumps =
      readJstack(*In, [&](const Damage &D) {
        if (Damages)
          Damages->push_back(D.What);
        else
          ADD_FAILURE() << D.What;
      });
  if (!Dumps) {
    ADD_FAILURE() << toString(Dumps.takeError());
    return {};
  }
  return std::move(*Dumps);
}

static std::string stack(const ThreadDump &D, size_t Thread) {
  std::string Text;
  for (uint32_t N : D.frames(D.Threads.at(Thread))) {
    const ThreadFrame &F = D.Stacks.frame(N);
    Text += (Text.empty() ? "" : " ") + F.ClassName + "." + F.Method;
  }
  return Text;
}

/// Each line of the log is a JSON object that contains the text.
TEST(ThreadTexts, DockersLog) {
  const std::vector<ThreadDump> Dumps =
      read("{\"log\":\"Full thread dump VM (17):\\n\",\"stream\":\"stdout\"}\n"
           "{\"log\":\"\\\"a\\\" #1 prio=5 tid=0x1 nid=0x1 runnable\\n\"}\n"
           "{\"log\":\"   java.lang.Thread.State: RUNNABLE\\r\\n\"}\n"
           "{\"log\":\"\\tat a.B.c(B.java:1)\\n\"}\n"
           "{\"log\":12}\n{\"log\":\n");
  ASSERT_EQ(Dumps.size(), 1u);
  ASSERT_EQ(Dumps[0].Threads.size(), 1u);
  EXPECT_EQ(Dumps[0].Threads[0].State, ThreadState::Runnable);
  EXPECT_EQ(stack(Dumps[0], 0), "a.B.c");
}

static constexpr StringLiteral Traces = R"text(
----- pid 2531 at 2031-02-03 04:05:06.789012345+0100 -----
Cmd line: com.foo.app
ABI: 'arm64'
DALVIK THREADS (3):
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 obj=0x72a1 self=0xb400
  | sysTid=2531 nice=-10 cgrp=default
  | state=S schedstat=( 0 0 0 ) utm=10 stm=2 core=0 HZ=100
  native: #00 pc 000000000004a1b0  /apex/lib.so (syscall+32)
  at com.foo.Main.pay(Main.java:12)
  - waiting to lock <0x0a1b2c3d> (a java.lang.Object) held by thread 12
  at com.foo.Main.run(Native method)
  - locked <0x0e5f0000> (a com.foo.Ledger)

"Binder "q" 1" daemon prio=5 tid=12 Sleeping
  at java.lang.Thread.sleep(Thread.java)
  - sleeping on <0x01> (a java.lang.Object)

"Signal Catcher" prio=10 tid=6 WaitingInMainSignalCatcherLoop
  (no managed stack frames)

----- end 2531 -----

----- pid 77 at 2031-02-03 04:05:07 -----
Cmd line: other
"main" prio=5 tid=1 MONITOR
  at a.B.c(B.java:1)
----- end 77 -----
)text";

/// The VM writes names to standard output in modified UTF-8. Bytes that are not
/// valid in that encoding are damage.
TEST(ThreadTexts, NamesInModifiedUtf8) {
  static constexpr struct {
    StringLiteral Bytes, Name;
  } Intact[] = {
      {"\xed\xa0\xbd\xed\xb8\x80", "\xf0\x9f\x98\x80"},
      {"\xed\xa0\xbd\xed\xb8\x80\xed\xaf\xbf\xed\xbf\xbf",
       "\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf"},
      {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
      {"\xc3\xa9\xed\x9f\xbf", "\xc3\xa9\xed\x9f\xbf"},
      // A Java name may contain an unpaired surrogate, but UTF-8 may not.
      {"\xed\xb8\x80\xed\xa0\xbd", "\xef\xbf\xbd\xef\xbf\xbd"},
  };
  const auto Read = [](StringRef Prefix, StringRef Bytes,
                       std::vector<std::string> *Damages) {
    return read((Prefix + "Full thread dump VM (17 mixed mode):\n" + Prefix +
                 "\n" + Prefix + "\"a" + Bytes +
                 "\" #1 prio=5 tid=0x1 nid=0x2 runnable\n")
                    .str(),
                Damages);
  };
  for (StringRef Prefix : {"", "app | "}) {
    for (const auto &C : Intact) {
      const std::vector<ThreadDump> Dumps = Read(Prefix, C.Bytes, nullptr);
      ASSERT_EQ(Dumps.size(), 1u);
      ASSERT_EQ(Dumps[0].Threads.size(), 1u) << C.Name.str();
      EXPECT_EQ(Dumps[0].Threads[0].Name, ("a" + C.Name).str());
    }
    for (StringRef Bytes : {"\xed\xa0", "\xc0\xaf", "\xc0\x80", "\xff"}) {
      std::vector<std::string> Damages;
      Read(Prefix, Bytes, &Damages);
      EXPECT_EQ(Damages.size(), 1u) << toHex(Bytes);
    }
  }
}

TEST(ThreadTexts, AndroidsTraces) {
  const std::vector<ThreadDump> Dumps = read(Traces);
  ASSERT_EQ(Dumps.size(), 2u);
  const ThreadDump &D = Dumps[0];
  EXPECT_EQ(D.ProcessId, 2531u);
  EXPECT_EQ(D.CommandLine, "com.foo.app");
  EXPECT_EQ(D.Time, "2031-02-03 04:05:06.789012345+0100");
  ASSERT_EQ(D.Threads.size(), 3u);
  const ThreadDump::Thread &T = D.Threads[0];
  EXPECT_EQ(T.Id, 1u);
  EXPECT_EQ(T.NativeId, 2531u);
  EXPECT_EQ(T.VmThread, 0xb400u);
  EXPECT_EQ(T.State, ThreadState::Blocked);
  EXPECT_EQ(T.CpuNanos, 120000000u);
  EXPECT_EQ(T.NativeFrames.size(), 1u);
  EXPECT_EQ(stack(D, 0), "com.foo.Main.pay com.foo.Main.run");
  EXPECT_TRUE(D.Stacks.frame(D.frames(T)[1]).IsNative);
  ASSERT_TRUE(T.WaitsFor && T.WaitsFor->Owner);
  EXPECT_EQ(T.WaitsFor->Object.Address, 0xa1b2c3du);
  EXPECT_EQ(T.WaitsFor->Owner->Id, 12u);
  ASSERT_EQ(T.Locks.size(), 1u);
  EXPECT_EQ(T.Locks[0].Depth, 1u);
  EXPECT_EQ(D.Threads[1].Name, "Binder \"q\" 1");
  EXPECT_EQ(D.Threads[1].IsDaemon, true);
  EXPECT_EQ(D.Threads[1].State, ThreadState::TimedWaiting);
  EXPECT_FALSE(D.Threads[1].WaitsFor);
  EXPECT_EQ(D.Threads[2].State, ThreadState::Waiting);
  EXPECT_EQ(D.Monitors.size(), 2u);
  EXPECT_EQ(Dumps[1].Threads.at(0).State, ThreadState::Blocked);
}

/// Lines that lack a word or the end of a word are either read or rejected.
TEST(ThreadTexts, TracesWithoutWords) {
  for (size_t Begin = Traces.find("DALVIK"); Begin != Traces.size(); ++Begin) {
    const size_t End =
        std::min(Traces.find_first_of(" \n", Begin), Traces.size());
    const std::string Text =
        (Traces.take_front(Begin) + Traces.drop_front(End)).str();
    auto In = Source::fromMemory(arrayRefFromStringRef(Text), "t");
    Expected<std::vector<ThreadDump>> Dumps =
        readJstack(*In, [](const Damage &D) { EXPECT_FALSE(D.What.empty()); });
    if (Dumps)
      EXPECT_FALSE(Dumps->empty()) << Text;
    else
      EXPECT_FALSE(toString(Dumps.takeError()).empty());
  }
}

TEST(ThreadTexts, WrongLinesOfTraces) {
  std::vector<std::string> Damages;
  const std::vector<ThreadDump> Dumps = read(
      "----- pid 1 at x -----\n\"m\" prio=5 tid=1 Odd\n  at what\n", &Damages);
  EXPECT_THAT(Damages, testing::ElementsAre(
                           testing::HasSubstr(
                               "line 2: expected a state such as Runnable"),
                           testing::HasSubstr("found 'what'")));
  ASSERT_EQ(Dumps.size(), 1u);
  EXPECT_EQ(stack(Dumps[0], 0), ".what");
}

static constexpr StringLiteral HsErr = R"text(#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f59160d3b8c, pid=2796, tid=2797
#
# JRE version: OpenJDK Runtime Environment (17.0.15+6)
# Java VM: OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode)
# Problematic frame:
# V  [libjvm.so+0xed3b8c]  Unsafe_GetInt+0x12c

Command Line: -Xmx64m Crash
Time: Mon Nov 23 09:43:57 2026 UTC elapsed time: 0.495793 seconds (0d 0h 0m 0s)

Current thread (0x00007f5910017fb0):  JavaThread "main" [_thread_in_vm, id=2797, stack(0x1,0x2)]

Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)
V  [libjvm.so+0xed3b8c]  Unsafe_GetInt+0x12c
j  Crash.peek(Lsun/misc/Unsafe;)I+2

Java frames: (J=compiled Java code, j=interpreted, Vv=VM code)
j  jdk.internal.misc.Unsafe.getInt(J)I+3 java.base@17.0.15
J 123 c2 Crash.peek(Lsun/misc/Unsafe;)I (12 bytes) @ 0x1 [0x2+0x3]
v  ~StubRoutines::call_stub

Java Threads: ( => current thread )
=>0x00007f5910017fb0 JavaThread "main"          [_thread_in_vm, id=2797, stack(0x1,0x2) (1024K)]
  0x00007f5910095ce0 JavaThread "say "q""    daemon [_thread_blocked, id=2804, stack(0x3,0x4)]

Other Threads:
  0x00007f5910091d50 VMThread "VM Thread" [stack: 0x5,0x6] [id=2803]
  0x00007f59100ae2e0 WatcherThread [stack: 0x7,0x8] [id=2813]

Threads with active compile tasks:
)text";

TEST(ThreadTexts, FatalErrorLog) {
  const std::vector<ThreadDump> Dumps = read(HsErr);
  ASSERT_EQ(Dumps.size(), 1u);
  const ThreadDump &D = Dumps[0];
  EXPECT_EQ(D.VmVersion, "OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode)");
  EXPECT_EQ(D.ProcessId, 2796u);
  EXPECT_EQ(D.CommandLine, "-Xmx64m Crash");
  EXPECT_EQ(D.Time, "Mon Nov 23 09:43:57 2026 UTC");
  EXPECT_TRUE(StringRef(D.Event).starts_with("SIGSEGV (0xb)"));
  ASSERT_EQ(D.Threads.size(), 4u);
  EXPECT_EQ(D.Threads[0].Name, "main");
  EXPECT_TRUE(D.Threads[0].IsCurrent);
  EXPECT_EQ(D.Threads[0].NativeId, 2797u);
  EXPECT_EQ(D.Threads[0].StateText, "_thread_in_vm");
  EXPECT_EQ(D.Threads[0].IsDaemon, false);
  EXPECT_EQ(D.Threads[0].NativeFrames.size(), 2u);
  EXPECT_EQ(stack(D, 0), "jdk.internal.misc.Unsafe.getInt Crash.peek");
  EXPECT_EQ(D.Stacks.frame(D.frames(D.Threads[0])[0]).Module,
            "java.base@17.0.15");
  EXPECT_TRUE(D.Stacks.frame(D.frames(D.Threads[0])[1]).IsCompiled);
  EXPECT_EQ(D.Threads[1].Name, "say \"q\"");
  EXPECT_EQ(D.Threads[1].IsDaemon, true);
  EXPECT_TRUE(D.frames(D.Threads[1]).empty());
  EXPECT_EQ(D.Threads[2].Name, "VM Thread");
  EXPECT_TRUE(D.Threads[2].IsInternal);
  EXPECT_EQ(D.Threads[3].Name, "WatcherThread");
  EXPECT_EQ(D.Threads[3].NativeId, 2813u);
}
