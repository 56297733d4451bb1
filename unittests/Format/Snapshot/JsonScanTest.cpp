//===- JsonScanTest.cpp - JSON as a stream of tokens ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Snapshot/JsonScan.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::snapshot;
using namespace llvm;

namespace {

/// Calls \p Read on \p Text as a whole and in pieces; the results must agree.
template <class Fn> auto each(StringRef Text, Fn Read) {
  auto Once = [&](size_t Window) {
    auto In = Source::fromMemory(arrayRefFromStringRef(Text), "test", Window);
    JsonScan Scan(*In);
    return Read(Scan);
  };
  auto Whole = Once(0);
  for (size_t Window : {1, 2, 3, 7})
    EXPECT_EQ(Once(Window), Whole) << Text.str();
  return Whole;
}

std::string failure(const JsonScan &In) {
  return In.hasFailed()
             ? std::to_string(In.failure().Offset) + " " +
                   errcName(In.failure().Code) + ": " + In.failure().What
             : "";
}

std::string numberIn(StringRef Text) {
  return each(Text, [](JsonScan &In) {
    const uint64_t N = In.number();
    return In.hasFailed() ? failure(In) : std::to_string(N);
  });
}

TEST(JsonScan, NumbersAreWholeAndHave64Bits) {
  EXPECT_EQ(numberIn(" \n 42,"), "42");
  EXPECT_EQ(numberIn("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(numberIn("18446744073709551616"),
            "19 bad-text: expected a number below 2^64, found '6'");
  EXPECT_EQ(numberIn("-1"), "0 bad-text: expected a whole number, found '-'");
  EXPECT_EQ(numberIn("1.5"), "1 bad-text: expected a whole number, found '.'");
  EXPECT_EQ(numberIn("1e5"), "1 bad-text: expected a whole number, found 'e'");
  EXPECT_EQ(numberIn(" "), "1 truncated: expected a whole number, found the "
                           "end of the input");
}

std::string stringIn(StringRef Text, size_t Most = 100) {
  return each(Text, [&](JsonScan &In) {
    std::string Out;
    return In.string(Out, Most) ? Out : failure(In);
  });
}

TEST(JsonScan, StringsBecomeModifiedUtf8) {
  EXPECT_EQ(stringIn(R"("a\"\\\/\b\f\n\r\t")"), "a\"\\/\b\f\n\r\t");
  EXPECT_EQ(stringIn(R"("\u00e9\u20ac")"), "\xc3\xa9\xe2\x82\xac");
  const std::string Face = "\xed\xa0\xbd\xed\xb8\x80";
  EXPECT_EQ(stringIn(R"("\ud83d\ude00")"), Face);
  EXPECT_EQ(stringIn("\"\xf0\x9f\x98\x80\""), Face);
  EXPECT_EQ(stringIn(R"("\u0000")"), StringRef("\xc0\x80", 2));
  // Unpaired surrogates next to whole characters, and bytes that are not text.
  EXPECT_EQ(stringIn("\"\xf0\x9f\x98\x80\\ud83d\""), Face + "\xed\xa0\xbd");
  EXPECT_EQ(stringIn("\"a\xff\xc3z\xe2\x82\""),
            "a\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(stringIn("\"abcdef\"", 3), "abc");
  EXPECT_EQ(stringIn("\"ab\xc3\xa9\"", 3), "ab");
}

TEST(JsonScan, StringsThatAreNone) {
  EXPECT_EQ(stringIn("\"ab"), "3 truncated: expected the rest of a string, "
                              "found the end of the input");
  EXPECT_EQ(stringIn("\"a\nb\""),
            "2 bad-text: expected the rest of a string, found the byte 0xa");
  EXPECT_EQ(stringIn(R"("\x")"), "2 bad-text: expected an escape, found 'x'");
  EXPECT_EQ(stringIn(R"("\u12g4")"),
            "5 bad-text: expected an escape, found 'g'");
}

std::string afterValue(StringRef Text) {
  return each(Text, [](JsonScan &In) {
    return In.skipValue() ? std::string(1, In.next()) : failure(In);
  });
}

TEST(JsonScan, SkipsAnyValue) {
  EXPECT_EQ(afterValue(R"({"a":[1,-2.5e3,{"b":null}],"c":"]}"} !)"), "!");
  EXPECT_EQ(afterValue("[] !"), "!");
  EXPECT_EQ(afterValue("{} !"), "!");
  EXPECT_EQ(afterValue("[[],[[]],{}] !"), "!");
  EXPECT_EQ(afterValue("true!"), "!");
  const std::string Deep(100000, '[');
  EXPECT_EQ(afterValue(Deep + std::string(100000, ']') + "!"), "!");
  EXPECT_EQ(afterValue("[1 2]"), "3 bad-text: expected ',', found '2'");
  EXPECT_EQ(afterValue("[1,]"), "3 bad-text: expected a value, found ']'");
  EXPECT_EQ(afterValue("{1:2}"), "1 bad-text: expected '\"', found '1'");
}

} // namespace
