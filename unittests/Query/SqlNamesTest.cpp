//===- SqlNamesTest.cpp - Tests of the names in a query -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Sql/SqlNames.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

/// Each name, in quotes if it was quoted; qualified names have the form
/// "a.name".
std::vector<std::string> words(llvm::StringRef Sql) {
  std::vector<std::string> All;
  for (const SqlWord &W : sqlWords(Sql)) {
    std::string Text = W.Schema.empty() ? "" : W.Schema + ".";
    All.push_back(Text + (W.IsQuoted ? "<" + W.Name + ">" : W.Name));
  }
  return All;
}
using Words = std::vector<std::string>;

TEST(SqlNamesTest, Words) {
  EXPECT_EQ(words("SELECT a, b$1 FROM t"),
            (Words{"SELECT", "a", "b$1", "FROM", "t"}));
  EXPECT_EQ(words("b.objects"), (Words{"b", "b.objects"}));
  EXPECT_EQ(words(""), Words());
}

TEST(SqlNamesTest, Quotes) {
  EXPECT_EQ(words("\"a.B\" [c d] `e`"), (Words{"<a.B>", "<c d>", "<e>"}));
  EXPECT_EQ(words("\"a\"\"b\""), (Words{"<a\"b>"}));
  EXPECT_EQ(words("b.\"x.Y\""), (Words{"b", "b.<x.Y>"}));
  EXPECT_EQ(words("\"no end"), (Words{"<no end>"}));
}

TEST(SqlNamesTest, TextsAndComments) {
  EXPECT_EQ(words("a 'b ''c' d"), (Words{"a", "d"}));
  EXPECT_EQ(words("a -- b\nc /* d */ e"), (Words{"a", "c", "e"}));
  EXPECT_EQ(words("a /* no end"), (Words{"a"}));
  EXPECT_EQ(words("a -- no end"), (Words{"a"}));
  EXPECT_EQ(words("'no end"), Words());
}

TEST(SqlNamesTest, HasWord) {
  EXPECT_TRUE(hasWord("SELECT 1 union SELECT 2", "UNION"));
  EXPECT_FALSE(hasWord("SELECT 'UNION' AS \"UNION\" -- UNION", "UNION"));
  EXPECT_FALSE(hasWord("SELECT unions", "UNION"));
}

TEST(SqlNamesTest, FromFirstToken) {
  EXPECT_EQ(fromFirstToken(" -- a\n/* b */;\n;c; d"), "c; d");
  EXPECT_EQ(fromFirstToken("'a'"), "'a'");
  for (const char *Sql : {"", " ; ", "-- a", "; /* a"})
    EXPECT_EQ(fromFirstToken(Sql), "");
}

TEST(SqlNamesTest, FirstStatement) {
  EXPECT_EQ(firstStatement("a ';' \";\" [;] -- ;\n/* ; */ b; c;"),
            "a ';' \";\" [;] -- ;\n/* ; */ b;");
  for (const char *Sql : {"", ";", "a", "a;", "a 'b; c", "a -- b; c"})
    EXPECT_EQ(firstStatement(Sql), Sql);
}

TEST(SqlNamesTest, TextsThatAreIds) {
  const std::string Asked = "SELECT '0x7F','0X7f'";
  const SqlWithIds Is(Asked);
  EXPECT_EQ(Is.Sql, "SELECT  0x7F , 0X7f ");
  EXPECT_EQ(Is.Ids, (std::vector<llvm::StringRef>{"0x7F", "0X7f"}));
}

TEST(SqlNamesTest, TextsThatAreNot) {
  for (const char *Sql :
       {"", "'0x", "'", "'0x'", "'0x1g'", "'0x01234567012345678'", "'a''0x1'",
        "\"'0x1'\"", "-- '0x1'", "/* '0x1' */", "'0x12", "1 AS '0x1'"})
    EXPECT_EQ(SqlWithIds(Sql).Sql, Sql);
}

} // namespace
