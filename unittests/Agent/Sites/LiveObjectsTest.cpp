//===- LiveObjectsTest.cpp - Counted objects that are alive ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Sites/LiveObjects.h"
#include "FakeWeakRefs.h"
#include "gtest/gtest.h"
#include <thread>
#include <vector>

using namespace hprof::agent;

namespace {
class LiveObjectsThreadsTest : public testing::Test {
protected:
  ~LiveObjectsThreadsTest() override {
    Alive.clear(Jni);
    EXPECT_EQ(Jni.NumRefs, 0);
    EXPECT_EQ(Jni.NumFaults, 0u);
  }
  bool add(uintptr_t N, uint32_t Site = 0, uint64_t Size = 16) {
    return Alive.add(Jni, FakeWeakRefs::object(N), Site, Size);
  }
  /// "site size" of each live object, in the order of iteration.
  std::string found() {
    std::string Result;
    EXPECT_TRUE(Alive.each(Jni, [&](const LiveObject &O) {
      Result += (Result.empty() ? "" : ", ") + std::to_string(O.Site) + " " +
                std::to_string(O.size());
    }));
    return Result;
  }
  uint64_t count() {
    uint64_t N = 0;
    EXPECT_TRUE(Alive.each(Jni, [&](const LiveObject &) { ++N; }));
    return N;
  }

  FakeWeakRefs Jni;
  TableMemory Budget{UINT64_C(8) << 20};
  LiveObjects Alive{Budget};
};
} // namespace

TEST_F(LiveObjectsThreadsTest, FindsThoseThatWereNotCollected) {
  EXPECT_EQ(found(), "");
  add(1, 5, 24);
  add(2, 6, 20);
  add(3, 7, UINT64_C(40) << 30);
  EXPECT_EQ(found(), "5 24, 6 24, 7 34359738360");
  Jni.collect(FakeWeakRefs::object(2));
  EXPECT_EQ(found(), "5 24, 7 34359738360");
  EXPECT_EQ(Jni.NumRefs, 2);
  Alive.clear(Jni);
  EXPECT_EQ(found(), "");
  EXPECT_EQ(Budget.used(), 0u);
}

TEST_F(LiveObjectsThreadsTest, MemoryFollowsTheLiveOnes) {
  // Each object dies immediately.
  for (uintptr_t N = 1; N != 200000; ++N) {
    ASSERT_TRUE(add(0));
    ASSERT_LE(Jni.NumRefs, 10000);
  }
  EXPECT_LE(Budget.used(), 200000u);
  EXPECT_EQ(count(), 0u);
  for (uintptr_t N = 1; N != 100000; ++N)
    ASSERT_TRUE(add(N));
  EXPECT_EQ(count(), 99999u);
  EXPECT_LE(Budget.used(), 99999 * sizeof(LiveObject) * 11 / 10);
}

TEST_F(LiveObjectsThreadsTest, SaysThatThereIsNoMemory) {
  uintptr_t N = 1;
  while (add(N))
    ASSERT_LT(++N, 1000000u);
  EXPECT_LE(Budget.used(), Budget.limit());
  EXPECT_EQ(Jni.NumRefs, int64_t(N) - 1);
  EXPECT_EQ(count(), N - 1);
}

TEST_F(LiveObjectsThreadsTest, ThreadsAddWhileOneLooks) {
  constexpr unsigned NumThreads = 4, Each = 20000;
  std::vector<std::thread> Threads;
  std::atomic<unsigned> NumRunning{NumThreads};
  for (unsigned T = 0; T != NumThreads; ++T)
    Threads.emplace_back([&] {
      // Half of the objects die immediately.
      for (unsigned I = 0; I != Each; ++I)
        EXPECT_TRUE(add(I % 2));
      --NumRunning;
    });
  while (NumRunning)
    EXPECT_LE(count(), NumThreads * Each / 2);
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(count(), NumThreads * Each / 2);
  EXPECT_EQ(Jni.NumRefs, int64_t(NumThreads) * Each / 2);
}

TEST_F(LiveObjectsThreadsTest, DoesNotWaitForEverForAnotherThread) {
  add(1);
  EXPECT_TRUE(Alive.each(Jni, [&](const LiveObject &) {
    std::thread([&] {
      EXPECT_FALSE(Alive.each(Jni, [](const LiveObject &) {}, 0));
    }).join();
  }));
}
