//===- McpToolTest.cpp - Arguments of calls -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Mcp/McpTool.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

TableInfo declared() {
  auto With = [](StringRef Name, ColumnType Type, bool IsOptional,
                 StringRef Choices = "") {
    Column C;
    C.Name = Name;
    C.Type = Type;
    C.IsOptional = IsOptional;
    C.Choices = Choices;
    C.Sentence = "What it is.";
    return C;
  };
  return {"x",
          "",
          {With("file", ColumnType::Text, false),
           With("id", ColumnType::Id, true),
           With("limit", ColumnType::Count, true),
           With("all", ColumnType::Flag, true),
           With("sort", ColumnType::Word, true, "up|down")}};
}

std::string errorOf(StringRef Json) {
  Expected<json::Value> V = json::parse(Json);
  if (!V)
    return toString(V.takeError());
  Expected<McpArguments> A = McpArguments::parse(declared(), *V->getAsObject());
  return A ? "" : toString(A.takeError());
}

TEST(McpArguments, Typed) {
  Expected<json::Value> V = json::parse(
      R"({"file":"f","id":"0xffffffffffffffff","limit":5,"all":true,)"
      R"("sort":"down"})");
  ASSERT_TRUE(bool(V));
  Expected<McpArguments> A = McpArguments::parse(declared(), *V->getAsObject());
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->text("file"), "f");
  EXPECT_EQ(A->number("id"), UINT64_MAX);
  EXPECT_EQ(A->number("limit"), 5u);
  EXPECT_TRUE(A->flag("all"));
  EXPECT_EQ(A->text("sort"), "down");
  EXPECT_FALSE(A->text("none"));
  EXPECT_FALSE(A->number("none"));
  EXPECT_FALSE(A->flag("none"));
}

TEST(McpArguments, Errors) {
  EXPECT_EQ(errorOf(R"({"file":"f"})"), "");
  EXPECT_EQ(errorOf(R"({"file":"f","id":null})"), "");
  EXPECT_EQ(errorOf("{}"), "argument 'file' is missing: What it is.");
  EXPECT_EQ(errorOf(R"({"file":null})"),
            "argument 'file' is missing: What it is.");
  EXPECT_EQ(errorOf(R"({"file":7})"), "argument 'file': expected a string");
  EXPECT_EQ(
      errorOf(R"({"file":"f","name":1})"),
      "unknown argument 'name'; arguments are file, id, limit, all, sort");
  for (const char *Id : {"7", "\"7f00\"", "\"0x\"", "\"0xg\"", "\"\"",
                         "\"0x10000000000000000\"", "\"0x-1\""})
    EXPECT_EQ(errorOf((R"({"file":"f","id":)" + Twine(Id) + "}").str()),
              "argument 'id': expected an id such as \"0x7f00\"")
        << Id;
  for (const char *Limit : {"-1", "1.5", "\"1\"", "1e30", "[]"})
    EXPECT_EQ(errorOf((R"({"file":"f","limit":)" + Twine(Limit) + "}").str()),
              "argument 'limit': expected an integer of at least 0")
        << Limit;
  EXPECT_EQ(errorOf(R"({"file":"f","all":1})"),
            "argument 'all': expected true or false");
  EXPECT_EQ(errorOf(R"({"file":"f","sort":"u"})"),
            "argument 'sort': expected one of up, down");
}

} // namespace
