//===- ThreadFilterTest.cpp - Selects threads of a dump -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/ThreadFilter.h"
#include "MakeDump.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Threads = R"json(
{"tid": 1, "name": "http-1", "state": "RUNNABLE", "stack": ["x.A.f(A.java:1)"]
},
{"tid": 2, "name": "http-2", "state": "BLOCKED", "stack": ["x.B.g(B.java:1)"]},
{"tid": 30, "name": "1", "state": "BLOCKED", "stack": []})json";

static std::string selected(const ThreadFilter &F) {
  return listed(F.select(dumpOfThreads(Threads)));
}

static std::string withText(StringRef Text) {
  ThreadFilter F;
  EXPECT_FALSE(errorToBool(F.setText(Text)));
  return selected(F);
}

TEST(ThreadFilter, Everything) {
  EXPECT_TRUE(ThreadFilter().isEmpty());
  EXPECT_EQ(selected(ThreadFilter()), "[0,1,2]");
}

TEST(ThreadFilter, States) {
  ThreadFilter F;
  EXPECT_FALSE(errorToBool(F.addState("blocked")));
  EXPECT_EQ(selected(F), "[1,2]");
  EXPECT_FALSE(errorToBool(F.addState("RUNNABLE")));
  EXPECT_EQ(selected(F), "[0,1,2]");
  EXPECT_FALSE(errorToBool(F.addState("timed-waiting")));
  EXPECT_NE(toString(F.addState("asleep")).find("TIMED_WAITING"),
            std::string::npos);
}

/// A number may be an id or a name.
TEST(ThreadFilter, IdsAndNames) {
  ThreadFilter F;
  F.addThread("1");
  EXPECT_EQ(selected(F), "[0,2]");
  ThreadFilter G;
  G.addThread("#2");
  G.addThread("no such thread");
  EXPECT_EQ(selected(G), "[1]");
}

TEST(ThreadFilter, Text) {
  EXPECT_EQ(withText("http"), "[0,1]");
  EXPECT_EQ(withText("x.A.f"), "[0]");
  EXPECT_EQ(withText("*-2"), "[1]");
  EXPECT_EQ(withText("/B\\.g|^1$/"), "[1,2]");
  EXPECT_EQ(withText("nothing"), "[]");
  ThreadFilter F;
  EXPECT_TRUE(errorToBool(F.setText("/(/")));
}

TEST(ThreadFilter, AllCriteria) {
  ThreadFilter F;
  EXPECT_FALSE(errorToBool(F.addState("BLOCKED")));
  EXPECT_FALSE(errorToBool(F.setText("http")));
  EXPECT_EQ(selected(F), "[1]");
}
