//===- JavacoreReaderTest.cpp - Tests of the javacore reader --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Javacore/JavacoreReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
struct Result {
  ThreadDump Dump;
  std::vector<std::string> Damages;
  std::string Error;
};
} // namespace

static Result readText(StringRef Text, size_t Window = 0) {
  Result R;
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "test", Window);
  Expected<ThreadDump> Dump = readJavacore(*In, [&](const Damage &D) {
    R.Damages.push_back(std::string(errcName(D.Code)) + " " +
                        std::to_string(D.Offset) + ": " + D.What);
  });
  if (Dump)
    R.Dump = std::move(*Dump);
  else
    R.Error = toString(Dump.takeError());
  return R;
}

static constexpr StringLiteral Head = "0SECTION       TITLE subcomponent\n";
static constexpr StringLiteral Tail =
    "NULL           ---------------------- END OF DUMP ----------\n";

/// Reads \p Lines as a complete javacore; any damage is an error.
static ThreadDump readGood(const Twine &Lines) {
  Result R = readText((Head + Lines + Tail).str());
  EXPECT_EQ(R.Error, "");
  EXPECT_THAT(R.Damages, ElementsAre());
  return R.Dump;
}

/// The error message for \p Line after a complete thread with a frame.
static std::string complaint(const Twine &Line) {
  Result R = readText((Head +
                       "3XMTHREADINFO \"t\" J9VMThread:0x10, state:R\n"
                       "4XESTACKTRACE at a/B.c(B.java)\n" +
                       Line + "\n" + Tail)
                          .str());
  EXPECT_EQ(R.Error, "");
  if (R.Damages.size() != 1)
    return std::to_string(R.Damages.size()) + " faults";
  return StringRef(R.Damages[0]).split(": ").second.str();
}

TEST(JavacoreReader, KnowsAJavacore) {
  EXPECT_TRUE(looksLikeJavacore("0SECTION       TITLE subcomponent"));
  EXPECT_TRUE(looksLikeJavacore("NULL       ------\r\n\n0SECTION  TITLE\r\n"));
  EXPECT_FALSE(looksLikeJavacore(""));
  EXPECT_FALSE(looksLikeJavacore("NULL\nNULL\n"));
  EXPECT_FALSE(looksLikeJavacore("0SECTIONS\n"));
  EXPECT_FALSE(looksLikeJavacore("JAVA PROFILE 1.0.2"));
  EXPECT_FALSE(looksLikeJavacore("once\n0SECTION       TITLE"));
  EXPECT_TRUE(looksLikeJavacore(
      "INFO start\n0SECTION       TITLE subcomponent dump routine\r\n"));
  EXPECT_FALSE(looksLikeJavacore(
      "Full thread dump VM (8):\n0SECTION  TITLE subcomponent dump routine"));
}

TEST(JavacoreReader, RefusesOtherInput) {
  EXPECT_EQ(readText("").Error,
            "offset 0x0: expected the '0SECTION' line of a javacore, found an "
            "empty file");
  EXPECT_THAT(readText("hello\n").Error, HasSubstr("found text"));
}

TEST(JavacoreReader, ReadsTheHeader) {
  ThreadDump D =
      readGood("1TISIGINFO     Dump Event \"user\" (00004000) received \n"
               "1TIDATETIME    Date: 2016/04/04 at 08:39:09:996\n"
               "1TIFILENAME    Javacore filename:    C:\\d\\my core.txt\n"
               "2XHOSLEVEL     OS Level         : Windows 7: 6.1\n"
               "3XHCPUARCH       Architecture   : amd64\n"
               "1CIJAVAVERSION JRE 1.8.0 Windows 7 amd64-64 build  (x)\n"
               "1CIPROCESSID   Process ID: 9480 (0x2508)\n"
               "1CICMDLINE     java -Da=b\n"
               "c Main\n");
  EXPECT_EQ(D.Event, "Dump Event \"user\" (00004000) received");
  EXPECT_EQ(D.Time, "2016/04/04 at 08:39:09:996");
  EXPECT_EQ(D.Millis, 1459759149996u);
  EXPECT_EQ(D.FileName, "C:\\d\\my core.txt");
  EXPECT_EQ(D.OperatingSystem, "Windows 7: 6.1");
  EXPECT_EQ(D.Architecture, "amd64");
  EXPECT_EQ(D.VmVersion, "JRE 1.8.0 Windows 7 amd64-64 build  (x)");
  EXPECT_EQ(D.ProcessId, 9480u);
  EXPECT_EQ(D.CommandLine, "java -Da=b");
  EXPECT_EQ(D.PointerSize, 0);
}

