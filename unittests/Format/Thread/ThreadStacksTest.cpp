//===- ThreadStacksTest.cpp - Tests of the stacks of a thread dump --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/ThreadStacks.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static ThreadFrame frame(const char *Method, int32_t Line) {
  ThreadFrame F;
  F.ClassName = "a.B";
  F.Method = Method;
  F.Line = Line;
  return F;
}

TEST(ThreadStacks, KeepsFramesAndStacksOnce) {
  ThreadStacks Stacks;
  EXPECT_EQ(Stacks.add({}), 0u);
  EXPECT_TRUE(Stacks.frames(0).empty());
  const uint32_t A = Stacks.addFrame(frame("a", 1));
  const uint32_t B = Stacks.addFrame(frame("a", 2));
  EXPECT_NE(A, B);
  EXPECT_EQ(Stacks.addFrame(frame("a", 1)), A);
  EXPECT_EQ(Stacks.numFrames(), 2u);
  EXPECT_EQ(Stacks.frame(B).Line, 2);
  const uint32_t One = Stacks.add({A, B});
  EXPECT_EQ(Stacks.add({A, B}), One);
  const uint32_t Other = Stacks.add({B, A});
  EXPECT_NE(Other, One);
  EXPECT_EQ(Stacks.size(), 3u);
  EXPECT_EQ(Stacks.frames(Other), ArrayRef<uint32_t>({B, A}));
}
