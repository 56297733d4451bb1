//===- JavaStringsTest.cpp - Tests of the text of strings -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaStrings.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string decoded(const StringFields &S, BasicType Type,
                           ArrayRef<uint8_t> Elements) {
  return S.decode(Type, Elements).Text;
}

TEST(JavaStrings, AnArrayOfCharsIsBigEndian) {
  EXPECT_EQ(decoded({}, BasicType::Char, {0, 'a', 0x20, 0xac}),
            "a\xe2\x82\xac");
}

TEST(JavaStrings, AnArrayOfBytesIsLatin1OrLittleEndian) {
  StringFields S;
  EXPECT_EQ(decoded(S, BasicType::Byte, {'a', 0xe9}), "a\xc3\xa9");
  S.IsUtf16 = true;
  EXPECT_EQ(decoded(S, BasicType::Byte, {'a', 0, 0xac, 0x20}), "a\xe2\x82\xac");
  // The length ends in the middle of a character.
  EXPECT_EQ(decoded(S, BasicType::Byte, {'a', 0, 0xac}), "a");
}

TEST(JavaStrings, StringsCanShareAnArray) {
  StringFields S;
  S.First = 1;
  S.Count = 2;
  const uint8_t Four[] = {0, 'a', 0, 'b', 0, 'c', 0, 'd'};
  EXPECT_EQ(decoded(S, BasicType::Char, Four), "bc");
  S.First = 9; // Simulates damage.
  EXPECT_EQ(decoded(S, BasicType::Char, Four), "");
  S.First = 1;
  S.Count = UINT64_MAX - 1;
  EXPECT_EQ(decoded(S, BasicType::Char, Four), "bcd");
}

TEST(JavaStrings, TheBeginningOfAnArrayCanBeEnough) {
  StringFields S;
  EXPECT_FALSE(S.decode(BasicType::Byte, {'a', 'b'}, false).IsWhole);
  S.Count = 2;
  EXPECT_TRUE(S.decode(BasicType::Byte, {'a', 'b'}, false).IsWhole);
}

TEST(JavaStrings, FieldsAreReadFromTheirPlaces) {
  StringPlaces P;
  P.Value = {0, BasicType::Object, 4};
  P.Coder = {4, BasicType::Byte, 1};
  StringFields S = P.read({0, 0, 0, 7, 1});
  EXPECT_EQ(S.Array, 7u);
  EXPECT_TRUE(S.IsUtf16);
  EXPECT_EQ(S.Count, UINT64_MAX);
  // A String has both fields or neither.
  P.Count = {4, BasicType::Byte, 1};
  EXPECT_EQ(P.read({0, 0, 0, 7, 1}).Count, UINT64_MAX);
  P.Offset = {4, BasicType::Byte, 1};
  EXPECT_EQ(P.read({0, 0, 0, 7, 1}).Count, 1u);
  // A record that is truncated.
  EXPECT_EQ(P.read({0, 0, 0}).Array, 0u);
  P.Value.Type = BasicType::Int;
  EXPECT_EQ(P.read({0, 0, 0, 7, 1}).Array, 0u);
}
