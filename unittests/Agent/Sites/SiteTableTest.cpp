//===- SiteTableTest.cpp - Counts of objects by allocation site -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Sites/SiteTable.h"
#include "gtest/gtest.h"
#include <thread>

using namespace hprof::agent;

TEST(SiteTable, TellsSitesByTraceAndClass) {
  TableMemory Budget(1 << 20);
  SiteTable T(Budget);
  EXPECT_EQ(T.get({5, 1}), 0u);
  EXPECT_EQ(T.get({5, 2}), 1u);
  EXPECT_EQ(T.get({6, 1}), 2u);
  EXPECT_EQ(T.get({5, 2}), 1u);
  EXPECT_EQ(T.size(), 3u);
  EXPECT_EQ(T.at(2).Trace, 6u);
  EXPECT_EQ(T.at(2).Class, 1u);
}

TEST(SiteTable, CountsBeyond32Bits) {
  TableMemory Budget(1 << 20);
  SiteTable T(Budget);
  const uint32_t N = *T.get({0, 1});
  for (unsigned I = 0; I != 3; ++I)
    EXPECT_TRUE(T.allocated(N, {UINT64_C(3) << 30, UINT64_C(1) << 40}));
  bool IsChanged = false;
  const SiteCounts C =
      T.report(N, {UINT64_C(6) << 30, UINT64_C(2) << 40}, IsChanged);
  EXPECT_EQ(C.Allocated.Objects, UINT64_C(9) << 30);
  EXPECT_EQ(C.Allocated.Bytes, UINT64_C(3) << 40);
  EXPECT_EQ(C.Live.Objects, UINT64_C(6) << 30);
  EXPECT_EQ(C.Live.Bytes, UINT64_C(2) << 40);
}

TEST(SiteTable, AddsUpWhatThreadsCount) {
  TableMemory Budget(16 << 20);
  SiteTable T(Budget);
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 10; ++I)
    Threads.emplace_back([&] {
      for (uint32_t J = 0; J != 20000; ++J) {
        const uint32_t N = *T.get({J % 100, 1});
        T.allocated(N, {1, 16});
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  ASSERT_EQ(T.size(), 100u);
  Amount All;
  for (uint32_t N = 0; N != 100; ++N)
    All += T.allocated(N);
  EXPECT_EQ(All.Objects, 200000u);
  EXPECT_EQ(All.Bytes, 200000u * 16);
}

TEST(SiteTable, KnowsWhatHasChanged) {
  TableMemory Budget(1 << 20);
  SiteTable T(Budget);
  const uint32_t A = *T.get({0, 1}), B = *T.get({0, 2});
  bool IsChanged = true;
  T.report(A, {}, IsChanged);
  EXPECT_FALSE(IsChanged); // Nothing was counted.
  T.allocated(A, {1, 16});
  T.allocated(B, {2, 32});
  EXPECT_EQ(T.report(A, {1, 16}, IsChanged).Live.Bytes, 16u);
  EXPECT_TRUE(IsChanged);
  T.report(B, {2, 32}, IsChanged);
  EXPECT_TRUE(IsChanged);
  T.report(A, {1, 16}, IsChanged);
  EXPECT_FALSE(IsChanged);
  EXPECT_EQ(T.report(B, {1, 16}, IsChanged).Live.Objects, 1u);
  EXPECT_TRUE(IsChanged);
  T.report(B, {1, 16}, IsChanged);
  EXPECT_FALSE(IsChanged);
}

TEST(SiteTable, RefusesBeyondTheBudget) {
  TableMemory Budget(100000);
  SiteTable T(Budget);
  uint32_t N = 0;
  for (;; ++N) {
    ASSERT_LT(N, 100000u);
    auto Site = T.get({N, 1});
    if (!Site || !T.allocated(*Site, {1, 16}))
      break;
  }
  EXPECT_GT(N, 100u);
  EXPECT_EQ(T.get({0, 1}), 0u);
  EXPECT_EQ(T.allocated(0).Objects, 1u);
}

TEST(SiteTable, Clear) {
  TableMemory Budget(UINT64_C(1) << 24);
  SiteTable T(Budget);
  const uint32_t N = *T.get({1, 2});
  T.allocated(N, {5, 500});
  bool IsChanged = false;
  T.report(N, {4, 400}, IsChanged);
  T.clear();
  SiteCounts Now = T.report(N, {}, IsChanged);
  EXPECT_FALSE(IsChanged);
  EXPECT_EQ(Now.Allocated.Objects, 0u);
  T.allocated(N, {3, 300});
  Now = T.report(N, {2, 200}, IsChanged);
  EXPECT_TRUE(IsChanged);
  EXPECT_EQ(Now.Allocated.Objects, 3u);
  EXPECT_EQ(Now.Live.Objects, 2u);
  // A thread counted an object before clear(), and adds it afterwards.
  Now = T.report(N, {4, 400}, IsChanged);
  EXPECT_EQ(Now.Live.Objects, 3u);
  EXPECT_EQ(Now.Live.Bytes, 300u);
}