TEST(JavacoreReader, PrefersUtcAndTakesThePidFromTheName) {
  ThreadDump D =
      readGood("1TIDATETIMEUTC Date: 2021/04/23 at 18:02:44:017 (UTC)\n"
               "1TIDATETIME    Date: 2021/04/23 at 14:02:44:017\n"
               "1TIFILENAME Javacore filename: "
               "/x/javacore.20210423.140244.29.0002.txt\n");
  EXPECT_EQ(D.Millis, 1619200964017u);
  EXPECT_EQ(D.ProcessId, 29u);
}

TEST(JavacoreReader, ReadsThreads) {
  ThreadDump D = readGood(
      "1XMCURTHDINFO  Current thread\n"
      "3XMTHREADINFO      \"a \"b\" (c\" J9VMThread:0x0000000002EA6B00, "
      "omrthread_t:0x0000000002CB9C18, java/lang/Thread:0x00000000FFEB23F0, "
      "state:CW, rawStateValue:0x8, prio=10\n"
      "3XMJAVALTHREAD            (java/lang/Thread getId:0x14, "
      "isDaemon:true)\n"
      "3XMJAVALTHRCCL            sun/misc/Launcher$AppClassLoader(0x30)\n"
      "3XMTHREADINFO1            (native thread ID:0x2310, native "
      "priority:0xA, native policy:UNKNOWN, vmstate:R, vm thread "
      "flags:0x00000020)\n"
      "3XMCPUTIME               CPU usage total: 0.140400900 secs, user: "
      "0.109200700 secs, current category=\"Application\"\n"
      "1XMTHDINFO     Thread Details\n"
      "3XMTHREADINFO      Anonymous native thread\n"
      "3XMTHREADINFO1            (native thread ID:0xBE8, native priority: "
      "0x0, native policy:UNKNOWN)\n"
      "3XMTHREADINFO3           Native callstack:\n"
      "4XENATIVESTACK               f+0x10 (x.c:3, 0x07 [lib+0x9])\n");
  ASSERT_EQ(D.Threads.size(), 2u);
  const ThreadDump::Thread &T = D.Threads[0];
  EXPECT_EQ(T.Name, "a \"b\" (c");
  EXPECT_EQ(T.VmThread, 0x2ea6b00u);
  EXPECT_EQ(T.Object, 0xffeb23f0u);
  EXPECT_EQ(T.State, ThreadState::Waiting);
  EXPECT_EQ(T.StateText, "CW");
  EXPECT_EQ(T.Priority, 10);
  EXPECT_EQ(T.Id, 0x14u);
  EXPECT_EQ(T.IsDaemon, true);
  EXPECT_EQ(T.NativeId, 0x2310u);
  EXPECT_EQ(T.ContextLoader.ClassName, "sun.misc.Launcher$AppClassLoader");
  EXPECT_EQ(T.ContextLoader.Address, 0x30u);
  EXPECT_EQ(T.CpuNanos, 140400900u);
  EXPECT_EQ(T.Category, "Application");
  EXPECT_TRUE(T.IsCurrent);
  EXPECT_EQ(D.Threads[1].Name, "");
  EXPECT_EQ(D.Threads[1].NativeId, 0xbe8u);
  EXPECT_FALSE(D.Threads[1].IsCurrent);
  EXPECT_THAT(D.Threads[1].NativeFrames,
              ElementsAre("f+0x10 (x.c:3, 0x07 [lib+0x9])"));
  EXPECT_EQ(D.PointerSize, 8);
}

