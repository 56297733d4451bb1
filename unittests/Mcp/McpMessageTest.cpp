//===- McpMessageTest.cpp - Messages of clients ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpMessage.h"
#include "hprof/Format/Base/ParseJson.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

std::string textOf(const std::optional<json::Value> &V) {
  return V ? formatv("{0}", *V).str() : "none";
}

TEST(McpMessage, Request) {
  const McpLine L = McpLine::parse(
      R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"_meta":{"x":1}}})");
  ASSERT_TRUE(L.Message);
  EXPECT_TRUE(L.Message->isRequest());
  EXPECT_EQ(textOf(L.Message->Id), "\"a\"");
  EXPECT_EQ(L.Message->Method, "m");
  ASSERT_TRUE(L.Message->meta());
  EXPECT_EQ(L.Message->meta()->getInteger("x"), 1);
}

TEST(McpMessage, NotificationHasNoId) {
  const McpLine L = McpLine::parse(R"({"jsonrpc":"2.0","method":"m"})");
  ASSERT_TRUE(L.Message);
  EXPECT_FALSE(L.Message->isRequest());
  EXPECT_FALSE(L.Message->meta());
}

TEST(McpMessage, IdsAreTextsAndWholeNumbers) {
  for (const char *Id : {"0", "-1", "9223372036854775807",
                         "18446744073709551615", "\"\"", "\"7\""}) {
    const McpLine L = McpLine::parse(
        (R"({"jsonrpc":"2.0","method":"m","id":)" + Twine(Id) + "}").str());
    ASSERT_TRUE(L.Message) << Id;
    EXPECT_EQ(textOf(L.Message->Id), Id);
  }
  for (const char *Id : {"null", "1.5", "true", "[1]", "{}", "1e300"}) {
    const McpLine L = McpLine::parse(
        (R"({"jsonrpc":"2.0","method":"m","id":)" + Twine(Id) + "}").str());
    ASSERT_TRUE(L.Fault) << Id;
    EXPECT_EQ(L.Fault->Is, McpFault::InvalidRequest);
    EXPECT_FALSE(L.FaultId);
  }
}

TEST(McpMessage, WhatNeedsNoAnswer) {
  for (const char *Line :
       {"", " ", "\r", R"({"jsonrpc":"2.0","id":1,"result":{}})",
        R"({"jsonrpc":"2.0","id":1,"error":{}})"}) {
    const McpLine L = McpLine::parse(Line);
    EXPECT_FALSE(L.Message) << Line;
    EXPECT_FALSE(L.Fault) << Line;
  }
}

TEST(McpMessage, FaultsNameTheRequest) {
  const McpLine L =
      McpLine::parse(R"({"jsonrpc":"2.0","id":3,"method":"m","params":[]})");
  ASSERT_TRUE(L.Fault);
  EXPECT_EQ(L.Fault->Is, McpFault::InvalidParams);
  EXPECT_EQ(textOf(L.FaultId), "3");
}

TEST(McpMessage, DepthIsLimited) {
  auto Nested = [](unsigned Depth) {
    return R"({"jsonrpc":"2.0","method":"m","params":{"x":)" +
           std::string(Depth, '[') + std::string(Depth, ']') + "}}";
  };
  EXPECT_TRUE(McpLine::parse(Nested(MaxJsonDepth - 2)).Message);
  const McpLine L = McpLine::parse(Nested(MaxJsonDepth - 1));
  ASSERT_TRUE(L.Fault);
  EXPECT_EQ(L.Fault->Is, McpFault::ParseError);
  // Neither brackets in strings nor brackets that are already closed count.
  EXPECT_TRUE(McpLine::parse(R"({"jsonrpc":"2.0","method":"\"\\)" +
                             std::string(500, '[') + R"("})")
                  .Message);
  std::string Flat = R"({"jsonrpc":"2.0","method":"m","params":{"x":[)";
  for (int I = 0; I != 500; ++I)
    Flat += "[],";
  EXPECT_TRUE(McpLine::parse(Flat + "1]}}").Message);
}

TEST(McpMessage, InvalidUtf8IsAFault) {
  EXPECT_TRUE(
      McpLine::parse("{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}").Fault);
}

} // namespace
