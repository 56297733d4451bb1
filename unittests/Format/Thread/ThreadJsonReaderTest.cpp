//===- ThreadJsonReaderTest.cpp - Tests of JSON thread dumps --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadJsonReader.h"
#include "Format/Thread/ThreadPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
struct Result {
  ThreadDump Dump;
  std::string Error;
  std::vector<std::string> Damage;
};
} // namespace

static Result read(StringRef Text, size_t Window = 0) {
  Result R;
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "t", Window);
  Expected<ThreadDump> Dump =
      readThreadJson(*In, [&](const Damage &D) { R.Damage.push_back(D.What); });
  if (Dump)
    R.Dump = std::move(*Dump);
  else
    R.Error = toString(Dump.takeError());
  return R;
}

/// A dump whose only thread has these members after its tid, name and stack.
static std::string withThread(StringRef Members) {
  return ("{\"threadDump\": {\"threadContainers\": [{\"container\": \"<root>\","
          " \"parent\": null, \"owner\": null, \"threads\": [\n{\"tid\": \"1\","
          " \"name\": \"t\", \"stack\": []" +
          Members + "}]}]}}")
      .str();
}

/// A dump with every member that occurs in the JDK's description of the format.
static constexpr StringLiteral Whole = R"json({ "threadDump": {
  "formatVersion": 2, "processId": 900,
  "time": "2031-02-03T04:05:06.000000007Z", "runtimeVersion": "26+11",
  "threadContainers": [
    { "container": "<root>", "parent": null, "owner": null, "threadCount": 2,
      "threads": [
        { "tid": 41, "time": "2031-02-03T04:05:06.1Z", "name": "ana",
          "state": "BLOCKED", "blockedOn": "shop.Till@7c1",
          "stack": ["shop.Desk.pay(Desk.java:12)",
                    "java.base\/java.lang.Thread.run(Thread.java:1)"],
          "monitorsOwned": [{ "depth": 1, "locks": ["shop.Ledger@55", null] }]
},
        { "tid": 42, "time": "2031-02-03T04:05:06.2Z", "name": "bo",
          "virtual": true, "carrier": 7, "state": "WAITING",
          "parkBlocker": { "object": "shop.Sync@9", "owner": 41 },
          "stack": [] } ]
},
    { "container": "pool", "parent": "<root>", "owner": 41, "threads": [
        { "tid": 43, "name": "", "state": "TIMED_WAITING",
          "waitingOn": "shop.Bell@a",
          "stack": ["java.base\/java.lang.Thread.run(Thread.java:1)"] } ] }
]
}
})json";

static void expectWhole(const ThreadDump &D) {
  EXPECT_EQ(D.FormatVersion, 2u);
  EXPECT_EQ(D.ProcessId, 900u);
  EXPECT_EQ(D.Millis, 1927857906000u);
  EXPECT_EQ(D.VmVersion, "26+11");
  ASSERT_EQ(D.Containers.size(), 2u);
  EXPECT_EQ(D.Containers[0].ThreadCount, 2u);
  EXPECT_EQ(D.Containers[0].Parent, std::nullopt);
  EXPECT_EQ(D.Containers[1].Name, "pool");
  EXPECT_EQ(D.Containers[1].Parent, 0u);
  EXPECT_EQ(D.Containers[1].OwnerId, 41u);
  ASSERT_EQ(D.Threads.size(), 3u);
  const ThreadDump::Thread &Ana = D.Threads[0], &Bo = D.Threads[1],
                           &Last = D.Threads[2];
  EXPECT_EQ(Ana.Name, "ana");
  EXPECT_EQ(Ana.Id, 41u);
  EXPECT_EQ(Ana.Time, "2031-02-03T04:05:06.1Z");
  EXPECT_EQ(Ana.State, ThreadState::Blocked);
  ASSERT_TRUE(Ana.WaitsFor);
  EXPECT_EQ(Ana.WaitsFor->Kind, ThreadDump::WaitKind::Blocked);
  EXPECT_EQ(Ana.WaitsFor->Object.ClassName, "shop.Till");
  EXPECT_EQ(Ana.WaitsFor->Object.IdentityHash, 0x7c1u);
  ASSERT_EQ(D.frames(Ana).size(), 2u);
  const ThreadFrame &Pay = D.Stacks.frame(D.frames(Ana)[0]);
  EXPECT_EQ(Pay.ClassName, "shop.Desk");
  EXPECT_EQ(Pay.Line, 12);
  ASSERT_EQ(Ana.Locks.size(), 2u);
  EXPECT_EQ(Ana.Locks[0].Depth, 1u);
  EXPECT_EQ(Ana.Locks[0].Object.ClassName, "shop.Ledger");
  EXPECT_TRUE(Ana.Locks[1].IsEliminated);
  EXPECT_EQ(Ana.Locks[1].Depth, 1u);
  EXPECT_TRUE(Bo.IsVirtual);
  EXPECT_EQ(Bo.CarrierId, 7u);
  ASSERT_TRUE(Bo.WaitsFor && Bo.WaitsFor->Owner);
  EXPECT_EQ(Bo.WaitsFor->Kind, ThreadDump::WaitKind::Parked);
  EXPECT_EQ(Bo.WaitsFor->Object.ClassName, "shop.Sync");
  EXPECT_EQ(Bo.WaitsFor->Owner->Id, 41u);
  EXPECT_EQ(Bo.Stack, 0u);
  EXPECT_EQ(Last.Container, 1u);
  EXPECT_EQ(Last.State, ThreadState::TimedWaiting);
  EXPECT_EQ(D.frames(Last)[0], D.frames(Ana)[1]);
  EXPECT_EQ(D.Stacks.frame(D.frames(Last)[0]).Module, "java.base");
}

