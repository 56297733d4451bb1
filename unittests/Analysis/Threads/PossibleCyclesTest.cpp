//===- PossibleCyclesTest.cpp - Threads that may wait for each other ------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Threads/PossibleCycles.h"
#include "MakeDump.h"

using namespace hprof;
using namespace llvm;

/// A dump with a blocked thread for each of \p Frames, which is its only frame.
static ThreadDump blocked(ArrayRef<StringRef> Frames) {
  std::string All;
  for (size_t I = 0; I != Frames.size(); ++I)
    All += (I ? ", " : "") + ("{\"tid\": " + std::to_string(I + 1) +
                              ", \"state\": \"BLOCKED\", \"stack\": [\"" +
                              Frames[I].str() + "\"]}");
  return dumpOfThreads(All);
}

static std::string cycles(ArrayRef<StringRef> Frames,
                          ArrayRef<FrameObject> Objects) {
  return listed(findPossibleCycles(blocked(Frames), Objects));
}

TEST(PossibleCycles, EachHasWhatTheOtherWants) {
  EXPECT_EQ(cycles({"a.B.c(B.java:1)", "a.B.d(B.java:2)"},
                   {{0, 0, 10}, {0, 0, 20}, {1, 0, 20}, {1, 0, 10}}),
            "[0,1]");
  // A thread may own objects in outer frames, but does not wait for them.
  EXPECT_EQ(cycles({"a.B.c(B.java:1)", "a.B.d(B.java:2)"},
                   {{0, 0, 10}, {0, 1, 20}, {1, 0, 20}, {1, 1, 10}}),
            "[0,1]");
  EXPECT_EQ(cycles({"a.B.c(B.java:1)", "a.B.d(B.java:2)"},
                   {{0, 0, 10}, {0, 1, 20}, {1, 0, 30}, {1, 1, 20}}),
            "[]");
}

TEST(PossibleCycles, OnlyInnermostFrameWaits) {
  const StringRef One = R"+(a.B.s(B.java:9)", "a.B.c(B.java:1))+";
  const StringRef Two = R"+(a.B.s(B.java:9)", "a.B.d(B.java:2))+";
  // A static method without arguments waits for its class, not for objects of
  // its callers.
  EXPECT_EQ(
      cycles({One, Two}, {{0, 1, 10}, {0, 1, 20}, {1, 1, 20}, {1, 1, 10}}),
      "[]");
  EXPECT_EQ(
      cycles({One, Two}, {{0, 0, 10}, {0, 1, 20}, {1, 0, 20}, {1, 1, 10}}),
      "[0,1]");
  EXPECT_EQ(
      cycles({One, Two}, {{0, 0, 10}, {0, 1, 20}, {1, 1, 20}, {1, 1, 10}}),
      "[]");
}

TEST(PossibleCycles, NotifiedWaitsInCallerOfWait) {
  // The native frame has no objects; the next frame holds the monitor to be
  // reacquired.
  const StringRef Notified = R"+(java.lang.Object.wait0(Native Method)",
    "java.lang.Object.wait(Object.java:338)", "a.B.c(B.java:1))+";
  const StringRef Other = "a.B.d(B.java:2)";
  EXPECT_EQ(cycles({Notified, Other},
                   {{0, 1, 10}, {0, 2, 20}, {1, 0, 20}, {1, 1, 10}}),
            "[0,1]");
  EXPECT_EQ(cycles({Notified, Other},
                   {{0, 2, 10}, {0, 2, 20}, {1, 0, 20}, {1, 1, 10}}),
            "[0,1]");
  // The stack has no frame at that depth.
  EXPECT_EQ(cycles({Notified, Other},
                   {{0, 3, 10}, {0, 3, 20}, {1, 0, 20}, {1, 1, 10}}),
            "[]");
  // More frames of Object.wait() than any VM has.
  const StringRef Many = R"+(java.lang.Object.wait0(Native Method)",
    "java.lang.Object.wait(Object.java:338)",
    "java.lang.Object.wait(Object.java:338)",
    "java.lang.Object.wait(Object.java:338)", "a.B.c(B.java:1))+";
  EXPECT_EQ(
      cycles({Many, Other}, {{0, 3, 10}, {0, 4, 20}, {1, 0, 20}, {1, 1, 10}}),
      "[0,1]");
  EXPECT_EQ(
      cycles({Many, Other}, {{0, 4, 10}, {0, 4, 20}, {1, 0, 20}, {1, 1, 10}}),
      "[]");
  // Methods named wait in other classes do not count.
  const StringRef Named = R"+(a.B.wait(B.java:9)", "a.B.c(B.java:1))+";
  EXPECT_EQ(
      cycles({Named, Other}, {{0, 1, 10}, {0, 1, 20}, {1, 0, 20}, {1, 0, 10}}),
      "[]");
}