TEST(JavacoreReader, ReadsOlderThreads) {
  ThreadDump D = readGood(
      "3XMTHREADINFO \"main\" TID:0x000CBD00, j9thread_t:0x1, state:R, prio=5\n"
      "3XMTHREADINFO      \"Thread-0\" (TID:1006DCF8, sys_thread_t:8320600, "
      "state:MW, native ID:1600B) prio=5\n");
  ASSERT_EQ(D.Threads.size(), 2u);
  EXPECT_EQ(D.Threads[0].VmThread, 0xcbd00u);
  EXPECT_EQ(D.Threads[0].Object, 0u);
  EXPECT_EQ(D.PointerSize, 4);
  EXPECT_EQ(D.Threads[1].VmThread, 0x8320600u);
  EXPECT_EQ(D.Threads[1].Object, 0x1006dcf8u);
  EXPECT_EQ(D.Threads[1].NativeId, 0x1600bu);
  EXPECT_EQ(D.Threads[1].Priority, 5);
  EXPECT_EQ(D.Threads[1].State, ThreadState::Unknown);
  EXPECT_EQ(D.Threads[1].StateText, "MW");
}

TEST(JavacoreReader, TellsOfARepeatedThreadOnce) {
  StringRef Thread = "3XMTHREADINFO \"t\" TID:0x10, state:R, prio=5\n"
                     "4XESTACKTRACE at a.b(Native Method)\n";
  ThreadDump D = readGood("1XMCURTHDINFO\n" + Thread + "1XMTHDINFO\n" + Thread +
                          "3XMTHREADINFO \"u\" TID:0x11, state:R, prio=5\n");
  ASSERT_EQ(D.Threads.size(), 2u);
  EXPECT_EQ(D.frames(D.Threads[0]).size(), 1u);
  EXPECT_TRUE(D.Threads[0].IsCurrent);
  EXPECT_FALSE(D.Threads[1].IsCurrent);
}

TEST(JavacoreReader, JoinsNamesOfSeveralLines) {
  ThreadDump D = readGood("3XMTHREADINFO      \"one\r\n"
                          "two\r\n"
                          "three\" J9VMThread:0x10, state:P, prio=1\r\n");
  ASSERT_EQ(D.Threads.size(), 1u);
  EXPECT_EQ(D.Threads[0].Name, "one\ntwo\nthree");
  EXPECT_EQ(D.Threads[0].State, ThreadState::Parked);
}

TEST(JavacoreReader, ReadsFrames) {
  ThreadDump D = readGood(
      "3XMTHREADINFO \"t\" J9VMThread:0x10, state:R\n"
      "3XMTHREADINFO3           Java callstack:\n"
      "4XESTACKTRACE                at java/io/In.read(Native Method)\n"
      "4XESTACKTRACE                at a/B$1.<init>(B.java:213(Compiled "
      "Code))\n"
      "4XESTACKTRACE                at A.b(A.java)\n"
      "4XESTACKTRACE                at A.c(Bytecode PC:7(Compiled Code))\n"
      "4XESTACKTRACE                at A.d(No Source)\n"
      "4XESTACKTRACE                at (Missing Method)\n"
      "4XESTACKTRACE                at A.e(Compiled Code)\n"
      "4XESTACKTRACE                at A.f(java.base@17/A.java:9)\n"
      "4XESTACKERR                  Java callstack truncated at 8 methods\n");
  const ThreadDump::Thread &T = D.Threads.at(0);
  ASSERT_EQ(D.frames(T).size(), 8u);
  auto F = [&](size_t I) { return D.Stacks.frame(D.frames(T)[I]); };
  EXPECT_EQ(F(0).ClassName, "java.io.In");
  EXPECT_EQ(F(0).Method, "read");
  EXPECT_TRUE(F(0).IsNative);
  EXPECT_EQ(F(1).ClassName, "a.B$1");
  EXPECT_EQ(F(1).Method, "<init>");
  EXPECT_EQ(F(1).SourceFile, "B.java");
  EXPECT_EQ(F(1).Line, 213);
  EXPECT_TRUE(F(1).IsCompiled);
  EXPECT_FALSE(F(1).IsNative);
  EXPECT_EQ(F(2).SourceFile, "A.java");
  EXPECT_EQ(F(2).Line, 0);
  EXPECT_EQ(F(3).SourceFile, "");
  EXPECT_TRUE(F(3).IsCompiled);
  EXPECT_EQ(F(4).SourceFile, "");
  EXPECT_EQ(F(5).Method, "");
  EXPECT_TRUE(F(6).IsCompiled);
  EXPECT_EQ(F(7).Module, "java.base@17");
  EXPECT_EQ(F(7).SourceFile, "A.java");
  EXPECT_EQ(F(7).Line, 9);
  EXPECT_TRUE(T.IsCut);
}

