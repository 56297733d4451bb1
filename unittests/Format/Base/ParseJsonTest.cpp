//===- ParseJsonTest.cpp - JSON of unknown origin -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ParseJson.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string fault(StringRef Text) {
  Expected<json::Value> V = parseJson(Text);
  return V ? "none" : toString(V.takeError());
}

static std::string nested(unsigned Depth) {
  return std::string(Depth, '[') + std::string(Depth, ']');
}

TEST(ParseJson, DepthIsLimited) {
  EXPECT_EQ(fault(nested(MaxJsonDepth)), "none");
  EXPECT_EQ(fault(nested(MaxJsonDepth + 1)),
            "offset 0x64: objects and arrays nested more than 100 levels deep");
  EXPECT_EQ(fault("  " + std::string(1000000, '[')),
            "offset 0x66: objects and arrays nested more than 100 levels deep");
  std::string Objects;
  for (int I = 0; I != 1000000; ++I)
    Objects += "{\"log\":";
  EXPECT_EQ(
      fault(Objects),
      "offset 0x2bc: objects and arrays nested more than 100 levels deep");
}

TEST(ParseJson, BracketsInStringsDoNotCount) {
  EXPECT_EQ(fault("\"" + std::string(1000, '[') + "\""), "none");
  EXPECT_EQ(fault("[\"\\\"" + std::string(1000, '{') + "\"]"), "none");
  EXPECT_EQ(fault("[\"\\\\\"," + nested(MaxJsonDepth - 1) + "]"), "none");
  // Nor do brackets in strings that appear to close other brackets.
  std::string Hidden;
  for (int I = 0; I != 1000000; ++I)
    Hidden += "[\"]\",";
  EXPECT_NE(fault(Hidden).find("more than 100"), std::string::npos);
}

TEST(ParseJson, OtherFaultsHaveAnOffset) {
  EXPECT_NE(fault("[1, 2").find("byte="), std::string::npos);
  EXPECT_NE(fault("[1, \"a\\"), "none");
  EXPECT_NE(fault(""), "none");
}
