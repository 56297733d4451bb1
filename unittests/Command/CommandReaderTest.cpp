//===- CommandReaderTest.cpp - Tests for the framing of commands ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Command/CommandReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// The commands that \p R reads from the bytes \p Hex, \p Size at a time, as
/// serial numbers; and the errors.
static std::vector<std::string> read(CommandReader &R, StringRef Hex,
                                     size_t Size) {
  const std::string Text = fromHex(Hex);
  ArrayRef<uint8_t> All = arrayRefFromStringRef(Text);
  std::vector<std::string> Result;
  while (!All.empty()) {
    ArrayRef<uint8_t> Piece = All.take_front(Size);
    All = All.drop_front(Piece.size());
    while (std::optional<Expected<Command>> C = R.take(Piece))
      Result.push_back(*C ? std::to_string((*C)->Serial)
                          : toString(C->takeError()));
    EXPECT_TRUE(Piece.empty());
  }
  return Result;
}

using Strings = std::vector<std::string>;

TEST(CommandReader, AnyPieces) {
  const std::string Hex = "010000000100000000"
                          "0300000002000000060000"
                          "3f000000"
                          "0800000003000000020005";
  for (size_t Size : {1, 2, 8, 9, 10, 100}) {
    CommandReader R;
    EXPECT_EQ(read(R, Hex, Size), (Strings{"1", "2", "3"}));
    EXPECT_FALSE(R.isWithin());
  }
}

TEST(CommandReader, WhatIsNotUnderstoodIsSkipped) {
  const std::string Hex = "2a00000001"
                          "00000014"
                          "0102030405060708090a0b0c0d0e0f1011121314"
                          "0600000002"
                          "00000003"
                          "010203"
                          "0400000003"
                          "00000000";
  for (size_t Size : {1, 3, 100}) {
    CommandReader R;
    EXPECT_EQ(read(R, Hex, Size),
              (Strings{"the command 0x2a is unknown, expected 0x01 to 0x09 or "
                       "0xff",
                       "the command DUMP TRACES has a body of 3 bytes, "
                       "expected none",
                       "3"}));
    EXPECT_FALSE(R.isWithin());
  }
}

TEST(CommandReader, Truncated) {
  for (const char *Hex : {"01", "0100000001000000",
                          "030000000100000006"
                          "0000",
                          "2a00000001ffffffff"
                          "00000000000000000000"}) {
    CommandReader R;
    for (const std::string &What : read(R, Hex, 100))
      EXPECT_NE(What.find("unknown"), std::string::npos);
    EXPECT_TRUE(R.isWithin());
  }
}
