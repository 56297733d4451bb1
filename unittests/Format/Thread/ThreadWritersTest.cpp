//===- ThreadWritersTest.cpp - Thread dumps written and read again --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Thread/ThreadPrinter.h"
#include "hprof/Format/Thread/JstackWriter.h"
#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "hprof/Format/Thread/ThreadJsonWriter.h"
#include "hprof/Format/ThreadText/JstackReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static ThreadDump fromJson(StringRef Text) {
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "json");
  Expected<ThreadDump> D =
      readThreadJson(*In, [](const Damage &D) { ADD_FAILURE() << D.What; });
  if (!D) {
    ADD_FAILURE() << toString(D.takeError());
    return {};
  }
  return std::move(*D);
}

static ThreadDump fromText(StringRef Text) {
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "text");
  Expected<std::vector<ThreadDump>> D =
      readJstack(*In, [](const Damage &D) { ADD_FAILURE() << D.What; });
  if (!D) {
    ADD_FAILURE() << toString(D.takeError());
    return {};
  }
  EXPECT_EQ(D->size(), 1u);
  return std::move(D->front());
}

static std::string written(void (*Write)(const ThreadDump &, Sink &),
                           const ThreadDump &D) {
  SmallString<256> Text;
  auto Out = Sink::toMemory(Text);
  Write(D, *Out);
  EXPECT_FALSE(errorToBool(Out->finish()));
  return Text.str().str();
}

/// Every member of the format, in the JDK's order, and two unknown members.
static constexpr StringLiteral Json = R"json({
  "threadDump": {
    "formatVersion": 2,
    "processId": 900,
    "time": "2031-02-03T04:05:06.000000007Z",
    "runtimeVersion": "26+11",
    "threadContainers": [
      {
        "container": "<root>",
        "parent": null,
        "owner": null,
        "threads": [
          {
            "tid": 41,
            "time": "2031-02-03T04:05:06.1Z",
            "name": "a \"q\"/\n\u0007é",
            "state": "BLOCKED",
            "blockedOn": "shop.Till@7c1",
            "stack": [
              "shop.Desk.pay(Desk.java:12)",
              "app//a.B$$Lambda/0x1f.run(Unknown Source)",
              "java.base/java.lang.Thread.run(Native Method)"
            ],
            "monitorsOwned": [
              {
                "depth": 0,
                "locks": [
                  "shop.Ledger@55",
                  null
                ]
              },
              {
                "depth": 2,
                "locks": [
                  "shop.Log@56"
                ]
              }
            ],
            "color": {"r":[1,null]}
          },
          {
            "tid": 42,
            "time": "2031-02-03T04:05:06.2Z",
            "virtual": true,
            "name": "",
            "state": "WAITING",
            "parkBlocker": {
              "object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@9",
              "owner": 41
            },
            "stack": [],
            "carrier": 7
          }
        ],
        "threadCount": 2
      },
      {
        "container": "scope",
        "parent": "<root>",
        "owner": 41,
        "threads": [
          {
            "tid": 43,
            "time": "2031-02-03T04:05:06.3Z",
            "name": "c",
            "state": "TIMED_WAITING",
            "waitingOn": "java.lang.Object@1",
            "stack": []
          }
        ],
        "threadCount": 9
      }
    ],
    "host": "x"
  }
}
)json";

TEST(ThreadJsonWriter, WritesWhatWasRead) {
  EXPECT_EQ(written(writeThreadJson, fromJson(Json)), Json);
}

/// Required members are written even if the dump does not contain them.
TEST(ThreadJsonWriter, MakesUpWhatIsRequired) {
  ThreadDump D;
  D.Millis = 1500;
  D.Time = "Thu Jan  1 00:00:01 1970";
  D.Threads.resize(4);
  D.Threads[0].Name = "blocked";
  D.Threads[0].WaitsFor.emplace();
  D.Threads[0].WaitsFor->Kind = ThreadDump::WaitKind::Blocked;
  D.Threads[0].WaitsFor->Object.ClassName = "a.L";
  D.Threads[0].WaitsFor->Object.Address = 0xfd5c02f8;
  D.Threads[1].Id = 7;
  D.Threads[1].State = ThreadState::Parked;
  D.Threads[2].Name = "GC";
  D.Threads[2].IsInternal = true;
  D.Threads[3].Name = "last";
  const ThreadDump Again = fromJson(written(writeThreadJson, D));
  EXPECT_EQ(Again.Time, "1970-01-01T00:00:01.500Z");
  EXPECT_EQ(Again.FormatVersion, 2u);
  EXPECT_FALSE(Again.ProcessId);
  ASSERT_EQ(Again.Threads.size(), 3u);
  EXPECT_EQ(Again.Threads[0].Id, 8u);
  EXPECT_EQ(Again.Threads[0].State, ThreadState::Blocked);
  EXPECT_EQ(Again.Threads[0].Time, Again.Time);
  ASSERT_TRUE(Again.Threads[0].WaitsFor);
  EXPECT_EQ(Again.Threads[0].WaitsFor->Object.IdentityHash, 0xfd5c02f8u);
  EXPECT_EQ(Again.Threads[1].Id, 7u);
  EXPECT_EQ(Again.Threads[1].State, ThreadState::Waiting);
  EXPECT_EQ(Again.Threads[2].Id, 9u);
  EXPECT_EQ(Again.Threads[2].State, ThreadState::Runnable);
}

