//===- ThreadDamageTest.cpp - Damage in thread dumps is reported ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Javacore/JavacoreReader.h"
#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Result {
  std::vector<ThreadDump> Dumps;
  std::vector<std::string> Damage;
};

using Reader = Expected<std::vector<ThreadDump>> (*)(Source &,
                                                     const DamageHandler &);

template <Expected<ThreadDump> (*ReadOne)(Source &, const DamageHandler &)>
Expected<std::vector<ThreadDump>> one(Source &In, const DamageHandler &Told) {
  Expected<ThreadDump> Dump = ReadOne(In, Told);
  if (!Dump)
    return Dump.takeError();
  std::vector<ThreadDump> Dumps;
  Dumps.push_back(std::move(*Dump));
  return Dumps;
}

/// Reads \p Text; an error counts as damage.
Result read(Reader Read, StringRef Text) {
  Result R;
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Text), "dump");
  Expected<std::vector<ThreadDump>> Dumps =
      Read(*In, [&](const Damage &D) { R.Damage.push_back(D.What); });
  if (Dumps)
    R.Dumps = std::move(*Dumps);
  else
    R.Damage.push_back(toString(Dumps.takeError()));
  return R;
}

/// The numbers of threads, frames, locks and waits, none of which may vanish or
/// appear.
std::string countsOf(const Result &R) {
  size_t Threads = 0, Frames = 0, Locks = 0, Waits = 0, Steps = 0;
  for (const ThreadDump &D : R.Dumps) {
    for (const ThreadDump::Thread &T : D.Threads) {
      ++Threads;
      Frames += D.frames(T).size();
      Locks += T.Locks.size() + T.Synchronizers.size();
      Waits += T.WaitsFor.has_value();
    }
    for (const ThreadDump::Deadlock &L : D.Deadlocks)
      Steps += L.Steps.size();
  }
  return utostr(R.Dumps.size()) + " dumps, " + utostr(Threads) + " threads, " +
         utostr(Frames) + " frames, " + utostr(Locks) + " locks, " +
         utostr(Waits) + " waits, " + utostr(Steps) + " steps";
}

const char Text[] = R"~(2031-02-03 04:05:06
Full thread dump OpenJDK 64-Bit Server VM (25 mixed mode):

Threads class SMR info:
_java_thread_list=0x00007f1000000010, length=2, elements={
0x00007f1000000001, 0x00007f1000000002
}

"ana" #41 [7] daemon prio=5 os_prio=0 cpu=0.24ms elapsed=1.0s tid=0x00007f1000000001 nid=7 waiting for monitor entry  [0x00007f1000000101]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at shop.Till.open(Till.java:12)
	- waiting to lock <0x00000000fd000010> (a shop.Till)
	- locked <0x00000000fd000020> (a shop.Ledger)
	at java.lang.Thread.run(java.base@25/Thread.java:1474)

   Locked ownable synchronizers:
	- None

"bo" #42 [8] prio=5 os_prio=0 cpu=0.24ms elapsed=1.0s tid=0x00007f1000000002 nid=8 waiting for monitor entry  [0x00007f1000000102]
   java.lang.Thread.State: BLOCKED (on object monitor)
	at shop.Till.close(Till.java:17)
	- waiting to lock <0x00000000fd000020> (a shop.Ledger)
	- locked <0x00000000fd000010> (a shop.Till)

   Locked ownable synchronizers:
	- <0x00000000fd000030> (a java.util.concurrent.locks.ReentrantLock$FairSync)

"VM Thread" os_prio=0 cpu=0.24ms elapsed=1.0s tid=0x00007f1000000003 nid=9 runnable

JNI global refs: 15, weak refs: 0

Found one Java-level deadlock:
=============================
"ana":
  waiting to lock monitor 0x00007f1000000201 (object 0x00000000fd000010, a shop.Till),
  which is held by "bo"

"bo":
  waiting to lock monitor 0x00007f1000000202 (object 0x00000000fd000020, a shop.Ledger),
  which is held by "ana"

Java stack information for the threads listed above:
===================================================
"ana":
	at shop.Till.open(Till.java:12)
	- waiting to lock <0x00000000fd000010> (a shop.Till)
"bo":
	at shop.Till.close(Till.java:17)
	- waiting to lock <0x00000000fd000020> (a shop.Ledger)

Found 1 deadlock.

)~";

const char Json[] = R"~({ "threadDump": { "formatVersion": 2, "processId": 900,
  "time": "2031-02-03T04:05:06Z", "runtimeVersion": "26",
  "threadContainers": [
    { "container": "<root>", "parent": null, "owner": null, "threads": [
        { "tid": 41, "time": "2031-02-03T04:05:06Z", "name": "ana",
          "state": "RUNNABLE",
          "stack": [ "shop.Till.open(Till.java:12)",
                     "java.base/java.lang.Thread.run(Thread.java:1474)" ]
},
        { "tid": 42, "time": "2031-02-03T04:05:06Z", "name": "bo",
          "state": "RUNNABLE",
          "stack": [ "shop.Till.close(Till.java:17)" ] } ],
      "threadCount": 2
} ]
}
}
)~";

