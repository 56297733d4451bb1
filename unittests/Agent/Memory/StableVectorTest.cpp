//===- StableVectorTest.cpp - Grows without moving its elements -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Memory/StableVector.h"
#include "gtest/gtest.h"
#include <thread>

using namespace hprof::agent;

TEST(StableVector, KeepsAddresses) {
  TableMemory Budget(1 << 20);
  StableVector<uint64_t, 2> V(Budget);
  EXPECT_EQ(V.find(0), nullptr);
  uint64_t *First = V.get(0);
  ASSERT_NE(First, nullptr);
  EXPECT_EQ(*First, 0u);
  for (uint32_t I = 0; I != 1000; ++I) {
    ASSERT_NE(V.get(I), nullptr);
    *V.get(I) = I;
  }
  EXPECT_EQ(V.get(0), First);
  for (uint32_t I = 0; I != 1000; ++I)
    EXPECT_EQ(*V.find(I), I);
}

TEST(StableVector, EndsWithItsBudget) {
  TableMemory Budget(100);
  StableVector<uint64_t, 2> V(Budget);
  EXPECT_NE(V.get(3), nullptr);
  EXPECT_NE(V.get(4), nullptr);
  EXPECT_EQ(V.get(12), nullptr);
  EXPECT_EQ(V.get(UINT32_MAX), nullptr);
  EXPECT_EQ(V.find(12), nullptr);
}

TEST(StableVector, ThreadsGetTheSameElements) {
  TableMemory Budget(16 << 20);
  StableVector<std::atomic<uint32_t>> V(Budget);
  constexpr uint32_t N = 100000;
  auto Count = [&] {
    for (uint32_t I = 0; I != N; ++I)
      V.get(I)->fetch_add(1, std::memory_order_relaxed);
  };
  std::thread Other(Count);
  Count();
  Other.join();
  for (uint32_t I = 0; I != N; ++I)
    ASSERT_EQ(V.find(I)->load(), 2u);
}
