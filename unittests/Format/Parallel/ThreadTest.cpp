//===- ThreadTest.cpp - Tests of helpers for threads ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Parallel/Thread.h"
#include "Format/Parallel/OrderedJobs.h"
#include "NoThreads.h"
#include "hprof/Format/Parallel/RunThreads.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <atomic>
#include <vector>

using namespace hprof;
using namespace hprof::test;

TEST(Thread, RunsItsBodyElsewhere) {
  pthread_t Other = ::pthread_self();
  Thread T;
  EXPECT_FALSE(T.isJoinable());
  ASSERT_TRUE(T.start([&] { Other = ::pthread_self(); }));
  EXPECT_TRUE(T.isJoinable());
  T.join();
  EXPECT_FALSE(::pthread_equal(Other, ::pthread_self()));
  EXPECT_FALSE(T.isJoinable());
  T.join();
  // The object can be used for another thread.
  bool HasRun = false;
  ASSERT_TRUE(T.start([&] { HasRun = true; }));
  T.join();
  EXPECT_TRUE(HasRun);
}

TEST(Thread, IsWaitedForBeforeItGoes) {
  std::atomic<bool> HasRun{false};
  {
    Thread T;
    ASSERT_TRUE(T.start([&] {
      for (unsigned I = 0; I != 1000; ++I)
        ::sched_yield();
      HasRun = true;
    }));
  }
  EXPECT_TRUE(HasRun);
}

TEST(Thread, SaysWhenThereIsNone) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  Thread T;
  bool HasRun = false;
  {
    NoThreads Here;
    EXPECT_FALSE(T.start([&] { HasRun = true; }));
  }
  EXPECT_FALSE(T.isJoinable());
  EXPECT_FALSE(HasRun);
  EXPECT_TRUE(T.start([&] { HasRun = true; }));
  T.join();
  EXPECT_TRUE(HasRun);
}

/// Number of times each of \p N parts ran.
static std::vector<unsigned> parts(unsigned N) {
  std::vector<unsigned> Runs(N);
  runThreads(N, [&](unsigned I) { ++Runs[I]; });
  return Runs;
}

TEST(RunThreads, EachPartIsRunOnce) {
  for (unsigned N : {0, 1, 2, 3, 16})
    EXPECT_EQ(parts(N), std::vector<unsigned>(N, 1));
}

TEST(RunThreads, TheFirstPartIsTheCallers) {
  pthread_t First = 0;
  runThreads(3, [&](unsigned I) {
    if (!I)
      First = ::pthread_self();
  });
  EXPECT_TRUE(::pthread_equal(First, ::pthread_self()));
}

TEST(RunThreads, PartsWithoutAThreadAreRunInOrder) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  NoThreads Here;
  std::vector<unsigned> Order;
  runThreads(4, [&](unsigned I) { Order.push_back(I); });
  EXPECT_EQ(Order, (std::vector<unsigned>{0, 1, 2, 3}));
}

namespace {
class Square : public OrderedJobs::Job {
public:
  explicit Square(unsigned N) : N(N) {}
  void run() override {
    // Later jobs take less time.
    for (unsigned I = N % 16; I != 16; ++I)
      ::sched_yield();
    Result = N * N;
  }
  const unsigned N;
  unsigned Result = 0;
};
} // namespace

/// The results of 100 jobs, with 7 running at a time.
static std::vector<unsigned> squares(unsigned Threads) {
  OrderedJobs Jobs(Threads);
  std::vector<unsigned> Results;
  auto Take = [&] {
    Results.push_back(static_cast<Square &>(*Jobs.next()).Result);
  };
  for (unsigned I = 0; I != 100; ++I) {
    Jobs.post(std::make_unique<Square>(I));
    if (Jobs.size() == 7)
      Take();
  }
  while (Jobs.size())
    Take();
  return Results;
}

static std::vector<unsigned> squaresInOrder() {
  std::vector<unsigned> Results;
  for (unsigned I = 0; I != 100; ++I)
    Results.push_back(I * I);
  return Results;
}

TEST(OrderedJobs, ThreadsGiveResultsInOrder) {
  for (unsigned Threads : {0, 1, 2, 8})
    EXPECT_EQ(squares(Threads), squaresInOrder()) << Threads;
}

TEST(OrderedJobs, ThreadsAreNotNeeded) {
  if (!NoThreads::isPossible())
    GTEST_SKIP() << "threads start all the same";
  NoThreads Here;
  EXPECT_EQ(squares(4), squaresInOrder());
}

TEST(OrderedJobs, JobsThatThreadsHaveNotBegunAreDropped) {
  std::atomic<unsigned> Begun{0};
  struct Slow : OrderedJobs::Job {
    explicit Slow(std::atomic<unsigned> &Begun) : Begun(Begun) {}
    void run() override { ++Begun; }
    std::atomic<unsigned> &Begun;
  };
  {
    OrderedJobs Jobs(2);
    for (unsigned I = 0; I != 50; ++I)
      Jobs.post(std::make_unique<Slow>(Begun));
  }
  EXPECT_LE(Begun, 50u);
}
