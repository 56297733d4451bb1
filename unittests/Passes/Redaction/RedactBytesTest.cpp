//===- RedactBytesTest.cpp - Tests of replaced bytes ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes/Redaction/RedactBytes.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static const RedactBytes &redactor() {
  static const RedactBytes R("0123456789abcdef");
  return R;
}

static std::string replaced(StringRef Text, Redaction How,
                            BasicType T = BasicType::Byte) {
  SmallVector<uint8_t, 0> Bytes(arrayRefFromStringRef(Text));
  redactor().replace(Bytes, T, How);
  return toStringRef(Bytes).str();
}

TEST(RedactBytes, ZerosAndMasks) {
  EXPECT_EQ(replaced("abc", Redaction::Zero), std::string(3, 0));
  EXPECT_EQ(replaced("abc", Redaction::Mask), "***");
  EXPECT_EQ(replaced("abcd", Redaction::Mask, BasicType::Char),
            std::string("\0*\0*", 4));
  EXPECT_EQ(replaced("abcd", Redaction::Mask, BasicType::Int),
            std::string(4, 0));
}

TEST(RedactBytes, PartsGiveTheWhole) {
  for (BasicType T : {BasicType::Byte, BasicType::Char, BasicType::Long})
    for (size_t At = 0; At != 9; ++At) {
      SmallVector<uint8_t, 0> Parts(9, 1), Whole(9, 1);
      const MutableArrayRef<uint8_t> All(Parts);
      RedactBytes::fill(All.take_front(At), 0, T, Redaction::Mask);
      RedactBytes::fill(All.drop_front(At), At, T, Redaction::Mask);
      RedactBytes::fill(Whole, 0, T, Redaction::Mask);
      EXPECT_EQ(Parts, Whole) << At;
    }
}

TEST(RedactBytes, TokensTellEqualFromOther) {
  const std::string A = replaced("secret-content", Redaction::Token);
  EXPECT_EQ(A.size(), 14u);
  EXPECT_EQ(A, replaced("secret-content", Redaction::Token));
  EXPECT_NE(A, replaced("secret-contenT", Redaction::Token));
  EXPECT_EQ(A.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
            std::string::npos);
  const RedactBytes Other("fedcba9876543210");
  SmallVector<uint8_t, 0> Bytes(
      arrayRefFromStringRef(StringRef("secret-content")));
  Redaction How = Redaction::Token;
  Other.replace(Bytes, BasicType::Byte, How);
  EXPECT_EQ(How, Redaction::Token);
  EXPECT_NE(toStringRef(Bytes), A);
}

TEST(RedactBytes, TokensOfTokensStay) {
  for (size_t Size : {12, 13, 24, 63, 64, 65, 1000})
    for (BasicType T : {BasicType::Byte, BasicType::Char}) {
      std::string Text;
      for (size_t I = 0; I != Size * (T == BasicType::Char ? 2 : 1); ++I)
        Text += char('a' + I * 7 % 26);
      const std::string Once = replaced(Text, Redaction::Token, T);
      EXPECT_EQ(Once.size(), Text.size());
      EXPECT_NE(Once, Text);
      EXPECT_EQ(replaced(Once, Redaction::Token, T), Once) << Size;
    }
}

TEST(RedactBytes, ShortOnesAndNumbersAreMasked) {
  Redaction How = Redaction::Token;
  SmallVector<uint8_t, 0> Bytes(arrayRefFromStringRef(StringRef("short")));
  redactor().replace(Bytes, BasicType::Byte, How);
  EXPECT_EQ(How, Redaction::Mask);
  EXPECT_EQ(toStringRef(Bytes), "*****");
  EXPECT_EQ(replaced(std::string(64, 1), Redaction::Token, BasicType::Long),
            std::string(64, 0));
}