TEST(ThreadJson, ReadsAllMembers) {
  for (size_t Window : {0, 1, 7}) {
    const Result R = read(Whole, Window);
    EXPECT_EQ(R.Error, "");
    EXPECT_THAT(R.Damage, IsEmpty());
    expectWhole(R.Dump);
  }
}

/// Before version 2 of the format, numbers were strings.
TEST(ThreadJson, ReadsNumbersInStrings) {
  std::string Text = Whole.str();
  for (StringRef Number : {"900", "41", "42", "43", "7,", "1,"})
    for (const char *Before : {": ", "\": "}) {
      const std::string From = Before + Number.str();
      const std::string Digits = Number.rtrim(',').str();
      const std::string To =
          Before + ("\"" + Digits + "\"") + (Number.ends_with(",") ? "," : "");
      for (size_t At = 0; (At = Text.find(From, At)) != std::string::npos;
           At += To.size())
        Text.replace(At, From.size(), To);
    }
  const Result R = read(Text);
  EXPECT_THAT(R.Damage, IsEmpty()) << Text;
  expectWhole(R.Dump);
}

TEST(ThreadJson, WrongTypesAreToldWithTheirPlace) {
  const auto Told = [](StringRef Members) {
    return read(withThread(Members)).Damage;
  };
  const std::string Path = "threadDump.threadContainers[0].threads[0].";
  EXPECT_THAT(Told(", \"state\": 5"),
              ElementsAre("line 2, column 49: " + Path +
                          "state: expected a string, found 5"));
  EXPECT_THAT(Told(", \"virtual\": \"yes\""),
              ElementsAre("line 2, column 51: " + Path +
                          "virtual: expected true or false, found \"yes\""));
  EXPECT_THAT(Told(", \"carrier\": \"x\""),
              ElementsAre(HasSubstr("expected a number, found \"x\"")));
  EXPECT_THAT(Told(", \"carrier\": -3"),
              ElementsAre(HasSubstr("expected a number, found -3")));
  EXPECT_THAT(Told(", \"carrier\": null"),
              ElementsAre(HasSubstr("expected a number, found null")));
  EXPECT_THAT(Told(", \"parkBlocker\": [1, [2]]"),
              ElementsAre(HasSubstr("expected an object, found an array")));
  EXPECT_THAT(Told(", \"monitorsOwned\": {\"a\": {}}"),
              ElementsAre(HasSubstr("expected an array of objects, found an "
                                    "object")));
  EXPECT_THAT(
      Told(", \"monitorsOwned\": [true, {\"depth\": 1, \"locks\": [5]}]"),
      ElementsAre(HasSubstr("monitorsOwned[0]: expected an object, found true"),
                  HasSubstr("monitorsOwned[1].locks[0]: expected a string, "
                            "found 5")));
  EXPECT_THAT(Told(", \"blockedOn\": \"nothing\""),
              ElementsAre(HasSubstr("expected a class, '@' and a hash")));
  EXPECT_THAT(Told(", \"state\": \"BUSY\""),
              ElementsAre(HasSubstr("expected a java.lang.Thread.State")));
}

