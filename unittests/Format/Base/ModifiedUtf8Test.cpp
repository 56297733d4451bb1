//===- ModifiedUtf8Test.cpp - Tests of text encodings ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ModifiedUtf8.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(ModifiedUtf8, ToUtf8) {
  EXPECT_EQ(modifiedUtf8ToUtf8("plain"), "plain");
  EXPECT_EQ(modifiedUtf8ToUtf8("\xc3\xa9\xe2\x82\xac"), "\xc3\xa9\xe2\x82\xac");
  EXPECT_EQ(modifiedUtf8ToUtf8("a\xc0\x80z"), StringRef("a\0z", 3));
  // A surrogate pair, and standard UTF-8 for the same character.
  EXPECT_EQ(modifiedUtf8ToUtf8("\xed\xa0\xbd\xed\xb8\x80"), "\xf0\x9f\x98\x80");
  EXPECT_EQ(modifiedUtf8ToUtf8("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

TEST(ModifiedUtf8, PlainAscii) {
  EXPECT_TRUE(isPlainAscii(""));
  EXPECT_TRUE(isPlainAscii("\x01 a\x7f"));
  EXPECT_FALSE(isPlainAscii(StringRef("a\0", 2)));
  EXPECT_FALSE(isPlainAscii("a\x80"));
  EXPECT_FALSE(isPlainAscii("\xff"));
}

TEST(ModifiedUtf8, TakeCharacters) {
  EXPECT_EQ(takeCharacters("", 0), "");
  EXPECT_EQ(takeCharacters("abc", 3), "abc");
  EXPECT_EQ(takeCharacters("abc", 2), "ab");
  EXPECT_EQ(takeCharacters("abc", 0), "");
  // Characters of two, three and four bytes, and a surrogate pair.
  for (const std::string Character :
       {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
        "\xed\xa0\xbd\xed\xb8\x80"}) {
    const std::string Text = "a" + Character + Character + "z";
    const size_t Size = Character.size();
    for (size_t Most = 0; Most != Text.size() + 2; ++Most) {
      const size_t Whole = Most > 2 * Size ? Most
                           : Most          ? 1 + (Most - 1) / Size * Size
                                           : 0;
      EXPECT_EQ(takeCharacters(Text, Most), Text.substr(0, Whole)) << Most;
    }
  }
  // Halves of different pairs, and bytes that only continue characters.
  EXPECT_EQ(takeCharacters("\xed\xb8\x80\xed\xa0\xbd", 3), "\xed\xb8\x80");
  EXPECT_EQ(takeCharacters("\x80\x80\x80\x80", 2), "");
}

TEST(ModifiedUtf8, WhatIsNoText) {
  const std::string Bad = "\xef\xbf\xbd";
  EXPECT_EQ(modifiedUtf8ToUtf8("\xed\xa0\xbd!"), Bad + "!");
  EXPECT_EQ(modifiedUtf8ToUtf8("\xed\xb8\x80"), Bad);
  EXPECT_EQ(modifiedUtf8ToUtf8("\xff\xe2\x82"), Bad + Bad + Bad);
}

TEST(ModifiedUtf8, ThereAndBack) {
  const std::string Text = "a\xc3\xa9\xf0\x9f\x98\x80";
  EXPECT_EQ(modifiedUtf8ToUtf8(utf8ToModifiedUtf8(Text)), Text);
}
