//===- HeapWalkArenaTest.cpp - Memory of a heap walk ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/HeapWalk/HeapWalkArena.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

TEST(HeapWalkArena, PiecesAreReadInTheOrderInWhichTheyWereMade) {
  TableMemory Budget(UINT64_C(64) << 20);
  {
    WalkArena Arena(Budget);
    // Sizes that end chunks early, fill them, and exceed them.
    const size_t Sizes[] = {1, 5, (1 << 20) - 6, 1, (1 << 20) + 1, 7, 1 << 20};
    for (unsigned Round = 0; Round != 3; ++Round)
      for (size_t N : Sizes) {
        uint8_t *P = Arena.allocate(N);
        ASSERT_TRUE(P);
        for (size_t I = 0; I < N; I += 1000)
          ASSERT_EQ(P[I], 0u);
        P[0] = uint8_t(N);
        P[N - 1] = uint8_t(N * 3);
        if (N == 1)
          P[0] = uint8_t(Round);
      }
    WalkArena::Reader In(Arena);
    for (unsigned Round = 0; Round != 3; ++Round)
      for (size_t N : Sizes) {
        ASSERT_FALSE(In.atEnd());
        // The data are read in two parts.
        const uint8_t *Begin = In.take(N / 2);
        const uint8_t *Rest = In.take(N - N / 2);
        if (N == 1) {
          EXPECT_EQ(*Rest, Round);
          continue;
        }
        EXPECT_EQ(*Begin, uint8_t(N));
        EXPECT_EQ(Begin + N / 2, Rest);
        EXPECT_EQ(Begin[N - 1], uint8_t(N * 3));
      }
    EXPECT_TRUE(In.atEnd());
  }
  EXPECT_EQ(Budget.used(), 0u);
}

TEST(HeapWalkArena, AnEmptyOneIsAtItsEnd) {
  TableMemory Budget(1 << 20);
  WalkArena Arena(Budget);
  WalkArena::Reader In(Arena);
  EXPECT_TRUE(In.atEnd());
}

TEST(HeapWalkArena, TheLimitIsKeptByAllTogether) {
  TableMemory Budget(3 << 20);
  WalkArena One(Budget), Two(Budget);
  EXPECT_TRUE(One.allocate(1 << 20));
  EXPECT_FALSE(Two.allocate((2 << 20) + 1));
  EXPECT_FALSE(Two.allocate(SIZE_MAX));
  EXPECT_FALSE(Two.allocate(SIZE_MAX - 4000));
  EXPECT_TRUE(Two.allocate(2 << 20));
  EXPECT_FALSE(One.allocate(1));
  EXPECT_EQ(Budget.used(), 3u << 20);
}

TEST(HeapWalkArena, ListsGrowUpToTheLimit) {
  struct Entry {
    uint64_t A;
    uint32_t B;
  };
  TableMemory Budget(1 << 20);
  uint64_t Count = 0;
  {
    WalkList<Entry> List(Budget);
    while (List.add({Count, uint32_t(Count * 7)}))
      ++Count;
    EXPECT_EQ(Count, 4 * ((256u << 10) / sizeof(Entry)));
    ASSERT_EQ(List.size(), Count);
    for (uint64_t I = 0; I != Count; ++I) {
      ASSERT_EQ(List[I].A, I);
      ASSERT_EQ(List[I].B, uint32_t(I * 7));
    }
  }
  EXPECT_EQ(Budget.used(), 0u);
}
