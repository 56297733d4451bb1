//===- CountedTest.cpp - Tests of counts with their nouns -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Counted.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(CountedTest, OnlyOneIsSingular) {
  EXPECT_EQ(counted(0, "object"), "0 objects");
  EXPECT_EQ(counted(1, "object"), "1 object");
  EXPECT_EQ(counted(2, "object"), "2 objects");
  EXPECT_EQ(counted(UINT64_MAX, "byte"), "18446744073709551615 bytes");
}

TEST(CountedTest, PluralsOfTheirOwn) {
  EXPECT_EQ(counted(0, "class", "classes"), "0 classes");
  EXPECT_EQ(counted(1, "class", "classes"), "1 class");
  EXPECT_EQ(counted(3, "byte is", "bytes are"), "3 bytes are");
}
