//===- ThreadStatusTest.cpp - The state of a thread as text ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Monitors/ThreadStatus.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

TEST(ThreadStatus, States) {
  constexpr jint Alive = JVMTI_THREAD_STATE_ALIVE;
  constexpr jint Waiting = Alive | JVMTI_THREAD_STATE_WAITING;
  EXPECT_EQ(threadStatus(0), "NS");
  EXPECT_EQ(threadStatus(JVMTI_THREAD_STATE_TERMINATED), "ZO");
  EXPECT_EQ(threadStatus(Alive), "UN");
  EXPECT_EQ(threadStatus(Alive | JVMTI_THREAD_STATE_RUNNABLE), "R");
  EXPECT_EQ(threadStatus(Alive | JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER),
            "MW");
  EXPECT_EQ(threadStatus(Waiting | JVMTI_THREAD_STATE_SLEEPING), "SL");
  EXPECT_EQ(threadStatus(Waiting | JVMTI_THREAD_STATE_IN_OBJECT_WAIT), "CW");
  EXPECT_EQ(threadStatus(Waiting | JVMTI_THREAD_STATE_PARKED), "CW");
}

TEST(ThreadStatus, FlagsComeFirst) {
  EXPECT_EQ(threadStatus(JVMTI_THREAD_STATE_ALIVE |
                         JVMTI_THREAD_STATE_RUNNABLE |
                         JVMTI_THREAD_STATE_IN_NATIVE),
            "native|R");
  EXPECT_EQ(
      threadStatus(JVMTI_THREAD_STATE_ALIVE | JVMTI_THREAD_STATE_SUSPENDED |
                   JVMTI_THREAD_STATE_INTERRUPTED | JVMTI_THREAD_STATE_WAITING),
      "S|intr|CW");
}
