//===- ByteSizeTest.cpp - Tests of byte sizes -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ByteSize.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(ByteSize, HasSuffixes) {
  auto Parsed = [](StringRef Text) {
    return expectedToOptional(parseByteSize(Text));
  };
  EXPECT_EQ(Parsed("12"), 12u);
  EXPECT_EQ(Parsed("64k"), 65536u);
  EXPECT_EQ(Parsed("2M"), 2u << 20);
  EXPECT_EQ(Parsed("1kb"), 1024u);
  EXPECT_EQ(Parsed("3GiB"), UINT64_C(3) << 30);
  EXPECT_EQ(Parsed("16777215t"), UINT64_C(16777215) << 40);
  for (StringRef Bad : {"", "k", "-1", "+1", "1.5k", "1kx", "16777216t"})
    EXPECT_FALSE(Parsed(Bad)) << Bad.str();
}

TEST(ByteSize, Percentages) {
  EXPECT_EQ(cantFail(parsePercent("0.5%")), 0.5);
  EXPECT_EQ(cantFail(parsePercent("200%")), 200);
  EXPECT_EQ(cantFail(parsePercent("0%")), 0);
  for (const char *Text :
       {"", "%", "5", "nan%", "inf%", "-1%", "+1%", " 1%", "1 %", "1e2%",
        "0x1p3%", "1.2.3%", ".5%", "1,5%", "1%%"})
    EXPECT_TRUE(errorToBool(parsePercent(Text).takeError())) << Text;
  EXPECT_TRUE(
      errorToBool(parsePercent(std::string(400, '9') + "%").takeError()));
}

TEST(ByteSize, Shares) {
  EXPECT_EQ(cantFail(parseShare("0.5%")).Percent, 0.5);
  EXPECT_EQ(cantFail(parseShare("10M")).Bytes, uint64_t(10) << 20);
  EXPECT_EQ(cantFail(parseShare("101")).Bytes, uint64_t(101));
  EXPECT_TRUE(cantFail(parseShare("0%")).isNone());
  EXPECT_TRUE(cantFail(parseShare("0")).isNone());
  EXPECT_FALSE(cantFail(parseShare("0.001%")).isNone());
  for (const char *Text : {"", "101%", "nan%", "10Q", "-1"})
    EXPECT_TRUE(errorToBool(parseShare(Text).takeError())) << Text;
}
