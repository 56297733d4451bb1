//===- ArenaTest.cpp - Memory that is never freed singly ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Memory/Arena.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

TEST(Arena, KeepsWhatIsSaved) {
  TableMemory Budget(1 << 20);
  {
    Arena A(Budget);
    llvm::StringRef First, Second, Empty;
    ASSERT_TRUE(A.save("first", First));
    ASSERT_TRUE(A.save(std::string(100000, 'x'), Second));
    ASSERT_TRUE(A.save("", Empty));
    EXPECT_EQ(First, "first");
    EXPECT_EQ(Second, std::string(100000, 'x'));
    EXPECT_TRUE(Empty.empty());
    EXPECT_GE(Budget.used(), 100005u);
  }
  EXPECT_EQ(Budget.used(), 0u);
}

TEST(Arena, EndsWithItsBudget) {
  TableMemory Budget(128 << 10);
  Arena A(Budget);
  unsigned N = 0;
  while (A.allocate(1000))
    ASSERT_LT(++N, 132u);
  EXPECT_GE(N, 120u);
  EXPECT_EQ(A.allocate(SIZE_MAX), nullptr);
  EXPECT_LE(Budget.used(), Budget.limit());
}
