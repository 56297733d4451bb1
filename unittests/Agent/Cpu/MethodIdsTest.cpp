//===- MethodIdsTest.cpp - Methods that handlers may meet -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Cpu/MethodIds.h"
#include "gtest/gtest.h"

using namespace hprof::agent;

TEST(MethodIdsTest, KnowsHiddenClasses) {
  EXPECT_TRUE(isHiddenClass("LMain$$Lambda.0x00007f1234;"));
  EXPECT_TRUE(isHiddenClass("Lp/q/Main$$Lambda$14.0x1;"));
  EXPECT_TRUE(isHiddenClass("Lp/Main$$Lambda$14/123456;"));
  EXPECT_FALSE(isHiddenClass("Lp/q/Main$1;"));
  EXPECT_FALSE(isHiddenClass("LMain;"));
  EXPECT_FALSE(isHiddenClass(""));
  EXPECT_FALSE(isHiddenClass("Lp/"));
}