const char Javacore[] =
    R"~(0SECTION       TITLE subcomponent dump routine
NULL           ===============================
1TIDATETIME    Date: 2031/02/03 at 05:05:07
NULL           ------------------------------------------------------------------------
0SECTION       THREADS subcomponent dump routine
2XMPOOLLIVE        Current total number of live threads: 2
1XMCURTHDINFO  Current thread
3XMTHREADINFO      "ana" J9VMThread:0x0000000000011000, omrthread_t:0x0000000000000C00, java/lang/Thread:0x0000000000001100, state:P, prio=5
3XMJAVALTHREAD            (java/lang/Thread getId:0x29, isDaemon:false)
3XMTHREADINFO1            (native thread ID:0x1234, native priority:0x5, native policy:UNKNOWN)
3XMTHREADINFO2            (native stack address range from:0x01, to:0x02, size:0x1)
3XMTHREADBLOCK     Parked on: shop/Sync@0x0000000000001300 Owned by: "bo" (J9VMThread:0x0000000000012000, java/lang/Thread:0x0000000000001200)
3XMTHREADINFO3           Java callstack:
4XESTACKTRACE                at shop/Clerk.pay(Clerk.java:12(Compiled Code))
4XESTACKTRACE                at java/lang/Thread.run(Thread.java:745)
3XMTHREADINFO      "bo" J9VMThread:0x0000000000012000, omrthread_t:0x0000000000000C10, java/lang/Thread:0x0000000000001200, state:R, prio=5
3XMTHREADINFO3           Java callstack:
4XESTACKTRACE                at java/lang/Thread.run(Bytecode PC:3)
5XESTACKTRACE                   (entered lock: shop/Till@0x0000000000001400, entry count: 2)
NULL
NULL           ------ END OF DUMP ------
)~";

const char Art[] = R"~(----- pid 2531 at 2031-02-03 04:05:06 -----
Cmd line: shop.app

DALVIK THREADS (2):
"main" prio=5 tid=1 Blocked
  | sysTid=2531 nice=-10 cgrp=default sched=0/0 handle=0x7f
  at shop.Till.open(Till.java:12)
  - waiting to lock <0x0a1b> (a java.lang.Object) held by thread 12
  at shop.Till.main(Till.java:3)

"worker" daemon prio=5 tid=12 Native
  | sysTid=2532 nice=-10 cgrp=default sched=0/0 handle=0x7f
  at java.lang.Object.wait(Native method)
  - locked <0x0a1b> (a java.lang.Object)

----- end 2531 -----
)~";

const struct {
  const char *Name;
  Reader Read;
  StringRef Whole;
} Dumps[] = {{"jstack", readJstack, Text},
             {"json", one<readThreadJson>, Json},
             {"javacore", one<readJavacore>, Javacore},
             {"art", readJstack, Art}};
} // namespace

TEST(ThreadDamage, IntactDumpsHaveNone) {
  for (const auto &D : Dumps)
    EXPECT_THAT(read(D.Read, D.Whole).Damage, testing::IsEmpty()) << D.Name;
}

/// If one byte is changed, no thread, frame or lock vanishes or appears without
/// being reported.
TEST(ThreadDamage, OneByteTakesNothingUntold) {
  for (const auto &D : Dumps) {
    const std::string Wanted = countsOf(read(D.Read, D.Whole));
    for (char Byte : {'x', ' ', '\n', '\x91', '\1', '0'})
      for (size_t I = 0; I != D.Whole.size(); ++I) {
        std::string Damaged = D.Whole.str();
        if (Damaged[I] == Byte)
          continue;
        Damaged[I] = Byte;
        const Result R = read(D.Read, Damaged);
        if (!R.Damage.empty())
          continue;
        EXPECT_EQ(countsOf(R), Wanted)
            << D.Name << ", byte " << I << " is " << int(Byte) << ": "
            << StringRef(Damaged).slice(I > 20 ? I - 20 : 0, I + 20).str();
      }
  }
}

