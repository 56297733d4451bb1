//===- MemoryTest.cpp - Tests of the agent's memory -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Agent/Memory.h"
#include "Agent/Memory/TableMemory.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <malloc.h>

using namespace hprof::agent;

static void *alignedAlloc(size_t Alignment, size_t Bytes) {
  return ::aligned_alloc(Alignment, Bytes);
}
static size_t sizeOf(void *P) { return ::malloc_usable_size(P); }
static void *never(size_t) { return nullptr; }

static constexpr SystemMemory System = {::malloc, alignedAlloc, ::free, sizeOf};

TEST(MemoryAccount, EachSessionRaisesTheLimit) {
  MemoryAccount Account(System);
  // Without a session there is no limit.
  Account.count(1 << 20);
  EXPECT_FALSE(Account.isOverdrawn());
  Account.allow(1 << 20);
  EXPECT_FALSE(Account.isOverdrawn());
  Account.count(1);
  EXPECT_TRUE(Account.isOverdrawn());
  EXPECT_FALSE(Account.wasRefused());
  // The next session raises the limit.
  Account.allow(1 << 20);
  EXPECT_FALSE(Account.isOverdrawn());
  Account.allow(UINT64_MAX);
  Account.allow(INT64_MAX);
  EXPECT_EQ(Account.limit(), uint64_t(INT64_MAX));
}

TEST(MemoryAccount, TablesLeaveSomethingToOthers) {
  MemoryAccount Account(System);
  Account.allow(100);
  EXPECT_FALSE(Account.take(81, 20));
  EXPECT_FALSE(Account.take(UINT64_MAX, 20));
  EXPECT_TRUE(Account.take(80, 20));
  EXPECT_FALSE(Account.take(1, 20));
  EXPECT_TRUE(Account.take(1, 19));
  EXPECT_FALSE(Account.take(0, UINT64_MAX));
  EXPECT_EQ(Account.used(), 81);
  EXPECT_FALSE(Account.isOverdrawn());
}

TEST(MemoryAccount, TheReserveServesWhenTheSystemRefuses) {
  SystemMemory None = System;
  None.Allocate = never;
  MemoryAccount Account(None);
  ASSERT_TRUE(Account.open());
  Account.allow(1 << 20);
  EXPECT_TRUE(Account.allocate(100));
  EXPECT_TRUE(Account.isOverdrawn());
  EXPECT_TRUE(Account.wasRefused());
  Account.allow(1 << 20);
  EXPECT_TRUE(
      Account.isOverdrawn()); // Bytes from the reserve are not returned.
}

TEST(TableMemory, CountsInTheAccount) {
  MemoryAccount Account(System);
  Account.allow(64 << 10);
  TableMemory Tables(64 << 10, &Account, 16 << 10);
  TableMemory Task(Tables, 16 << 10);
  void *A = Tables.map(16 << 10);
  ASSERT_TRUE(A);
  void *B = Task.map(16 << 10);
  ASSERT_TRUE(B);
  // The task cannot use the bytes reserved for the tables, but the tables can.
  EXPECT_FALSE(Task.map(4096));
  void *C = Tables.map(16 << 10);
  ASSERT_TRUE(C);
  EXPECT_FALSE(Tables.map(4096));
  EXPECT_EQ(Account.used(), 48 << 10);
  EXPECT_EQ(Tables.used(), 32u << 10);
  EXPECT_EQ(Task.used(), 16u << 10);
  Tables.unmap(A, 16 << 10);
  Task.unmap(B, 16 << 10);
  Tables.unmap(C, 16 << 10);
  EXPECT_EQ(Account.used(), 0);
}
