//===- YamlTextTest.cpp - Tests of values in YAML -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Yaml/YamlText.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(YamlText, FloatingPointValues) {
  uint64_t Bits = 0;
  EXPECT_TRUE(yaml::parseValue("-1.5", BasicType::Double, false, Bits));
  EXPECT_EQ(Bits, 0xbff8000000000000u);
  EXPECT_TRUE(yaml::parseValue("+2", BasicType::Float, false, Bits));
  EXPECT_EQ(Bits, 0x40000000u);
  EXPECT_TRUE(yaml::parseValue("-.inf", BasicType::Float, false, Bits));
  EXPECT_EQ(Bits, 0xff800000u);
}

/// Rejects numbers that are too large or followed by other text, and names that
/// only the C library accepts.
TEST(YamlText, NoFloatingPointValues) {
  for (StringRef Text : {"1e999", "1.5x", "-nan", "-inf", "-", "+", ""})
    for (BasicType Type : {BasicType::Float, BasicType::Double}) {
      uint64_t Bits = 0;
      EXPECT_FALSE(yaml::parseValue(Text, Type, false, Bits)) << Text.str();
    }
}
