//===- IndexTableTest.cpp - Finds numbers of items by hash ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Memory/IndexTable.h"
#include "gtest/gtest.h"
#include <thread>

using namespace hprof::agent;

TEST(IndexTable, FindsAllAfterGrowth) {
  TableMemory Budget(64 << 20);
  IndexTable T(Budget);
  // Four entries share each hash.
  auto HashFor = [](uint32_t I) { return HashOf().add(I / 4).get(); };
  for (uint32_t I = 0; I != 100000; ++I)
    ASSERT_TRUE(T.insert(HashFor(I), I));
  for (uint32_t I = 0; I != 100000; ++I)
    ASSERT_EQ(T.find(HashFor(I), [&](uint32_t N) { return N == I; }), I);
  EXPECT_FALSE(T.find(HashFor(3), [](uint32_t) { return false; }));
  EXPECT_FALSE(T.find(HashFor(100000), [](uint32_t) { return true; }));
}

TEST(IndexTable, RefusesBeyondTheBudget) {
  TableMemory Budget(20000);
  IndexTable T(Budget);
  uint32_t I = 0;
  while (T.insert(HashOf().add(I).get(), I))
    ASSERT_LT(++I, 20000u);
  EXPECT_GT(I, 100u);
  // Existing entries are still found.
  for (uint32_t J = 0; J != I; ++J)
    EXPECT_EQ(T.find(HashOf().add(J).get(), [&](uint32_t N) { return N == J; }),
              J);
}

TEST(IndexTable, ThreadsFindWhileOneInserts) {
  TableMemory Budget(64 << 20);
  IndexTable T(Budget);
  std::atomic<uint32_t> Done{0};
  constexpr uint32_t N = 50000;
  std::thread Reader([&] {
    for (uint32_t Last = 0; Last != N;) {
      const uint32_t Now = Done.load(std::memory_order_acquire);
      for (; Last != Now; ++Last)
        if (!T.find(HashOf().add(Last).get(),
                    [&](uint32_t I) { return I == Last; })) {
          ADD_FAILURE() << "lost " << Last;
          return;
        }
    }
  });
  for (uint32_t I = 0; I != N; ++I) {
    EXPECT_TRUE(T.insert(HashOf().add(I).get(), I));
    Done.store(I + 1, std::memory_order_release);
  }
  Reader.join();
}

TEST(HashOf, DependsOnOrder) {
  EXPECT_NE(HashOf().add(1).add(2).get(), HashOf().add(2).add(1).get());
  EXPECT_NE(HashOf().add(0).get(), HashOf().add(1).get());
}
