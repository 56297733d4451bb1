//===- CommandTest.cpp - Tests for the bytes of commands ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Command/Command.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string encoded(const Command &C) {
  SmallVector<uint8_t, 32> Bytes;
  C.encode(Bytes);
  return toHex(Bytes, /*LowerCase=*/true);
}

/// Decodes the command \p Hex and encodes it again; returns the result or the
/// error.
static std::string decoded(StringRef Hex) {
  const std::string Text = fromHex(Hex);
  const ArrayRef<uint8_t> Bytes = arrayRefFromStringRef(Text);
  const CommandHeader H = CommandHeader::decode(Bytes);
  Expected<Command> C = decodeCommand(
      H, Bytes.drop_front(CommandHeader::Size).take_front(MaxCommandBody));
  return C ? encoded(*C) : toString(C.takeError());
}

TEST(Command, WithoutABody) {
  Command C;
  C.Serial = 0x01020304;
  EXPECT_EQ(encoded(C), "010102030400000000");
  C.Tag = CommandTag::Detach;
  EXPECT_EQ(encoded(C), "ff0102030400000000");
  for (const char *Tag : {"01", "02", "04", "05", "06", "ff"}) {
    const std::string Hex = std::string(Tag) + "0000000100000000";
    EXPECT_EQ(decoded(Hex), Hex);
  }
}

TEST(Command, SitesAndSamples) {
  Command C;
  C.Tag = CommandTag::AllocSites;
  C.Flags = Command::Incremental | Command::CollectFirst;
  C.Cutoff = 0.5f;
  EXPECT_EQ(encoded(C), "03000000000000000600053f000000");
  EXPECT_EQ(decoded("03000000000000000600053f000000"),
            "03000000000000000600053f000000");
  EXPECT_EQ(decoded("07000000000000000600003f000000"),
            "07000000000000000600003f000000");
}

TEST(Command, Control) {
  Command C;
  C.Tag = CommandTag::Control;
  C.Option = ControlOption::SetDepth;
  C.Depth = 9;
  EXPECT_EQ(encoded(C), "080000000000000004"
                        "00070009");
  C.Option = ControlOption::SamplingOff;
  C.Thread = 0x50000200;
  EXPECT_EQ(encoded(C), "08000000000000000a"
                        "0004"
                        "0000000050000200");
  EXPECT_EQ(C.name(), "CONTROL sampling-off");
  C.Option = ControlOption::ClearSites;
  EXPECT_EQ(encoded(C), "080000000000000002"
                        "0006");
  for (const char *Hex : {"0800000000000000020001", "0800000000000000020002",
                          "0800000000000000020005", "0800000000000000020006"})
    EXPECT_EQ(decoded(Hex), Hex);
}

TEST(Command, ControlAsInTheManual) {
  // Option 6 sets the depth if a depth follows.
  EXPECT_EQ(decoded("080000000000000004"
                    "00060009"),
            "080000000000000004"
            "00070009");
  // Ids may also have 4 bytes.
  EXPECT_EQ(decoded("080000000000000006"
                    "0003"
                    "50000200"),
            "08000000000000000a"
            "0003"
            "0000000050000200");
}

TEST(Command, WrongLengths) {
  EXPECT_EQ(decoded("02000000000000000100"),
            "the command DUMP HEAP has a body of 1 bytes, expected none");
  EXPECT_EQ(decoded("0300000000000000020000"),
            "the command ALLOC SITES has a body of 2 bytes, expected 6");
  EXPECT_EQ(decoded("07000000000000000700003f00000000"),
            "the command CPU SAMPLES has a body of 7 bytes, expected 6");
  EXPECT_EQ(decoded("07ffffffffffffffff00003f000000"),
            "the command CPU SAMPLES has a body of 4294967295 bytes, expected "
            "6");
  EXPECT_EQ(decoded("08000000000000000100"),
            "the command CONTROL has a body of 1 bytes, expected an option of "
            "2 bytes");
  EXPECT_EQ(decoded("0800000000000000020007"),
            "the command CONTROL 7 has a body of 2 bytes, expected the option "
            "and its argument");
  EXPECT_EQ(decoded("0800000000000000050003000000"),
            "the command CONTROL 3 has a body of 5 bytes, expected the option "
            "and its argument");
}

TEST(Command, UnknownAndSenseless) {
  EXPECT_EQ(decoded("2a0000000000000000"),
            "the command 0x2a is unknown, expected 0x01 to 0x09 or 0xff");
  EXPECT_EQ(decoded("0800000000000000020009"),
            "the command CONTROL has the option 9, expected 1 to 7");
  for (const char *Cutoff : {"7fc00000", "7f800000", "bf000000"})
    EXPECT_EQ(decoded(std::string("070000000000000006"
                                  "0000") +
                      Cutoff),
              "the command CPU SAMPLES has an invalid cutoff, expected a "
              "number from 0 to 1");
}