TEST(JavacoreReader, ReadsLocksOfFramesAndWhatThreadsWaitFor) {
  ThreadDump D = readGood(
      "3XMTHREADINFO \"t\" J9VMThread:0x10, state:B\n"
      "3XMTHREADBLOCK     Blocked on: a/L@0x20 Owned by: \"u\" "
      "(J9VMThread:0x11, java/lang/Thread:0x31)\n"
      "4XESTACKTRACE                at A.b(A.java:1)\n"
      "5XESTACKTRACE                   (entered lock: a/L@0x20, entry count: "
      "2)\n"
      "5XESTACKTRACE                   (entered lock: a/M@0x21, entry count: "
      "1)\n"
      "3XMTHREADINFO \"u\" J9VMThread:0x11, state:CW\n"
      "3XMTHREADBLOCK     Waiting on: a/L@0x20 Owned by: <unowned> "
      "Initializing thread: \"v\"\n"
      "3XMTHREADINFO \"v\" J9VMThread:0x12, state:P\n"
      "3XMTHREADBLOCK     Parked on: <unknown> Owned by: <unknown>\n"
      "3XMTHREADINFO \"w\" J9VMThread:0x13, state:P\n"
      "3XMTHREADBLOCK     Parked on: a/R@0x22 Owned by: \"dead\" "
      "(J9VMThread:<null>, java/lang/Thread:0x33)\n");
  ASSERT_EQ(D.Threads.size(), 4u);
  const std::vector<ThreadDump::HeldLock> &Locks = D.Threads[0].Locks;
  ASSERT_EQ(Locks.size(), 2u);
  EXPECT_EQ(Locks[0].Object.ClassName, "a.L");
  EXPECT_EQ(Locks[0].Object.Address, 0x20u);
  EXPECT_EQ(Locks[0].EntryCount, 2u);
  ASSERT_TRUE(D.Threads[0].WaitsFor && D.Threads[1].WaitsFor &&
              D.Threads[2].WaitsFor && D.Threads[3].WaitsFor);
  const ThreadDump::Wait &Blocked = *D.Threads[0].WaitsFor;
  EXPECT_EQ(Blocked.Kind, ThreadDump::WaitKind::Blocked);
  EXPECT_EQ(Blocked.Object.Address, 0x20u);
  ASSERT_TRUE(Blocked.Owner);
  EXPECT_EQ(Blocked.Owner->Name, "u");
  EXPECT_EQ(Blocked.Owner->VmThread, 0x11u);
  EXPECT_EQ(Blocked.Owner->Object, 0x31u);
  const ThreadDump::Wait &Waiting = *D.Threads[1].WaitsFor;
  EXPECT_EQ(Waiting.Kind, ThreadDump::WaitKind::Waiting);
  EXPECT_FALSE(Waiting.Owner);
  ASSERT_TRUE(Waiting.Initializer);
  EXPECT_EQ(Waiting.Initializer->Name, "v");
  const ThreadDump::Wait &Parked = *D.Threads[2].WaitsFor;
  EXPECT_EQ(Parked.Kind, ThreadDump::WaitKind::Parked);
  EXPECT_EQ(Parked.Object.Address, 0u);
  EXPECT_FALSE(Parked.Owner);
  ASSERT_TRUE(D.Threads[3].WaitsFor->Owner);
  EXPECT_EQ(D.Threads[3].WaitsFor->Owner->Name, "dead");
  EXPECT_EQ(D.Threads[3].WaitsFor->Owner->VmThread, 0u);
  EXPECT_EQ(D.Threads[3].WaitsFor->Owner->Object, 0x33u);
}

