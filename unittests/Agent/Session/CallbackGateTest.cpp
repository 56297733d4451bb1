//===- CallbackGateTest.cpp - Tests of the callback gate ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Session/CallbackGate.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>
#include <vector>

using namespace hprof::agent;

TEST(CallbackGateThreads, ClosesOnce) {
  CallbackGate Gate;
  {
    CallbackGate::Stay A(Gate), B(Gate);
    EXPECT_TRUE(A && B);
  }
  EXPECT_TRUE(Gate.close());
  EXPECT_FALSE(Gate.close());
  CallbackGate::Stay Late(Gate);
  EXPECT_FALSE(Late);
}

TEST(CallbackGateThreads, WaitsForStays) {
  CallbackGate Gate;
  std::atomic<bool> HasLeft{false};
  std::thread Closing;
  {
    CallbackGate::Stay In(Gate);
    Closing = std::thread([&] {
      EXPECT_TRUE(Gate.close());
      EXPECT_TRUE(Gate.wait(std::chrono::seconds(600)));
      EXPECT_TRUE(HasLeft);
    });
    // Wait until the gate is closed.
    while (CallbackGate::Stay(Gate))
      std::this_thread::yield();
    HasLeft = true;
  }
  Closing.join();
}

TEST(CallbackGateThreads, DoesNotWaitForEver) {
  CallbackGate Gate;
  CallbackGate::Stay In(Gate);
  EXPECT_TRUE(Gate.close());
  EXPECT_FALSE(Gate.wait(std::chrono::seconds(0)));
}

TEST(CallbackGateThreads, NobodyIsInsideAfterwards) {
  for (unsigned Round = 0; Round != 20; ++Round) {
    CallbackGate Gate;
    std::atomic<int> Inside{0};
    std::atomic<bool> IsOver{false};
    std::vector<std::thread> Threads;
    for (unsigned I = 0; I != 4; ++I)
      Threads.emplace_back([&] {
        while (CallbackGate::Stay In{Gate}) {
          ++Inside;
          EXPECT_FALSE(IsOver);
          --Inside;
        }
      });
    EXPECT_TRUE(Gate.close());
    EXPECT_TRUE(Gate.wait(std::chrono::seconds(600)));
    IsOver = true;
    EXPECT_EQ(Inside, 0);
    for (std::thread &T : Threads)
      T.join();
  }
}