TEST(PossibleCycles, OneObjectHasOneOwner) {
  EXPECT_EQ(
      cycles({"a.B.c(B.java:1)", "a.B.d(B.java:2)"}, {{0, 0, 10}, {1, 0, 10}}),
      "[]");
}

TEST(PossibleCycles, OneLineWantsOnePlace) {
  const StringRef Line = "a.B.c(B.java:1)";
  EXPECT_EQ(
      cycles({Line, Line}, {{0, 0, 10}, {0, 0, 20}, {1, 0, 10}, {1, 0, 20}}),
      "[]");
  EXPECT_EQ(
      cycles({Line, Line}, {{0, 0, 10}, {0, 0, 20}, {1, 0, 20}, {1, 0, 10}}),
      "[0,1]");
}

TEST(PossibleCycles, BudgetCountsAllPairs) {
  // Each of the two threads may be waiting for either of two objects, and both
  // hold both.
  const ThreadDump Two = blocked({"a.B.c(B.java:1)", "a.B.d(B.java:2)"});
  const std::vector<FrameObject> Crossed = {
      {0, 0, 10}, {0, 0, 20}, {1, 0, 20}, {1, 0, 10}};
  EXPECT_EQ(listed(findPossibleCycles(Two, Crossed, 8)), "[0,1]");
  EXPECT_EQ(listed(findPossibleCycles(Two, Crossed, 7)), "[]");
  // Threads that wait for the same object in the same line are not connected by
  // edges, but are counted: there are three objects, each held by two threads.
  const StringRef Line = "a.B.c(B.java:1)";
  const ThreadDump Four = blocked({Line, Line, "a.B.d(B.java:2)", Line});
  const std::vector<FrameObject> Same = {{0, 0, 10}, {1, 0, 10}, {2, 0, 30},
                                         {2, 1, 20}, {3, 0, 20}, {3, 1, 30}};
  EXPECT_EQ(listed(findPossibleCycles(Four, Same, 6)), "[2,3]");
  EXPECT_EQ(listed(findPossibleCycles(Four, Same, 5)), "[]");
}

TEST(PossibleCycles, BudgetLeavesOutWhoDoesNotWait) {
  const ThreadDump Dump = dumpOfThreads(R"+(
    {"tid": 1, "state": "BLOCKED", "stack": ["a.B.c(B.java:1)"]},
    {"tid": 2, "state": "BLOCKED", "stack": ["a.B.d(B.java:2)"]},
    {"tid": 3, "state": "RUNNABLE", "stack": ["a.B.e(B.java:3)"]})+");
  EXPECT_EQ(listed(findPossibleCycles(Dump,
                                      {{0, 0, 10},
                                       {0, 1, 20},
                                       {1, 0, 20},
                                       {1, 1, 10},
                                       {2, 0, 10},
                                       {2, 0, 20}},
                                      4)),
            "[0,1]");
}

TEST(PossibleCycles, IsAsLongAsNeeded) {
  constexpr uint32_t Count = 50'000;
  std::vector<std::string> Text;
  for (uint32_t T = 0; T != Count; ++T)
    Text.push_back("a.B.c(B.java:" + std::to_string(T + 1) + ")");
  std::vector<StringRef> Frames(Text.begin(), Text.end());
  std::vector<FrameObject> Objects;
  for (uint32_t T = 0; T != Count; ++T) {
    Objects.push_back({T, 0, 100 + (T + 1) % Count});
    Objects.push_back({T, 1, 100 + T});
  }
  const ThreadDump Dump = blocked(Frames);
  EXPECT_EQ(findPossibleCycles(Dump, Objects).size(), Count);
  Objects.pop_back(); // The last thread owns nothing.
  EXPECT_EQ(findPossibleCycles(Dump, Objects).size(), 0u);
}
