//===- DescribeTest.cpp - Tests of descriptions of answers ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Answer/Describe.h"
#include "Answer/Fruits.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static json::Object schema(ArrayRef<const AnswerInfo *> Kinds) {
  std::string Text;
  raw_string_ostream OS(Text);
  describeAsSchema(OS, Kinds, 2);
  Expected<json::Value> Parsed = json::parse(Text);
  return Parsed ? *Parsed->getAsObject()
                : (consumeError(Parsed.takeError()), json::Object());
}

namespace {
struct Branch {};
} // namespace

HPROF_TABLE_BEGIN(branchTable, Branch, NothingAsked, "branch", "A branch.")
HPROF_NESTED_OPTIONAL(List, SameTable, "branches", ForJson, Datum(),
                      "Smaller ones.")
HPROF_NESTED_NULLABLE(Record, &month::table(), "best", ForJson,
                      Datum(Datum::Null()), "The best month.")
HPROF_OPTIONAL_WORD("left|right", "side", ForJson, Datum(), "Where it is.")
HPROF_TABLE_END

namespace {
TEST(Describe, SchemaOfTree) {
  EXPECT_EQ(branchTable().Columns[0].Of, &branchTable());
  const AnswerInfo Info = {"tree-list",    "trees", "Trees.",
                           &branchTable(), nullptr, &branchTable()};
  json::Object S = schema({&Info});
  const json::Object *Branch = S.getObject("$defs")->getObject("branch");
  ASSERT_TRUE(Branch);
  const json::Object &Columns = *Branch->getObject("properties");
  EXPECT_EQ(
      *Columns.getObject("branches")->getObject("items")->getString("$ref"),
      "#/$defs/branch");
  EXPECT_FALSE(Columns.getObject("best")->get("type"));
  EXPECT_EQ(*Columns.getObject("best")->getArray("anyOf"),
            (json::Array{json::Object{{"$ref", "#/$defs/month"}},
                         json::Object{{"type", "null"}}}));
  EXPECT_EQ(*Branch->getArray("required"), json::Array{"best"});
  EXPECT_EQ(*Columns.getObject("side")->getArray("enum"),
            (json::Array{"left", "right"}));
}

TEST(Describe, Schema) {
  json::Object S = schema({&FruitAnswer::kind()});
  EXPECT_EQ(*S.getString("title"), "Output of fruit-list --format=json");
  const json::Object *Item =
      S.getObject("properties")->getObject("files")->getObject("items");
  const json::Object &Columns = *Item->getObject("properties");
  EXPECT_EQ(*Columns.getObject("fruit")->getString("type"), "string");
  EXPECT_EQ(*Columns.getObject("id")->getString("pattern"), "^0x[0-9a-f]+$");
  EXPECT_EQ(*Columns.getObject("bytes")->getString("type"), "integer");
  EXPECT_EQ(*Columns.getObject("share")->getString("type"), "number");
  EXPECT_EQ(*Columns.getObject("share")->getString("description"),
            "Part of eight.");
  EXPECT_EQ(Columns.getObject("taste")->getArray("enum")->size(), 2u);
  EXPECT_EQ(*Columns.getObject("months")->getObject("items")->getString("$ref"),
            "#/$defs/month");
  EXPECT_EQ(*Columns.getObject("best")->getString("$ref"), "#/$defs/month");
  const json::Object &Month = *S.getObject("$defs")->getObject("month");
  EXPECT_EQ(*Month.getString("type"), "object");
  EXPECT_EQ(*Month.getArray("required"), (json::Array{"name", "grown"}));
  EXPECT_TRUE(Month.getObject("properties")->get("name"));
  EXPECT_EQ(*Columns.getObject("kilos")->getObject("items")->getString("type"),
            "integer");
  EXPECT_EQ(*Columns.getObject("price")->getArray("type"),
            (json::Array{"integer", "null"}));
  EXPECT_EQ(S.getObject("$defs")->size(), 1u);
  // Optional columns are not required.
  const json::Array Required{"fruit", "count",  "bytes",  "taste", "seedless",
                             "price", "change", "months", "best",  "kilos"};
  EXPECT_EQ(*Item->getArray("required"), Required);
  EXPECT_TRUE(S.getObject("properties")->get("grown"));
}

TEST(Describe, SchemaOfSeveralKinds) {
  json::Object S = schema({&FruitAnswer::kind(), &FruitAnswer::kind()});
  ASSERT_TRUE(S.getArray("anyOf"));
  EXPECT_EQ(S.getArray("anyOf")->size(), 2u);
  EXPECT_FALSE(S.get("properties"));
}

TEST(Describe, RstHasColumnsOfCsvAndJson) {
  std::string Text;
  raw_string_ostream OS(Text);
  describeAsRst(OS, FruitAnswer::kind());
  EXPECT_NE(Text.find("``count`` (count; CSV and JSON)\n  How many there are."),
            std::string::npos);
  EXPECT_NE(Text.find("``share`` (share from 0 to 1; CSV and JSON, optional)"),
            std::string::npos);
  EXPECT_NE(Text.find("``id`` (id; JSON, optional)"), std::string::npos);
}

TEST(Describe, MarkdownHasEachTableOnce) {
  std::string Text;
  raw_string_ostream OS(Text);
  describeAsMarkdown(OS, FruitAnswer::kind());
  EXPECT_EQ(StringRef(Text).count("### month\n"), 1u);
  EXPECT_NE(
      Text.find("| `months` | array of *month* | JSON; in CSV ``grown:...`` |"),
      std::string::npos);
  EXPECT_NE(Text.find("| `kilos` | array of number | JSON |"),
            std::string::npos);
  EXPECT_EQ(StringRef(Text).count("### kilo\n"), 0u);
}
} // namespace
