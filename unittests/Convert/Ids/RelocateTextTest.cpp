//===- RelocateTextTest.cpp - Tests of offsets of ids as text -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Ids/Relocate.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::HasSubstr;

static std::string parse(StringRef Text, RelocateOptions &To) {
  return toString(parseRelocation(Text, To));
}

TEST(RelocateText, KindsHaveOffsets) {
  RelocateOptions To;
  EXPECT_EQ(parse("0x1000", To), "");
  EXPECT_EQ(parse("strings:-16", To), "");
  EXPECT_EQ(parse("thread-serials:7", To), "");
  EXPECT_EQ(To.Objects, 0x1000);
  EXPECT_EQ(To.Strings, -16);
  EXPECT_EQ(To.ThreadSerials, 7);
  EXPECT_EQ(To.Frames, 0);
}

TEST(RelocateText, FaultsAreExplained) {
  RelocateOptions To;
  EXPECT_THAT(parse("things:1", To), HasSubstr("unknown kind of id 'things'"));
  EXPECT_THAT(parse("objects:", To), HasSubstr("expected a number"));
  EXPECT_THAT(parse("0x8000000000000000", To), HasSubstr("below 2^63"));
  EXPECT_THAT(parse("7fff", To), HasSubstr("did you mean 0x7fff?"));
}
