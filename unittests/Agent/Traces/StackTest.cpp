//===- StackTest.cpp - A stack as the VM reports it -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Traces/Stack.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

static jvmtiFrameInfo frame(uintptr_t Method, jlocation Location) {
  return {reinterpret_cast<jmethodID>(Method), Location};
}

TEST(Stack, IsEqualByFramesThreadAndPhase) {
  const jvmtiFrameInfo A[] = {frame(1, 10), frame(2, 20)};
  const jvmtiFrameInfo B[] = {frame(1, 10), frame(2, 20)};
  const jvmtiFrameInfo OtherPlace[] = {frame(1, 10), frame(2, 21)};
  const jvmtiFrameInfo Turned[] = {frame(2, 20), frame(1, 10)};
  const Stack S{A};
  EXPECT_EQ(S, Stack{B});
  EXPECT_EQ(S.hash(), Stack{B}.hash());
  EXPECT_FALSE(S == Stack{OtherPlace});
  EXPECT_FALSE(S == Stack{Turned});
  EXPECT_NE(S.hash(), Stack{OtherPlace}.hash());
  EXPECT_NE(S.hash(), Stack{Turned}.hash());
  EXPECT_FALSE(S == Stack{llvm::ArrayRef(A).take_front()});
  EXPECT_FALSE(S == (Stack{A, 200001}));
  EXPECT_FALSE(S == (Stack{A, 0, JVMTI_PHASE_START}));
  EXPECT_EQ(Stack(), Stack{});
}

TEST(Stack, NamesPhasesOtherThanLive) {
  EXPECT_EQ(phaseName(JVMTI_PHASE_LIVE), "");
  EXPECT_EQ(phaseName(JVMTI_PHASE_START), "start");
  EXPECT_EQ(phaseName(JVMTI_PHASE_DEAD), "dead");
  EXPECT_EQ(phaseName(jvmtiPhase(9)), "unknown");
}
