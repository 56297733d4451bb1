//===- CompoundTypesTest.cpp - Tests of the types of UNIONs ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Sql/CompoundTypes.h"
#include "gtest/gtest.h"
#include <string>

using namespace hprof;
using namespace llvm;

namespace {

struct CompoundTypesTest : testing::Test {
  CompoundTypesTest() {
    sqlite3_open(":memory:", &Db);
    sqlite3_exec(Db, "CREATE TABLE t(a ID, b BYTES)", nullptr, nullptr,
                 nullptr);
  }
  ~CompoundTypesTest() override {
    sqlite3_finalize(Made);
    sqlite3_close(Db);
  }
  void prepare(const std::string &Sql) {
    ASSERT_EQ(sqlite3_prepare_v2(Db, Sql.c_str(), -1, &Made, nullptr),
              SQLITE_OK)
        << sqlite3_errmsg(Db);
  }

  sqlite3 *Db = nullptr;
  sqlite3_stmt *Made = nullptr;
};

TEST_F(CompoundTypesTest, ColumnsOfDifferentTypesAreMixed) {
  prepare("SELECT a, a AS x FROM t UNION SELECT a, b FROM t");
  const BitVector Mixed = mixedColumns(Db, Made, [] { return false; });
  EXPECT_FALSE(Mixed[0]);
  EXPECT_TRUE(Mixed[1]);
}

/// Some hundred UNIONs, each of which is compiled again with all others.
TEST_F(CompoundTypesTest, ManyUnionsAreCompiledAFewTimes) {
  std::string Sql;
  for (unsigned I = 0; I != 400; ++I)
    Sql += (I ? " UNION ALL " : "") +
           std::string("SELECT x FROM (SELECT a AS x FROM t "
                       "UNION SELECT b FROM t)");
  prepare(Sql);
  unsigned Steps = 0;
  const BitVector Mixed = mixedColumns(Db, Made, [&] {
    ++Steps;
    return false;
  });
  EXPECT_TRUE(Mixed[0]);
  EXPECT_GT(Steps, 100U);
  EXPECT_LE(Steps, 1000U);
}

TEST_F(CompoundTypesTest, ItEndsWhenItIsToEnd) {
  prepare("SELECT a FROM t UNION SELECT b FROM t UNION SELECT 1");
  unsigned Steps = 0;
  const BitVector Mixed = mixedColumns(Db, Made, [&] {
    ++Steps;
    return true;
  });
  EXPECT_TRUE(Mixed[0]);
  EXPECT_LE(Steps, 2U);
}

} // namespace