TEST(ThreadJson, MissingMembersAreTold) {
  const Result R = read("{\"threadDump\": {\"threadContainers\": [{\"threads\":"
                        " [{\"tid\": 1}]}]}}");
  EXPECT_THAT(R.Damage,
              ElementsAre(HasSubstr("threads[0]: expected a member 'name'"),
                          HasSubstr("threads[0]: expected a member 'stack'"),
                          HasSubstr("expected a member 'container'"),
                          HasSubstr("expected a member 'parent'"),
                          HasSubstr("expected a member 'owner'")));
  ASSERT_EQ(R.Dump.Threads.size(), 1u);
  EXPECT_EQ(R.Dump.Threads[0].Id, 1u);
}

TEST(ThreadJson, UnknownMembersAreKept) {
  const Result R = read(withThread(
      ", \"cpu\": 1.5e3, \"tags\": {\"a\": [true, null, \"x\"], \"b\": -7}"));
  EXPECT_THAT(R.Damage, IsEmpty());
  const auto &Extra = R.Dump.Threads.at(0).Extra;
  ASSERT_EQ(Extra.size(), 2u);
  EXPECT_EQ(Extra[0].Name, "cpu");
  EXPECT_EQ(Extra[0].Json, "1.5e3");
  EXPECT_EQ(Extra[1].Name, "tags");
  EXPECT_EQ(Extra[1].Json, "{\"a\":[true,null,\"x\"],\"b\":-7}");
}

TEST(ThreadJson, TextsBecomeValid) {
  for (size_t Window : {0, 1, 5}) {
    const Result R = read(
        withThread(", \"time\": \"a\\\"\\\\\\/\\u00e9\\ud83d\\ude00\\ud83d|"
                   "\\udc00|\\\\ud83d\xff\""),
        Window);
    EXPECT_THAT(R.Damage, ElementsAre(HasSubstr("found invalid UTF-8")));
    EXPECT_EQ(R.Dump.Threads.at(0).Time,
              "a\"\\/\u00e9\U0001f600\ufffd|\ufffd\ufffd\ufffd|\\ud83d\ufffd");
  }
  // An escape at the very end.
  EXPECT_THAT(read("{\"threadDump\": \"\\ud83d").Damage,
              ElementsAre(HasSubstr("line 1, column")));
}

TEST(ThreadJson, CutFilesKeepWhatTheyHave) {
  const size_t At = Whole.find("\"carrier\"");
  const Result R = read(Whole.take_front(At));
  EXPECT_EQ(R.Error, "");
  ASSERT_EQ(R.Damage.size(), 1u);
  EXPECT_THAT(R.Damage[0], HasSubstr("line 14, column"));
  EXPECT_THAT(R.Damage[0], HasSubstr("threads[1]"));
  ASSERT_EQ(R.Dump.Threads.size(), 2u);
  EXPECT_EQ(R.Dump.Threads[1].Name, "bo");
  EXPECT_EQ(R.Dump.frames(R.Dump.Threads[0]).size(), 2u);
  // Truncation at any byte is handled.
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    read(Whole.take_front(Size));
}

TEST(ThreadJson, DeepNestingIsNoRecursion) {
  const std::string Deep(1 << 20, '[');
  const Result R = read(withThread(", \"x\": " + Deep));
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Damage.size(), 1u);
}

TEST(ThreadJson, OtherInputs) {
  EXPECT_TRUE(looksLikeThreadJson(" \n{\t\"threadDump\" : {"));
  EXPECT_FALSE(looksLikeThreadJson("{\"threadDumps\":"));
  EXPECT_FALSE(looksLikeThreadJson("{}"));
  for (const char *Text : {"", "{}", "[]", "hello"})
    EXPECT_THAT(read(Text).Error, HasSubstr("expected a JSON thread dump"));
}
