//===- StackGroupsTest.cpp - Threads with the same stack ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Threads/StackGroups.h"
#include "MakeDump.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Threads = R"json(
{"tid": 1, "name": "a", "stack": ["x.A.f(A.java:1)", "x.M.run(M.java:5)"]
},
{"tid": 2, "name": "b", "stack": []},
{"tid": 3, "name": "c", "stack": ["x.A.f(A.java:1)", "x.M.run(M.java:5)"]},
{"tid": 4, "name": "d", "stack": ["x.A.f(A.java:2)", "x.M.run(M.java:5)"]},
{"tid": 5, "name": "e", "stack": ["x.M.run(M.java:5)"]})json";

static std::string grouped(ArrayRef<uint32_t> Chosen, uint64_t Ignore) {
  const ThreadDump Dump = dumpOfThreads(Threads);
  std::string Out;
  for (const StackGroup &G : groupStacks(Dump, Chosen, Ignore))
    Out += listed(G.Threads);
  return Out;
}

TEST(StackGroups, LargestFirst) {
  EXPECT_EQ(grouped({0, 1, 2, 3, 4}, 0), "[0,2][1][3][4]");
  EXPECT_EQ(grouped({3, 2, 1}, 0), "[3][2][1]");
  EXPECT_EQ(grouped({}, 0), "");
}

TEST(StackGroups, IgnoredFrames) {
  EXPECT_EQ(grouped({0, 1, 2, 3, 4}, 1), "[0,2,3][1,4]");
  EXPECT_EQ(grouped({0, 1, 2, 3, 4}, UINT64_MAX), "[0,1,2,3,4]");
}