static constexpr StringLiteral Text = R"(2031-02-03 04:05:06
Full thread dump OpenJDK 64-Bit Server VM (17.0.21+9 mixed mode, sharing):

"a "q" #1 b" #41 daemon prio=5 cpu=109.21ms tid=0x00007fb6e802a890 nid=24201 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
	at shop.Desk.pay(java.base@17/Desk.java:12)
	- waiting to lock <0x00000000fd000010> (a shop.Till)
	- locked <0x00000000fd000020> (a shop.Ledger)
	- eliminated <owner is scalar replaced> (a shop.Log)
	at shop.Desk.run(Native Method)
	- locked <0x00000000fd000030> (a shop.Desk)

   Locked ownable synchronizers:
	- <0x00000000fd000040> (a java.util.concurrent.locks.ReentrantLock$FairSync)

"b" #42 virtual carrier=#43
   java.lang.Thread.State: WAITING (parking)
	at a.B.c(Unknown Source)
	- parking to wait for  <0x00000000fd000040> (a java.util.concurrent.locks.ReentrantLock$FairSync)

   Locked ownable synchronizers:
	- None

"carrier" #43 tid=0x0000000000000001
   Carrying virtual thread #42

   Locked ownable synchronizers:
	- None

"s" #44 tid=0x0000000000000003 nid=3 waiting on condition
   java.lang.Thread.State: TIMED_WAITING (sleeping)
	at java.lang.Thread.sleep(Thread.java)

   Locked ownable synchronizers:
	- None

"GC Thread#0" tid=0x0000000000000002 nid=2 runnable


Found one Java-level deadlock:
=============================
"a "q" #1 b":
  waiting to lock monitor 0x0000000000000000 (object 0x00000000fd000010, a shop.Till),
  which is held by "b"

"b":
  waiting for ownable synchronizer 0x00000000fd000040, (a java.util.concurrent.locks.ReentrantLock$FairSync),
  which is held by "a "q" #1 b"

Java stack information for the threads listed above:
===================================================

Found 1 deadlock.

)";

TEST(JstackWriter, WritesWhatWasRead) {
  EXPECT_EQ(written(writeJstack, fromText(Text)), Text);
}

/// JSON states the owner with the lock; jstack's format states it with the
/// owning thread.
TEST(JstackWriter, OwnersOfJson) {
  const ThreadDump D = fromText(written(writeJstack, fromJson(Json)));
  ASSERT_EQ(D.Threads.size(), 3u);
  ASSERT_EQ(D.Threads[0].Synchronizers.size(), 1u);
  EXPECT_EQ(D.Threads[0].Synchronizers[0].Address, 9u);
  ASSERT_TRUE(D.Threads[1].WaitsFor && D.Threads[1].WaitsFor->Owner);
  EXPECT_EQ(D.Threads[1].WaitsFor->Owner->Id, 41u);
  EXPECT_TRUE(D.Threads[1].IsVirtual);
  EXPECT_EQ(D.Threads[1].CarrierId, 7u);
  // The line break in a name survives a round trip.
  EXPECT_EQ(StringRef(D.Threads[0].Name).take_front(7).str(), "a \"q\"/\n");
}

static std::string printed(const ThreadDump &D) {
  std::string Out;
  raw_string_ostream OS(Out);
  printThreadDump(OS, D, [](StringRef S) { return S.str(); });
  return Out;
}

/// A dump that was once converted to a format does not change in later
/// conversions to it.
TEST(ThreadWriters, OtherFormatAndBack) {
  const ThreadDump Once = fromText(written(writeJstack, fromJson(Json)));
  const ThreadDump Twice =
      fromText(written(writeJstack, fromJson(written(writeThreadJson, Once))));
  EXPECT_EQ(printed(Once), printed(Twice));
}
