//===- ByteSizeTest.cpp - Tests of numbers of bytes -----------------------===//
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
