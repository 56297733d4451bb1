//===- ThreadTimersTest.cpp - CPU timers and their threads ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Cpu/ThreadTimers.h"
#include "Agent/Cpu/NativeThreads.h"
#include "gtest/gtest.h"
#include <atomic>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace hprof::agent;

static std::atomic<unsigned> NumSignals;
static std::atomic<int> LastValue;

namespace {
class ThreadTimersTest : public testing::Test {
protected:
  ThreadTimersTest() {
    NumSignals = 0;
    LastValue = -1;
    struct sigaction A = {};
    A.sa_sigaction = [](int, siginfo_t *Info, void *) {
      ++NumSignals;
      LastValue = Info->si_value.sival_int;
    };
    A.sa_flags = SA_SIGINFO | SA_RESTART;
    ::sigaction(SIGPROF, &A, nullptr);
  }
  ~ThreadTimersTest() override { ::signal(SIGPROF, SIG_IGN); }

  TableMemory Budget{1 << 20};
};
} // namespace

/// Uses CPU time until \p N signals have arrived.
static void burnUntil(unsigned N) {
  while (NumSignals < N)
    ;
}

TEST_F(ThreadTimersTest, SignalThreadsThatRun) {
  ThreadTimers Timers(Budget, 1);
  // No signal arrives before armAll().
  EXPECT_FALSE(Timers.arm(::gettid(), 5));
  EXPECT_EQ(Timers.find(0), nullptr);
  ASSERT_FALSE(Timers.armAll());
  EXPECT_FALSE(Timers.arm(::gettid(), 7));
  burnUntil(3);
  const TimedThread *T = Timers.find(uint32_t(LastValue.load()));
  ASSERT_NE(T, nullptr);
  EXPECT_EQ(T->Tid, ::gettid());
  EXPECT_EQ(T->Serial, 7u);
  Timers.mount(::gettid(), 8);
  EXPECT_EQ(T->Serial, 8u);
  Timers.unmount(::gettid());
  EXPECT_EQ(T->Serial, 7u);
  Timers.disarmAll();
  EXPECT_FALSE(Timers.arm(::gettid(), 9));
  EXPECT_EQ(T->Tid, 0);
}

TEST_F(ThreadTimersTest, ReachesThreadsThatWereThereBefore) {
  std::atomic<pid_t> Tid{0};
  std::atomic<bool> MayRun{false};
  std::thread Other([&] {
    Tid = ::gettid();
    while (!MayRun)
      ::usleep(100);
    burnUntil(2);
  });
  while (!Tid)
    ::usleep(100);
  ThreadTimers Timers(Budget, 1);
  ASSERT_FALSE(Timers.armAll());
  Timers.disarm(::gettid());
  Timers.setSerial(Tid, 12);
  MayRun = true;
  Other.join();
  const TimedThread *T = Timers.find(uint32_t(LastValue.load()));
  ASSERT_NE(T, nullptr);
  EXPECT_EQ(T->Tid, Tid);
  EXPECT_EQ(T->Serial, 12u);
  Timers.disarmAll();
}

TEST(NativeThreadsTest, ReadsTheClockOfAThread) {
  timespec Now;
  ASSERT_EQ(::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now), 0);
  const int64_t Before = int64_t(Now.tv_sec) * 1000000000 + Now.tv_nsec;
  const std::optional<int64_t> Mine = cpuTimeOf(::gettid());
  ASSERT_TRUE(Mine);
  EXPECT_GE(*Mine, Before);
  EXPECT_FALSE(cpuTimeOf(0x3ffffff));
}

TEST(NativeThreadsTest, MatchesByTime) {
  // The times of threads 11 and 12 stand still; those of 13 and 14 advance by 1
  // and 5 at each reading, so that a time of 13 only sometimes lies between two
  // readings of 14.
  int64_t Thirteen = 1000, Fourteen = 1003;
  auto OfTid = [&](pid_t T) -> std::optional<int64_t> {
    if (T == 13)
      return Thirteen++;
    if (T == 14)
      return Fourteen += 5;
    if (T == 15)
      return std::nullopt;
    return T * 10;
  };
  auto OfThread = [&](size_t I) -> std::optional<int64_t> {
    switch (I) {
    case 0:
      return Fourteen += 5;
    case 1:
      return 120;
    case 2:
      return Thirteen;
    case 3:
      return 77; // No such thread.
    default:
      return std::nullopt;
    }
  };
  const std::vector<pid_t> Found =
      matchThreads({11, 12, 13, 14, 15}, OfTid, 5, OfThread);
  EXPECT_EQ(Found, (std::vector<pid_t>{14, 12, 13, 0, 0}));
}