TEST(JavacoreReader, ReadsMonitors) {
  ThreadDump D = readGood(
      "2LKMONINUSE      sys_mon_t:0x50 infl_mon_t: 0x58:\n"
      "3LKMONOBJECT       a/L@0x20: owner \"t\" (J9VMThread:0x10), entry "
      "count 3\n"
      "3LKWAITERQ            Waiting to enter:\n"
      "3LKWAITER                \"u\" (J9VMThread:0x11)\n"
      "3LKWAITER                \"v\" (0x12)\n"
      "3LKNOTIFYQ            Waiting to be notified:\n"
      "3LKWAITNOTIFY            \"w\" (J9VMThread:0x13)\n"
      "2LKREGMON          thread list lock lock (0x60): Flat locked by "
      "\"[osthread]\" (native thread ID:0xAB), entry count 1\n"
      "2LKREGMON          [system] lock (0x61): <unowned>\n"
      "2LKMONINUSE      sys_mon_t:0x51 infl_mon_t: 0x59:\n"
      "3LKMONOBJECT       a/L@0x21/0x29: <unowned>\n");
  ASSERT_EQ(D.Monitors.size(), 4u);
  const ThreadDump::Monitor &M = D.Monitors[0];
  EXPECT_FALSE(M.isSystem());
  EXPECT_EQ(M.Object.ClassName, "a.L");
  EXPECT_EQ(M.Address, 0x50u);
  ASSERT_TRUE(M.Owner);
  EXPECT_EQ(M.Owner->VmThread, 0x10u);
  EXPECT_EQ(M.EntryCount, 3u);
  ASSERT_EQ(M.Entering.size(), 2u);
  EXPECT_EQ(M.Entering[0].Name, "u");
  EXPECT_EQ(M.Entering[1].VmThread, 0x12u);
  ASSERT_EQ(M.Waiting.size(), 1u);
  EXPECT_EQ(M.Waiting[0].Name, "w");
  EXPECT_EQ(D.Monitors[1].SystemName, "thread list lock");
  ASSERT_TRUE(D.Monitors[1].Owner);
  EXPECT_EQ(D.Monitors[1].Owner->NativeId, 0xabu);
  EXPECT_EQ(D.Monitors[2].SystemName, "[system]");
  EXPECT_FALSE(D.Monitors[2].Owner);
  EXPECT_EQ(D.Monitors[3].Object.Address, 0x21u);
}

TEST(JavacoreReader, ReadsDeadlocks) {
  ThreadDump D =
      readGood("1LKDEADLOCK    Deadlock detected !!!\n"
               "2LKDEADLOCKTHR  Thread \"t\" (0x10)\n"
               "3LKDEADLOCKWTR    is waiting for:\n"
               "4LKDEADLOCKMON      sys_mon_t:0x50 infl_mon_t: 0x58:\n"
               "4LKDEADLOCKOBJ      a/L@0x20\n"
               "3LKDEADLOCKOWN    which is owned by:\n"
               "2LKDEADLOCKTHR  Thread \"u\" (0x11)\n"
               "3LKDEADLOCKWTR    which is waiting for:\n"
               "4LKDEADLOCKREG      VM lock lock (0x60): \n"
               "3LKDEADLOCKOWN    which is owned by:\n"
               "2LKDEADLOCKTHR  Thread \"t\" (0x10)\n");
  ASSERT_EQ(D.Deadlocks.size(), 1u);
  ASSERT_EQ(D.Deadlocks[0].Steps.size(), 2u);
  EXPECT_EQ(D.Deadlocks[0].Steps[0].Thread.Name, "t");
  EXPECT_EQ(D.Deadlocks[0].Steps[0].Object.Address, 0x20u);
  EXPECT_EQ(D.Deadlocks[0].Steps[1].Thread.VmThread, 0x11u);
  EXPECT_EQ(D.Deadlocks[0].Steps[1].SystemMonitor, "VM lock");
}

