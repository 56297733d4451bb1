//===- SampleCountsTest.cpp - Numbers of samples per trace ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Cpu/SampleCounts.h"
#include "Agent/Cpu/PollSampler.h"
#include "Agent/Cpu/SampleFailures.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

TEST(SampleCountsTest, OrdersRowsByCount) {
  SampleCounts Counts;
  Counts.add(5);
  Counts.add(2, 3);
  Counts.add(9, 3);
  Counts.add(5);
  SampleCounts::Profile P = Counts.take(0);
  EXPECT_EQ(P.Total, 8u);
  ASSERT_EQ(P.Rows.size(), 3u);
  EXPECT_EQ(P.Rows[0].Trace, 2u);
  EXPECT_EQ(P.Rows[0].Count, 3u);
  EXPECT_EQ(P.Rows[1].Trace, 9u);
  EXPECT_EQ(P.Rows[2].Trace, 5u);
  EXPECT_EQ(P.Rows[2].Count, 2u);
}

TEST(SampleCountsTest, BeginsAgainAfterADump) {
  SampleCounts Counts;
  Counts.add(1);
  EXPECT_EQ(Counts.take(0).Total, 1u);
  SampleCounts::Profile P = Counts.take(0);
  EXPECT_EQ(P.Total, 0u);
  EXPECT_TRUE(P.Rows.empty());
}

TEST(SampleCountsTest, LeavesOutWhatIsBelowTheCutoff) {
  SampleCounts Counts;
  Counts.add(0, 90);
  Counts.add(1, 9);
  Counts.add(2, 1);
  SampleCounts::Profile P = Counts.take(0.05);
  EXPECT_EQ(P.Total, 100u);
  ASSERT_EQ(P.Rows.size(), 2u);
  Counts.add(0);
  EXPECT_EQ(Counts.take(1.0).Rows.size(), 1u);
  Counts.add(0);
  EXPECT_TRUE(Counts.take(1.5).Rows.empty());
}

TEST(SampleCountsTest, StopsAtTheLargestNumber) {
  SampleCounts Counts;
  Counts.add(0, UINT32_MAX);
  Counts.add(0);
  Counts.add(1);
  SampleCounts::Profile P = Counts.take(0);
  EXPECT_EQ(P.Total, UINT32_MAX);
  EXPECT_EQ(P.Rows[0].Count, UINT32_MAX);
}

TEST(SampleFailuresTest, StatesReasons) {
  SampleFailures F;
  F.addGood();
  EXPECT_EQ(F.takeText(), "");
  F.addGood();
  F.addGood();
  for (int32_t Code : {-5, -5, 0, -77})
    F.add(SampleFailures::reasonOf(Code));
  F.add(SampleFailures::Dropped, 2);
  EXPECT_EQ(F.takeText(),
            "6 of 8 CPU samples failed: 1 no Java frame (0); 2 unknown, Java "
            "(-5); 1 unknown error (-11); 2 dropped (queue full); "
            "sampler=jvmti takes stacks at safepoints and loses no samples");
  EXPECT_EQ(F.takeText(), "");
}

TEST(SampleFailuresTest, AFewNeedNoOtherSampler) {
  SampleFailures F;
  for (unsigned I = 0; I != 20; ++I)
    F.addGood();
  F.add(4);
  EXPECT_EQ(F.takeText(),
            "1 of 21 CPU samples failed: 1 not walkable, not Java (-4)");
}

/// A callback may find the stack of a failed sample before the queue is read,
/// or after the sample was written.
TEST(SampleFailuresTest, AreMended) {
  SampleFailures F;
  F.mend(4, 1);
  EXPECT_EQ(F.takeCounts()[4], 0u);
  F.add(4, 3);
  EXPECT_EQ(F.takeCounts()[4], 2u);
  F.mend(4, 1);
  EXPECT_EQ(F.takeCounts()[4], 0u);
  F.add(4, 2);
  EXPECT_EQ(F.takeCounts()[4], 1u);
  EXPECT_EQ(F.takeText(),
            "3 of 5 CPU samples failed: 3 not walkable, not Java (-4); "
            "sampler=jvmti takes stacks at safepoints and loses no samples");
  EXPECT_EQ(F.takeText(), "");
}

TEST(CpuCreditTest, CountsIntervalsOfCpuTime) {
  CpuCredit C;
  EXPECT_EQ(C.look(9, 10), 0u);
  EXPECT_EQ(C.look(25, 10), 2u);
  C.pay(2, 10);
  EXPECT_EQ(C.look(29, 10), 0u);
  EXPECT_EQ(C.look(30, 10), 1u);
  C.pay(1, 10);
  EXPECT_EQ(C.look(30, 10), 0u);
}

TEST(CpuCreditTest, WaitsUntilTheThreadRuns) {
  CpuCredit C;
  EXPECT_EQ(C.look(55, 10), 5u);
  C.defer(10);
  // The thread has used no CPU time since then, so it is blocked.
  EXPECT_EQ(C.look(55, 10), 0u);
  EXPECT_EQ(C.look(56, 10), 1u);
}
