//===- CompoundsTest.cpp - Tests of the UNIONs of a query -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Sql/Compounds.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

using Texts = std::vector<std::string>;

/// The parts of each compound, with "|" between them.
Texts parts(StringRef Sql) {
  Texts All;
  for (const SqlCompound &C : sqlCompounds(Sql)) {
    std::string Text;
    for (StringRef Part : C.Parts)
      Text += (Text.empty() ? "" : "|") + Part.trim().str();
    All.push_back(Text);
  }
  return All;
}

TEST(CompoundsTest, Parts) {
  EXPECT_EQ(parts("SELECT 1"), Texts());
  EXPECT_EQ(parts("SELECT a UNION SELECT b"), Texts{"SELECT a|SELECT b"});
  EXPECT_EQ(parts("select a union all values (1) Union select c;"),
            Texts{"select a|values (1)|select c"});
  EXPECT_EQ(parts("SELECT a UNION SELECT b ORDER BY 1 LIMIT 2"),
            Texts{"SELECT a|SELECT b"});
  EXPECT_EQ(parts("SELECT 1; SELECT a UNION SELECT b"), Texts());
}

TEST(CompoundsTest, NotListed) {
  EXPECT_EQ(parts("SELECT a EXCEPT SELECT b UNION SELECT c"),
            Texts{"SELECT a|SELECT c"});
  EXPECT_EQ(parts("SELECT a INTERSECT SELECT b"), Texts());
  EXPECT_EQ(parts("SELECT 'UNION SELECT' \"UNION\" -- UNION SELECT\n"),
            Texts());
}

TEST(CompoundsTest, InnerOnesFirst) {
  EXPECT_EQ(parts("SELECT a FROM (SELECT b UNION SELECT c) UNION SELECT d"),
            (Texts{"SELECT b|SELECT c",
                   "SELECT a FROM (SELECT b UNION SELECT c)|SELECT d"}));
  EXPECT_EQ(parts("SELECT (SELECT 1 UNION SELECT 2"),
            Texts{"SELECT 1|SELECT 2"});
  EXPECT_EQ(parts("SELECT a) UNION SELECT b"), Texts{"SELECT a)|SELECT b"});
}

TEST(CompoundsTest, With) {
  const StringRef Sql = "WITH t(n) AS (SELECT 1 UNION SELECT n FROM t) "
                        "SELECT n FROM (WITH u AS (SELECT 3) SELECT 4 UNION "
                        "SELECT n FROM t, u)";
  const std::vector<SqlCompound> All = sqlCompounds(Sql);
  ASSERT_EQ(All.size(), 2u);
  const std::string With = "WITH t(n) AS (SELECT 1 UNION SELECT n FROM t) ";
  EXPECT_EQ(All[0].All, "SELECT 1 UNION SELECT n FROM t");
  EXPECT_EQ(All[0].within(All[0].Parts[0]),
            With + " SELECT * FROM (SELECT 1 \n)");
  EXPECT_EQ(All[1].All.data(), Sql.data() + Sql.find("SELECT 4"));
  EXPECT_EQ(All[1].within(All[1].Parts[0]),
            With + " SELECT * FROM (WITH u AS (SELECT 3)  SELECT * FROM "
                   "(SELECT 4 \n)\n)");
}

TEST(CompoundsTest, AnyTypeColumns) {
  using Bits = std::vector<bool>;
  EXPECT_EQ(anyTypeColumns("SELECT NULL"), Bits{true});
  EXPECT_EQ(anyTypeColumns("select a, null as b, NULL AS \"c\", f(NULL, NULL) "
                           "FROM t, u"),
            (Bits{false, true, true, false}));
  EXPECT_EQ(
      anyTypeColumns("SELECT NULL IS NULL, NULL ISNULL, 'NULL', NULL + 1"),
      (Bits{false, false, false, false}));
  EXPECT_EQ(
      anyTypeColumns("SELECT 0xb08, 0 AS n, 0X700 AS x, 0x700 + 1, '0x1'"),
      (Bits{true, false, true, false, false}));
  EXPECT_EQ(anyTypeColumns("VALUES (NULL)"), Bits{});
}

} // namespace
