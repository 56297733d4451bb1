//===- SampledHookTest.cpp - Tests of samples of callbacks ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Cpu/SampledHook.h"
#include "gtest/gtest.h"
#include <ctime>
#include <thread>

using namespace hprof::agent;

namespace {
unsigned total(const FailedSamples &F) {
  unsigned Sum = 0;
  for (uint32_t N : F.ByReason)
    Sum += N;
  return Sum;
}

/// Uses \p Millis of CPU time.
void work(long Millis) {
  auto Now = [] {
    struct timespec T = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
    return T.tv_sec * 1000 + T.tv_nsec / 1000000;
  };
  for (const long Begin = Now(); Now() - Begin < Millis;)
    continue;
}
} // namespace

TEST(SampledHook, AllThatFailInACallbackCount) {
  SampledHook::take();
  SampledHook Here;
  SampledHook::failed(4, 7);
  work(2);
  SampledHook::failed(3, 7);
  {
    SampledHook Inner;
    SampledHook::failed(4, 7);
  }
  const FailedSamples F = SampledHook::take();
  EXPECT_EQ(F.ByReason[4], 2u);
  EXPECT_EQ(F.ByReason[3], 1u);
  EXPECT_EQ(total(F), 3u);
  EXPECT_EQ(F.Thread, 7u);
  EXPECT_EQ(total(SampledHook::take()), 0u);
}

/// A sample that failed long before the hook may be from anywhere.
TEST(SampledHook, OneFromLongBeforeDoesNot) {
  SampledHook::take();
  SampledHook::failed(4, 7);
  work(2);
  SampledHook Here;
  EXPECT_EQ(total(SampledHook::take()), 0u);
}

TEST(SampledHook, OnlyTheLastOneBeforeCounts) {
  SampledHook::take();
  SampledHook::failed(4, 7);
  SampledHook::failed(5, 8);
  const FailedSamples F = SampledHook::take();
  EXPECT_EQ(F.ByReason[5], 1u);
  EXPECT_EQ(total(F), 1u);
  EXPECT_EQ(F.Thread, 8u);
}

TEST(SampledHook, ThreadsHaveTheirOwn) {
  SampledHook::take();
  SampledHook Here;
  SampledHook::failed(4, 7);
  std::thread([] { EXPECT_EQ(total(SampledHook::take()), 0u); }).join();
  EXPECT_EQ(total(SampledHook::take()), 1u);
}
