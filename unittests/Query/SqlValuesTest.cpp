//===- SqlValuesTest.cpp - Tests of values passed to SQL ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Sql/SqlValues.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// The bytes of \p Text in SQLite, in hexadecimal.
static std::string bytesOf(StringRef Text) {
  sqlite3 *Db = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &Db), SQLITE_OK);
  EXPECT_EQ(sqlite3_create_function(
                Db, "given", 0, SQLITE_UTF8, &Text,
                [](sqlite3_context *C, int, sqlite3_value **) {
                  sqlText(C, *static_cast<StringRef *>(sqlite3_user_data(C)));
                },
                nullptr, nullptr),
            SQLITE_OK);
  std::string Bytes;
  EXPECT_EQ(sqlite3_exec(
                Db, "SELECT hex(given())",
                [](void *To, int, char **Cells, char **) {
                  *static_cast<std::string *>(To) = Cells[0];
                  return 0;
                },
                &Bytes, nullptr),
            SQLITE_OK);
  sqlite3_close(Db);
  return Bytes;
}

TEST(SqlValues, TextIsUtf8) {
  EXPECT_EQ(bytesOf("a\x7f"), "617F");
  // A surrogate pair, and NUL.
  EXPECT_EQ(bytesOf("\xed\xa0\xbd\xed\xb8\x80\xc0\x80"), "F09F988000");
  EXPECT_EQ(bytesOf("\xc3\xa9"), "C3A9");
  EXPECT_EQ(bytesOf(""), "");
}

TEST(SqlValues, TextsThatUtf8LacksStayDifferent) {
  EXPECT_EQ(bytesOf("a\xed\xa0\xbc"), "61EDA0BC");
  EXPECT_EQ(bytesOf("a\xed\xa0\xbd"), "61EDA0BD");
  EXPECT_EQ(bytesOf("a\x80"), "6180");
  EXPECT_EQ(bytesOf("a\x81"), "6181");
}
