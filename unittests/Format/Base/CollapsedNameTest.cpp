//===- CollapsedNameTest.cpp - Names in collapsed stacks ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/CollapsedName.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(CollapsedName, SeparatorsAreReplaced) {
  EXPECT_EQ(collapsedName("a.B.c d"), "a.B.c d");
  EXPECT_EQ(collapsedName("[La.B;"), "[La.B,");
  EXPECT_EQ(collapsedName("a\nb\tc\x7f"), "a?b?c?");
  EXPECT_EQ(collapsedName("\xc3\xa9"), "\xc3\xa9");
  EXPECT_EQ(collapsedName("a\u200bb\u009b2J\U000e0041"), "a?b?2J?");
  EXPECT_EQ(collapsedName("\xff;"), "\xff,");
  EXPECT_EQ(collapsedName(""), "");
}
