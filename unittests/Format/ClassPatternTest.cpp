//===- ClassPatternTest.cpp - Tests of ClassPattern -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/ClassPattern.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(ClassPattern, TakesBracketsAsTheyAre) {
  EXPECT_TRUE(cantFail(ClassPattern::create("int[]")).matches("int[]"));
  EXPECT_TRUE(cantFail(ClassPattern::create("a.*[]")).matches("a.b$C[]"));
  EXPECT_FALSE(cantFail(ClassPattern::create("a.?")).matches("a.bc"));
  EXPECT_FALSE(cantFail(ClassPattern::create("a[b]")).matches("ab"));
}
