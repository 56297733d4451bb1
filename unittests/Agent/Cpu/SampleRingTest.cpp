//===- SampleRingTest.cpp - Samples queued by signal handlers -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Cpu/SampleRing.h"
#include "gtest/gtest.h"
#include <thread>

using namespace hprof::agent;

static jmethodID method(uintptr_t N) { return reinterpret_cast<jmethodID>(N); }

static void putOne(SampleRing &Ring, uint32_t Thread, uintptr_t Method) {
  Ring.put(Thread, [&](AsyncFrame *Frames) {
    Frames[0] = {jint(Method), method(Method)};
    Frames[1] = {-3, method(Method + 1)};
    return 2;
  });
}

TEST(SampleRingTest, KeepsTheOrder) {
  TableMemory Budget(16 << 20);
  SampleRing Ring(Budget, 4);
  ASSERT_TRUE(Ring.open());
  TakenSample S;
  EXPECT_FALSE(Ring.take(S));
  putOne(Ring, 7, 10);
  Ring.put(8, [](AsyncFrame *) { return -5; });
  ASSERT_TRUE(Ring.take(S));
  EXPECT_EQ(S.Thread, 7u);
  EXPECT_EQ(S.Result, 2);
  ASSERT_EQ(S.Frames.size(), 2u);
  EXPECT_EQ(S.Frames[0].Bci, 10);
  EXPECT_EQ(S.Frames[1].Method, method(11));
  ASSERT_TRUE(Ring.take(S));
  EXPECT_EQ(S.Thread, 8u);
  EXPECT_EQ(S.Result, -5);
  EXPECT_TRUE(S.Frames.empty());
  EXPECT_FALSE(Ring.take(S));
}

TEST(SampleRingTest, DropsWhatFindsNoRoom) {
  TableMemory Budget(16 << 20);
  SampleRing Ring(Budget, 4);
  ASSERT_TRUE(Ring.open());
  // Fill it twice, so that slots are reused.
  for (int Round = 0; Round != 2; ++Round) {
    for (uint32_t I = 0; I != Ring.numSlots() + 3; ++I)
      putOne(Ring, I, 1);
    EXPECT_EQ(Ring.takeDropped(), 3u);
    EXPECT_EQ(Ring.takeDropped(), 0u);
    TakenSample S;
    for (uint32_t I = 0; I != Ring.numSlots(); ++I) {
      ASSERT_TRUE(Ring.take(S));
      EXPECT_EQ(S.Thread, I);
    }
    EXPECT_FALSE(Ring.take(S));
  }
}

TEST(SampleRingTest, HasFewerSlotsForDeepStacks) {
  TableMemory Budget(256 << 20);
  SampleRing Deep(Budget, 65535);
  ASSERT_TRUE(Deep.open());
  EXPECT_GE(Deep.numSlots(), 64u);
  SampleRing Flat(Budget, 1);
  ASSERT_TRUE(Flat.open());
  EXPECT_GT(Flat.numSlots(), 1000u);
  TableMemory Little(1 << 10);
  SampleRing None(Little, 4);
  EXPECT_FALSE(None.open());
}

TEST(SampleRingTest, LosesNothingBetweenThreads) {
  TableMemory Budget(16 << 20);
  SampleRing Ring(Budget, 2);
  ASSERT_TRUE(Ring.open());
  constexpr unsigned NumThreads = 3, Each = 20000;
  std::atomic<unsigned> NumDone{0};
  std::vector<std::thread> Threads;
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&, T] {
      for (unsigned I = 1; I <= Each; ++I)
        putOne(Ring, T, I);
      ++NumDone;
    });
  uint64_t Taken = 0, Dropped = 0;
  uintptr_t Last[NumThreads] = {};
  TakenSample S;
  for (bool IsLast = false;; IsLast = NumDone == NumThreads) {
    while (Ring.take(S)) {
      ++Taken;
      ASSERT_EQ(S.Frames.size(), 2u);
      const auto N = reinterpret_cast<uintptr_t>(S.Frames[0].Method);
      EXPECT_EQ(S.Frames[1].Method, method(N + 1));
      EXPECT_GT(N, Last[S.Thread]);
      Last[S.Thread] = N;
    }
    Dropped += Ring.takeDropped();
    if (IsLast)
      break;
  }
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Taken + Dropped, NumThreads * Each);
}