TEST(JavacoreReader, ReadsLoadersAndClasses) {
  ThreadDump D = readGood(
      "2CLTEXTCLLOADER\t\tp---st-- Loader *System*(0x20)\n"
      "3CLNMBRLOADEDLIB\t\tNumber of loaded libraries 1\n"
      "3CLNMBRLOADEDCL\t\t\tNumber of loaded classes 3\n"
      "2CLTEXTCLLOADER\t\t-----ta- Loader a/App(0x30), Parent a/Ext(0x28)\n"
      "2CLTEXTCLLOADER\t\t-x--st-- Loader a/Ext(0x28), Parent *none*(0x0)\n"
      "2CLTEXTCLLIB  \t\tLoader *System*(0x20)\n"
      "3CLTEXTLIB   \t\t\tC:\\my jre\\zip\n"
      "2CLTEXTCLLOAD  \t\tLoader *System*(0x20)\n"
      "3CLTEXTCLASS   \t\t\t[[La/B$C;(0x90 shared)\n"
      "3CLTEXTCLASS   \t\t\ta/B$$Lambda$2/00000000F03876A0(0x91)\n"
      "3CLTEXTCLASS   \t\t\tlong(0x92)\n"
      "3CLTEXTCLASS   \t\t\t[unknown]\n"
      "2CLTEXTCLLOAD  \t\tLoader a/App(0x30)\n"
      "3CLTEXTCLASS   \t\t\tMain(0x93)\n"
      "2CLTEXTCLLOAD  \t\tLoader a/Late(0x38)\n"
      "3CLTEXTCLASS   \t\t\tLater(0x94)\n");
  ASSERT_EQ(D.Loaders.size(), 4u);
  EXPECT_TRUE(D.Loaders[0].IsBootstrap);
  EXPECT_EQ(D.Loaders[0].ClassName, "");
  EXPECT_EQ(D.Loaders[0].Address, 0x20u);
  EXPECT_EQ(D.Loaders[0].Flags, "p---st--");
  EXPECT_EQ(D.Loaders[0].ClassCount, 3u);
  EXPECT_THAT(D.Loaders[0].Libraries, ElementsAre("C:\\my jre\\zip"));
  ASSERT_EQ(D.Loaders[0].Classes.size(), 3u);
  EXPECT_EQ(D.Loaders[0].Classes[0].Name, "a.B$C[][]");
  EXPECT_TRUE(D.Loaders[0].Classes[0].IsShared);
  EXPECT_EQ(D.Loaders[0].Classes[0].Address, 0x90u);
  EXPECT_EQ(D.Loaders[0].Classes[2].Name, "long");
  EXPECT_EQ(D.Loaders[1].ClassName, "a.App");
  EXPECT_EQ(D.Loaders[1].ParentClassName, "a.Ext");
  EXPECT_EQ(D.Loaders[1].Parent, 0x28u);
  EXPECT_EQ(D.Loaders[2].ParentClassName, "");
  ASSERT_EQ(D.Loaders[1].Classes.size(), 1u);
  EXPECT_EQ(D.Loaders[3].ClassName, "a.Late");
  EXPECT_EQ(D.Loaders[3].Classes[0].Name, "Later");
}

