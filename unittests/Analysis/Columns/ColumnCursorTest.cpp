//===- ColumnCursorTest.cpp - Tests of reading entries --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/ColumnCursor.h"
#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <atomic>
#include <random>
#include <thread>

using namespace hprof;
using namespace llvm;

namespace {

/// A budget so small that all arrays are in files.
std::shared_ptr<MemoryBudget> tinyBudget() {
  SmallString<64> Directory;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Directory);
  return MemoryBudget::create(1, Directory);
}

NumberArray squares(unsigned Width, uint64_t Size, MemoryBudget *Budget) {
  NumberArray A = cantFail(NumberArray::make(Width, Size, Budget));
  for (uint64_t I = 0; I != Size; ++I)
    A.set(I, I * I & A.max());
  return A;
}

TEST(ColumnCursorTest, AreWhatIsMapped) {
  std::shared_ptr<MemoryBudget> Budget = tinyBudget();
  for (unsigned Width : {2, 4, 8})
    // The last block is full, lacks one entry, or has only one entry.
    for (uint64_t Size : {1, 255, 256, 257, 4096, 100001}) {
      NumberArray A = squares(Width, Size, Budget.get());
      A.expectRandomAccess();
      ASSERT_TRUE(A.isReadFromFile());
      for (uint64_t I = 0; I != Size; ++I)
        ASSERT_EQ(A.get(I), (I * I & A.max())) << Width << ' ' << Size;
      EXPECT_EQ(A.get(0), 0U);
    }
}

template <class T> static void expectInOrder(const NumberArray &A) {
  for (uint64_t Begin : {0, 100, 4999}) {
    ColumnCursor<T> At = A.from<T>(Begin);
    for (uint64_t I = Begin; I != A.size(); ++I, ++At)
      ASSERT_EQ(*At, T(I * I)) << I;
  }
}

TEST(ColumnCursorTest, GoesOnInMemoryAndInFiles) {
  std::shared_ptr<MemoryBudget> Budget = tinyBudget();
  for (MemoryBudget *Where : {static_cast<MemoryBudget *>(nullptr), &*Budget})
    for (bool IsRandom : {false, true}) {
      NumberArray Twos = squares(2, 5000, Where),
                  Fours = squares(4, 5000, Where),
                  Eights = squares(8, 5000, Where);
      if (IsRandom)
        for (NumberArray *A : {&Twos, &Fours, &Eights})
          A->expectRandomAccess();
      EXPECT_EQ(Fours.isReadFromFile(), Where && IsRandom);
      expectInOrder<uint16_t>(Twos);
      expectInOrder<uint32_t>(Fours);
      expectInOrder<uint64_t>(Eights);
    }
}

TEST(ColumnCursorTest, OfSeveralFilesAndThreadsAreApart) {
  std::shared_ptr<MemoryBudget> Budget = tinyBudget();
  std::vector<NumberArray> Arrays;
  for (unsigned N = 0; N != 3; ++N) {
    Arrays.push_back(squares(4, 50000, Budget.get()));
    for (uint64_t I = 0; I != 50000; ++I)
      Arrays[N].set(I, Arrays[N].get(I) + N);
    Arrays[N].expectRandomAccess();
  }
  std::atomic<uint64_t> Wrong{0};
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != 3; ++T)
    Threads.emplace_back([&, T] {
      std::mt19937 Random(T);
      for (unsigned Try = 0; Try != 100000; ++Try) {
        unsigned N = Random() % 3;
        uint64_t I = Random() % 50000;
        Wrong += Arrays[N].get(I) != (I * I & UINT32_MAX) + N;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0U);
}

// File descriptors are reused: cached blocks must not be mixed up.
TEST(ColumnCursorTest, OfAFileThatIsGoneAreForgotten) {
  std::shared_ptr<MemoryBudget> Budget = tinyBudget();
  for (uint64_t Round = 0; Round != 5; ++Round) {
    NumberArray A = cantFail(NumberArray::make(8, 1000, Budget.get()));
    for (uint64_t I = 0; I != A.size(); ++I)
      A.set(I, Round);
    A.expectRandomAccess();
    EXPECT_EQ(A.get(7), Round);
    EXPECT_EQ(A.get(999), Round);
  }
}

TEST(ColumnCursorTest, WhatFitsIsCopiedToMemory) {
  SmallString<64> Directory;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Directory);
  std::shared_ptr<MemoryBudget> Budget =
      MemoryBudget::create(10 << 20, Directory);
  cantFail(Budget->plan(11 << 20));
  NumberArray Small = squares(4, 1 << 20, Budget.get());
  NumberArray Large = squares(4, 1 << 20, Budget.get());
  ASSERT_EQ(Budget->inFiles(), 8U << 20);
  Small.expectRandomAccess();
  EXPECT_FALSE(Small.isReadFromFile());
  EXPECT_EQ(Budget->inMemory(), 4U << 20);
  EXPECT_EQ(Budget->inFiles(), 4U << 20);
  EXPECT_EQ(Small.get(1000), 1000000U);
  EXPECT_EQ(Small.as<uint32_t>()[1000], 1000000U);
  // Both arrays in memory would leave less than half of the budget.
  Large.expectRandomAccess();
  EXPECT_TRUE(Large.isReadFromFile());
  EXPECT_EQ(Budget->inMemory(), 4U << 20);
  EXPECT_EQ(Large.get(1000), 1000000U);
}

TEST(ColumnCursorTest, ArraysInMemoryStayAsTheyAre) {
  NumberArray A = squares(4, 1000, nullptr);
  const auto *Data = A.as<uint32_t>();
  A.expectRandomAccess();
  EXPECT_FALSE(A.isReadFromFile());
  EXPECT_EQ(A.as<uint32_t>(), Data);
  NumberArray().expectRandomAccess();
}

} // namespace
