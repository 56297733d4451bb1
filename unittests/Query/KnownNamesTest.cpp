//===- KnownNamesTest.cpp - Tests of names allowed in queries -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Sql/KnownNames.h"
#include "Query/Sql/Sqlite.h"
#include "hprof/Query/QuerySession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Testing/Support/Error.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// The first column of all rows that the linked SQLite returns outside a
/// session.
std::vector<std::string> namesIn(StringRef List) {
  std::vector<std::string> Names;
  sqlite3 *Db = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &Db), SQLITE_OK);
  // Some modules are registered only at their first use.
  const std::string Sql = "SELECT count(*) FROM json_each('1'), "
                          "json_tree('1'); SELECT DISTINCT name FROM " +
                          List.str();
  EXPECT_EQ(sqlite3_exec(
                Db, Sql.c_str(),
                [](void *To, int, char **Values, char **Columns) {
                  if (StringRef(Columns[0]) == "name")
                    static_cast<std::vector<std::string> *>(To)->push_back(
                        Values[0]);
                  return 0;
                },
                &Names, nullptr),
            SQLITE_OK);
  sqlite3_close(Db);
  EXPECT_GT(Names.size(), 5U) << List.str();
  return Names;
}

/// The error message of a session for \p Sql; empty if the query succeeds.
std::string errorOf(StringRef Sql) {
  std::unique_ptr<QuerySession> S = cantFail(QuerySession::open());
  StringRef Rest = Sql;
  Expected<std::unique_ptr<QueryResult>> R = S->run(Rest);
  if (!R)
    return toString(R.takeError());
  while ((*R)->next())
    ;
  return toString((*R)->takeError());
}

TEST(KnownNamesTest, EachNameIsInOneRow) {
  for (SqlNameKind K :
       {SqlNameKind::Function, SqlNameKind::Module, SqlNameKind::Pragma}) {
    StringSet<> Seen;
    for (const KnownSqlName &Is : knownSqlNames(K)) {
      EXPECT_FALSE(Is.Name.empty());
      EXPECT_TRUE(Seen.insert(Is.Name).second) << Is.Name.str();
    }
  }
}

TEST(KnownNamesTest, EveryFunctionOfSqliteIsAllowedOrRefused) {
  for (const std::string &Name : namesIn("pragma_function_list")) {
    EXPECT_TRUE(knownSqlName(SqlNameKind::Function, Name))
        << "SQLite has a new function, " << Name
        << ": decide in KnownNames.def whether queries may call it";
  }
}

TEST(KnownNamesTest, EveryModuleOfSqliteIsAllowedOrRefused) {
  for (const std::string &Name : namesIn("pragma_module_list")) {
    StringRef Pragma = Name;
    const bool IsPragma = Pragma.consume_front("pragma_");
    const auto Is = IsPragma ? knownSqlName(SqlNameKind::Pragma, Pragma)
                             : knownSqlName(SqlNameKind::Module, Name);
    ASSERT_TRUE(Is) << "SQLite has a new module, " << Name
                    << ": decide in KnownNames.def whether queries may read it";
    if (Is->isAllowed())
      continue;
    EXPECT_NE(errorOf("SELECT * FROM " + Name).find("rejected: "),
              std::string::npos)
        << Name;
  }
}

TEST(KnownNamesTest, EveryPragmaOfSqliteIsAllowedOrRefused) {
  for (const std::string &Name : namesIn("pragma_pragma_list")) {
    const auto Is = knownSqlName(SqlNameKind::Pragma, Name);
    ASSERT_TRUE(Is) << "SQLite has a new pragma, " << Name
                    << ": decide in KnownNames.def whether queries may use it";
    const std::string Says = errorOf("PRAGMA " + Name);
    EXPECT_EQ(StringRef(Says).starts_with("rejected: PRAGMA "),
              !Is->isAllowed())
        << Name << ": " << Says;
  }
}

/// Tests every number of arguments that SQLite accepts.
TEST(KnownNamesTest, WhatIsNotAllowedIsNotCalled) {
  sqlite3 *Db = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &Db), SQLITE_OK);
  std::vector<std::pair<std::string, int>> Calls;
  sqlite3_exec(
      Db, "SELECT DISTINCT name, narg FROM pragma_function_list",
      [](void *To, int, char **Values, char **) {
        static_cast<std::vector<std::pair<std::string, int>> *>(To)
            ->emplace_back(Values[0], atoi(Values[1]));
        return 0;
      },
      &Calls, nullptr);
  sqlite3_close(Db);
  unsigned Refused = 0;
  for (const auto &[Name, Count] : Calls) {
    if (isAllowedSqlName(SqlNameKind::Function, Name))
      continue;
    std::string Call = "SELECT " + Name + "(";
    for (int I = 0; I < std::max(Count, 0); ++I)
      Call += I ? ", 1" : "1";
    const std::string Says = errorOf(Call + ")");
    EXPECT_TRUE(StringRef(Says).starts_with("rejected: " + Name + "(): "))
        << Call << ": " << Says;
    ++Refused;
  }
  EXPECT_GE(Refused, 1U); // At least load_extension is rejected.
}

TEST(KnownNamesTest, AddressesAreNeitherTakenNorGiven) {
  EXPECT_EQ(errorOf("SELECT hex(fts3_tokenizer('simple'))"),
            errorOf("SELECT fts3_tokenizer('simple', x'4141414141414141')"));
  EXPECT_NE(errorOf("SELECT fts3_tokenizer('simple')").find("addresses"),
            std::string::npos);
  EXPECT_NE(errorOf("SELECT * FROM fts3tokenize WHERE input = 'a b'")
                .find("rejected: "),
            std::string::npos);
  EXPECT_NE(errorOf("EXPLAIN SELECT 1").find("rejected: "), std::string::npos);
  EXPECT_EQ(errorOf("EXPLAIN QUERY PLAN SELECT 1"), "");
}

TEST(KnownNamesTest, UsualFunctionsWork) {
  for (StringRef Sql :
       {"SELECT upper('a') || printf('%05d', 7) || format('%s', 1)",
        "SELECT json_extract('{\"a\": [1]}', '$.a[0]'), '[1]' -> 0, '[1]' ->> "
        "0",
        "SELECT value FROM json_each('[1, 2]')",
        "SELECT fullkey FROM json_tree('{\"a\": 1}')",
        "SELECT json_group_array(value) FROM json_each('[1]')",
        "SELECT date('now'), strftime('%Y', 0, 'unixepoch'), CURRENT_TIMESTAMP",
        "SELECT sqrt(2), log(10), pow(2, 3), pi(), floor(1.5)",
        "SELECT row_number() OVER (ORDER BY value), sum(value) OVER () "
        "FROM json_each('[3, 1]')",
        "SELECT group_concat(value, ', '), total(value) FROM json_each('[1]')",
        "SELECT 'a' LIKE 'A', 'a' GLOB '*', instr('ab', 'b'), abs(random())",
        "SELECT iif(1, 2, 3), coalesce(NULL, 1), nullif(1, 2), typeof(1)",
        "SELECT name FROM pragma_function_list LIMIT 1",
        "SELECT count(*) FROM pragma_module_list",
        "SELECT count(*) FROM sqlite_master",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
        "9) SELECT count(*) FROM n",
        "PRAGMA table_list"})
    EXPECT_EQ(errorOf(Sql), "") << Sql.str();
}

} // namespace
