//===- HiddenCharactersTest.cpp - Tests of invisible characters -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

std::string utf8(uint32_t C) {
  std::string Text;
  appendUtf8(Text, C);
  return Text;
}

TEST(HiddenCharacters, Ranges) {
  for (uint32_t C : {0x00,   0x1f,   0x7f,   0x80,   0x9b,   0x9f,    0xad,
                     0x61c,  0x200b, 0x200f, 0x2028, 0x202e, 0x2060,  0x2064,
                     0x2066, 0x2069, 0xfeff, 0xfffe, 0xffff, 0xe0000, 0xe007f})
    EXPECT_TRUE(isHidden(C)) << C;
  for (uint32_t C :
       {0x20, 0x7e, 0xa0, 0xac, 0xae, 0xe9, 0x200a, 0x2010, 0x2027, 0x202f,
        0x2070, 0x3042, 0xd800, 0xfffd, 0x10000, 0x1f600, 0xe1000, 0x10ffff})
    EXPECT_FALSE(isHidden(C)) << C;
}

/// All characters, alone and next to backslashes, survive a round trip, and no
/// escaped character is left in the text.
TEST(HiddenCharacters, EveryCharacterComesBack) {
  for (uint32_t C = 0; C <= 0x10ffff; ++C) {
    if (C >= 0xd800 && C < 0xe000)
      continue;
    const std::string Text = "\\u" + utf8(C) + "\\";
    const std::string Escaped = escapeHidden(Text);
    ASSERT_EQ(unescapeHidden(Escaped), Text) << C;
    ASSERT_EQ(isHidden(C), Escaped != Text) << C;
    if (isHidden(C)) {
      ASSERT_TRUE(mayBeginHidden(uint8_t(utf8(C).front()))) << C;
      ASSERT_TRUE(all_of(Escaped, [](char B) { return B >= ' ' && B < 0x7f; }));
    }
  }
}

TEST(HiddenCharacters, Escapes) {
  EXPECT_EQ(escapeHidden("a\u200bb"), "a\\u200bb");
  EXPECT_EQ(escapeHidden("\U000e0041"), "\\udb40\\udc41");
  // Two surrogates in modified UTF-8.
  EXPECT_EQ(escapeHidden("\xed\xad\x80\xed\xb1\x81"), "\\udb40\\udc41");
  // Text that looks like an escape, and text that only begins like one.
  for (const char *Text :
       {"\\u200b", "\\u005c", "\\\\u200b", "\\u005cu200b", "\\udb40\\udc41"}) {
    EXPECT_NE(escapeHidden(Text), Text);
    EXPECT_EQ(unescapeHidden(escapeHidden(Text)), Text);
  }
  for (const char *Text : {"\\u0041", "\\u200", "\\u", "\\", "\\n", "C:\\users",
                           "\\udb40", "\\udb40\\u0041", "\\U200b"}) {
    EXPECT_EQ(escapeHidden(Text), Text);
    EXPECT_EQ(unescapeHidden(Text), Text);
  }
  // Bytes that are not UTF-8 are kept.
  EXPECT_EQ(escapeHidden("\xe2\x80"), "\xe2\x80");
  EXPECT_EQ(escapeHidden("\xff\u200b"), "\xff\\u200b");
}

} // namespace
