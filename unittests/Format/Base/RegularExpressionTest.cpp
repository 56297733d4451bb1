//===- RegularExpressionTest.cpp - Tests of regularExpression() -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/RegularExpression.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;

static bool matches(StringRef Expression, StringRef Text) {
  return cantFail(regularExpression(Expression)).match(Text);
}

static std::string errorOf(StringRef Expression) {
  return toString(regularExpression(Expression).takeError());
}

TEST(RegularExpression, AllowsModestRepetitions) {
  EXPECT_TRUE(matches("^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$",
                      "01234567-89ab-cdef-0123-456789abcdef"));
  EXPECT_TRUE(matches("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-"
                      "[0-9a-f]{12}$",
                      "01234567-89ab-cdef-0123-456789abcdef"));
  EXPECT_TRUE(matches("^([0-9]{1,3}[.]){3}[0-9]{1,3}$", "10.0.200.1"));
  EXPECT_TRUE(matches("^a{2,}$", "aaa"));
  EXPECT_FALSE(matches("^a{2,}$", "a"));
  EXPECT_TRUE(matches("^(a{100}){10}$", std::string(1000, 'a')));
  // Without a digit, braces are characters.
  EXPECT_TRUE(matches("^{,9999}$", "{,9999}"));
}

TEST(RegularExpression, LimitsTheSizeWithRepetitions) {
  EXPECT_EQ(errorOf("(a{1000}){1000}"),
            "the regular expression is too large: '{1000}' extends it to more "
            "than 2000 characters");
  EXPECT_EQ(errorOf("((a{99}){9}){9,255}"),
            "the regular expression is too large: '{9,255}' extends it to more "
            "than 2000 characters");
  for (const char *Text :
       {"((a{255}){255}){9}", "((a{255,}){255,}){255,}", "((a{2}){255}){255",
        "((a{0,255}){255,255}){1,255}", "((((a{9,}){9,}){9,}){9,}){9,}",
        "([)]a{255}){255}", "(\\(a{255}){255}", "([[:alpha:](]{255}){255}",
        "([+-[:](a{255}){255})", "(a){18446744073709551615}",
        "(a{99,1}){99,1}{18446744073709551615,2}"})
    EXPECT_THAT(errorOf(Text), HasSubstr("is too large")) << Text;
}

TEST(RegularExpression, LimitsTheLength) {
  EXPECT_TRUE(matches(std::string(1000, 'a'), std::string(1000, 'a')));
  EXPECT_EQ(errorOf(std::string(1001, 'a')),
            "the regular expression is too long: 1001 bytes, at most 1000 are "
            "supported");
}

TEST(RegularExpression, LeavesWrongRepetitionsToTheEngine) {
  for (const char *Text :
       {"a{256}", "a{2,1}", "a{18446744073709551616}", "a{1", "{1}", "a{1}{1}"})
    EXPECT_THAT(errorOf(Text), HasSubstr("not a regular expression")) << Text;
}