/// Lines of a log are not lines of a dump. A lost line is also reported.
TEST(ThreadDamage, LinesOfLogsAreNone) {
  const StringRef Logs[] = {
      "2031-02-03 04:05:07,123 INFO  [main] app.Dumper - done",
      "app.Main: starting worker 3",
      "[GC 12K->3K(40K), 0.1 secs]",
      "{\"level\":\"info\",\"msg\":\"at 12 (a test)\"}",
      "gr\xf6\xdf"
      "e",
      "\x1b[32mINFO\x1b[0m cpu=3 done",
      "INFO Java-level deadlock check ok",
      "INFO Found one Java-level deadlock in the test data",
      "INFO Found one Java-level deadlock:",
      "INFO see Java stack information",
      "INFO Found 7 deadlocks in the logs"};
  SmallVector<StringRef, 64> Lines;
  StringRef(Text).split(Lines, '\n');
  const std::string Wanted = countsOf(read(readJstack, Text));
  for (StringRef Log : Logs)
    for (size_t At = 0; At != Lines.size(); ++At) {
      std::string Mixed;
      for (size_t I = 0; I != Lines.size(); ++I)
        Mixed += (I == At ? Log + "\n" : Twine()).str() + Lines[I].str() + "\n";
      const Result R = read(readJstack, Mixed);
      EXPECT_THAT(R.Damage, testing::IsEmpty()) << Log.str() << ", " << At;
      EXPECT_EQ(countsOf(R), Wanted) << Log.str() << ", " << At;
    }
}

TEST(ThreadDamage, StatedNumbersAreCompared) {
  const auto Without = [](StringRef Whole, StringRef From, StringRef To) {
    const size_t First = Whole.find(From);
    return (Whole.take_front(First) + Whole.drop_front(Whole.find(To, First)))
        .str();
  };
  EXPECT_THAT(
      read(readJstack, Without(Text, "\"bo\" #42", "\"VM Thread\"")).Damage,
      testing::ElementsAre(
          testing::HasSubstr("the dump contains no thread with "
                             "tid=0x7f1000000002, which is in the VM's list"),
          testing::HasSubstr("expected deadlocked thread 'bo'")));
  EXPECT_THAT(
      read(readJstack, Without(Text, "Found one", "Java stack inf")).Damage,
      testing::Contains(
          testing::HasSubstr("the dump states 1 deadlock, but contains 0")));
  EXPECT_THAT(read(one<readJavacore>,
                   Without(Javacore, "3XMTHREADINFO      \"bo\"", "NULL\n"))
                  .Damage,
              testing::ElementsAre(testing::HasSubstr(
                  "the dump states 2 threads, but contains 1")));
  EXPECT_THAT(read(readJstack, Without(Art, "\"worker\"", "----- end")).Damage,
              testing::ElementsAre(testing::HasSubstr(
                  "the dump states 2 threads, but contains 1")));
  std::string Less(Json);
  Less.replace(Less.find("\"threadCount\": 2") + 15, 1, "1");
  EXPECT_THAT(read(one<readThreadJson>, Less).Damage,
              testing::ElementsAre(testing::HasSubstr(
                  "'threadCount' is 1, but the container lists 2 threads")));
}

/// A thread may have any name. Names that look like lines of the dump do not
/// end the dump, neither with a log prefix nor in deadlocks.
TEST(ThreadDamage, NamesAreNoLines) {
  const std::string Wanted = countsOf(read(readJstack, Text));
  for (StringRef Name :
       {"Found one Java-level deadlock:", "Java-level deadlock",
        "Found 3 deadlocks.", "Java stack information",
        "Java stack information for the threads listed above:",
        "JNI global refs: 5"})
    for (StringRef Old : {"\"ana\"", "\"bo\"", "\"VM Thread\""})
      for (StringRef Prefix : {"", "app | "}) {
        std::string Renamed;
        for (StringRef Line : split(StringRef(Text).rtrim(), '\n')) {
          const auto [Before, After] = Line.split(Old);
          Renamed += Prefix;
          Renamed += Before;
          if (Line.contains(Old))
            Renamed += ("\"" + Name + "\"" + After).str();
          Renamed += "\n";
        }
        const Result R = read(readJstack, Renamed);
        EXPECT_THAT(R.Damage, testing::IsEmpty()) << Name.str() << Old.str();
        EXPECT_EQ(countsOf(R), Wanted) << Prefix.str() << Name.str();
      }
}

/// Each deadlock has its own stacks: an earlier version lost all but those of
/// the first.
TEST(ThreadDamage, AllDeadlocksAreRead) {
  const StringRef Whole = Text;
  const size_t First = Whole.find("\nFound one Java-level");
  const size_t Last = Whole.find("\nFound 1 deadlock");
  const std::string Again = Whole.slice(First, Last).str();
  const Result R =
      read(readJstack,
           (Whole.take_front(Last) + Again + "\nFound 2 deadlocks.\n").str());
  EXPECT_THAT(R.Damage, testing::IsEmpty());
  ASSERT_EQ(R.Dumps.size(), 1u);
  EXPECT_EQ(R.Dumps[0].Deadlocks.size(), 2u);
}