TEST(JavacoreReader, TakesTextThatIsNotUtf8ForLatin1) {
  ThreadDump D =
      readGood("3XMTHREADINFO \"gr\xfc\xdf\" J9VMThread:0x10, state:R\n"
               "3XMTHREADINFO \"\xe2\x82\xac\" J9VMThread:0x11, state:R\n");
  EXPECT_EQ(D.Threads[0].Name, "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(D.Threads[1].Name, "\xe2\x82\xac");
}

TEST(JavacoreReader, TellsWhereALineIsWrong) {
  EXPECT_EQ(complaint("3XMTHREADINFO      main J9VMThread:0x10"),
            "line 4, column 20: expected a name in quotes, found 'main "
            "J9VMThread:0x10'");
  EXPECT_EQ(complaint("3XMTHREADINFO \"t\" J9VMThread:xyz, prio=5"),
            "line 4, column 30: expected an address after 'J9VMThread:', "
            "found 'xyz, prio=5'");
  EXPECT_EQ(complaint("3XMTHREADINFO \"t\" J9VMThread:0x11, prio=high"),
            "line 4, column 41: expected a number after 'prio=', found "
            "'high'");
  EXPECT_EQ(complaint("4XESTACKTRACE at a/B.c"),
            "line 4, column 18: expected '(', found 'a/B.c'");
  EXPECT_EQ(complaint("4XESTACKTRACE at a(B.java)"),
            "line 4, column 20: expected a class, '.' and a method before "
            "this, found 'B.java)'");
  EXPECT_EQ(complaint("4XESTACKTRACE at a.b(B.java:x)"),
            "line 4, column 29: expected a line number, found 'x)'");
  EXPECT_EQ(complaint("4XESTACKTRACE at a.b(B.java:3"),
            "line 4, column 22: expected a source location and ')', found "
            "'B.java:3'");
  EXPECT_EQ(complaint("5XESTACKTRACE (entered lock: a/L, entry count: 1)"),
            "line 4, column 30: expected a class, '@' and an address, found "
            "'a/L, entry count: 1)'");
  EXPECT_EQ(complaint("3LKWAITER \"u\" (J9VMThread:0x11)"),
            "line 4, column 11: expected a 3LKMONOBJECT or 2LKREGMON line "
            "before this, found '\"u\" (J9VMThread:0x11)'");
  EXPECT_EQ(complaint("3LKMONOBJECT a/L@0x20: held"),
            "line 4, column 24: expected '<unowned>', 'Flat locked by' or "
            "'owner', found 'held'");
  EXPECT_EQ(complaint("3CLTEXTCLASS   \t\t\ta/B(0x90)"),
            "line 4, column 19: expected a 2CLTEXTCLLOAD line before this, "
            "found 'a/B(0x90)'");
  EXPECT_EQ(complaint("1TIDATETIME    Date: 2016/13/04 at 08:39:09"),
            "line 4, column 44: expected a date and time since 1970 before "
            "this, found the end of the line");
  EXPECT_EQ(complaint("4xESTACKTRACE at a/B.c(B.java)"),
            "line 4, column 1: expected a tag such as 4XESTACKTRACE, found "
            "'4xESTACKTRACE at a/B.c(B.java)'");
}

TEST(JavacoreReader, KeepsWhatIsRightOfABrokenLine) {
  Result R = readText("0SECTION X\n"
                      "3LKMONOBJECT a/L@0x20: held\n"
                      "3LKWAITER \"u\" (J9VMThread:0x11)\n" +
                      Tail.str());
  EXPECT_EQ(R.Damages.size(), 1u);
  ASSERT_EQ(R.Dump.Monitors.size(), 1u);
  EXPECT_EQ(R.Dump.Monitors[0].Entering.size(), 1u);
}

TEST(JavacoreReader, LinesOfABrokenThreadAreNotThoseOfTheOneBefore) {
  Result R = readText("0SECTION X\n"
                      "3XMTHREADINFO \"t\" J9VMThread:0x10, state:R\n"
                      "3XMTHREADINFO broken\n"
                      "4XESTACKTRACE at a.b(Native Method)\n" +
                      Tail.str());
  EXPECT_EQ(R.Damages.size(), 2u);
  ASSERT_EQ(R.Dump.Threads.size(), 1u);
  EXPECT_EQ(R.Dump.frames(R.Dump.Threads[0]).size(), 0u);
}

TEST(JavacoreReader, TellsOfACutEnd) {
  Result R = readText("0SECTION X\n3XMTHREADINFO \"t\" J9VMThread:0x10");
  EXPECT_THAT(
      R.Damages,
      ElementsAre(
          "truncated 44: the javacore ends without an 'END OF DUMP' line"));
  EXPECT_EQ(R.Dump.Threads.size(), 1u);
}

TEST(JavacoreReader, RefusesLinesWithoutEnd) {
  std::string Long = "0SECTION X\n" + std::string(17 << 20, 'x');
  EXPECT_EQ(readText(Long).Error,
            "line 2, column 1: expected a line of at most 16 MiB");
}

static constexpr StringLiteral Whole =
    "NULL           -----\r\n"
    "0SECTION       TITLE subcomponent dump routine\r\n"
    "1TIDATETIME    Date: 2016/04/04 at 08:39:09:996\r\n"
    "1CIPROCESSID   Process ID: 9480 (0x2508)\r\n"
    "2LKMONINUSE      sys_mon_t:0x50 infl_mon_t: 0x58:\r\n"
    "3LKMONOBJECT       a/L@0x20: owner \"t\" (J9VMThread:0x10), entry count 3"
    "\r\n"
    "3LKWAITER                \"u\" (J9VMThread:0x11)\r\n"
    "1LKDEADLOCK    Deadlock detected !!!\r\n"
    "2LKDEADLOCKTHR  Thread \"t\" (0x10)\r\n"
    "4LKDEADLOCKOBJ      a/L@0x20\r\n"
    "3XMTHREADINFO      \"t\" J9VMThread:0x10, java/lang/Thread:0x30, "
    "state:R, prio=5\r\n"
    "3XMJAVALTHREAD            (java/lang/Thread getId:0x14, isDaemon:true)\r\n"
    "3XMCPUTIME               CPU usage total: 0.5 secs\r\n"
    "3XMTHREADBLOCK     Blocked on: a/L@0x20 Owned by: \"u\" (J9VMThread:0x11, "
    "java/lang/Thread:0x31)\r\n"
    "4XESTACKTRACE                at A.b(A.java:1(Compiled Code))\r\n"
    "5XESTACKTRACE                   (entered lock: a/L@0x20, entry count: 1)"
    "\r\n"
    "2CLTEXTCLLOADER\t\t-----ta- Loader a/App(0x30), Parent a/Ext(0x28)\r\n"
    "2CLTEXTCLLOAD  \t\tLoader a/App(0x30)\r\n"
    "3CLTEXTCLASS   \t\t\tMain(0x93)\r\n"
    "NULL           ------ END OF DUMP ------\r\n";

TEST(JavacoreReader, ReadsWindowsLinesThroughAnyWindow) {
  for (size_t Window : {0, 1, 7}) {
    Result R = readText(Whole, Window);
    EXPECT_THAT(R.Damages, ElementsAre());
    EXPECT_EQ(R.Dump.Threads.size(), 1u);
    EXPECT_EQ(R.Dump.frames(R.Dump.Threads.at(0)).size(), 1u);
    EXPECT_EQ(R.Dump.Loaders.at(0).Classes.size(), 1u);
    EXPECT_EQ(R.Dump.Monitors.at(0).Entering.size(), 1u);
  }
}

TEST(JavacoreReader, SlowEveryCutIsTold) {
  // The last line may lack its line end.
  size_t Enough = Whole.find("END OF DUMP") + 11;
  for (size_t Size = Whole.find("TITLE"); Size != Enough; ++Size) {
    Result R = readText(Whole.take_front(Size));
    EXPECT_EQ(R.Error, "");
    ASSERT_FALSE(R.Damages.empty()) << Size;
    EXPECT_THAT(R.Damages.back(), HasSubstr("truncated"));
  }
}

TEST(JavacoreReader, SlowFlippedBytesDoNoHarm) {
  for (size_t I = 0; I != Whole.size(); ++I)
    for (unsigned Bit : {0x01, 0x10, 0x20, 0x80}) {
      std::string Flipped = Whole.str();
      Flipped[I] = char(Flipped[I] ^ Bit);
      Result R = readText(Flipped);
      // A lock mentioned only in a deadlock is a separate lock.
      EXPECT_LE(R.Dump.Threads.size(), 2u);
    }
}
