//===- TextSearchTest.cpp - Tests of functions that search texts ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Sql/TextSearch.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <string>

namespace {

struct Connection {
  explicit Connection(bool IsOurs) {
    sqlite3_open(":memory:", &Db);
    sqlite3_limit(Db, SQLITE_LIMIT_LENGTH, 4 << 20);
    if (IsOurs)
      hprof::addTextSearch(Db);
  }
  ~Connection() { sqlite3_close(Db); }
  std::string ask(const std::string &Sql) {
    std::string Rows;
    char *Message = nullptr;
    sqlite3_exec(
        Db, Sql.c_str(),
        [](void *To, int, char **Values, char **) {
          *static_cast<std::string *>(To) +=
              std::string(Values[0] ? Values[0] : "NULL") + "\n";
          return 0;
        },
        &Rows, &Message);
    if (Message)
      Rows += std::string("error: ") + Message;
    sqlite3_free(Message);
    return Rows;
  }

  sqlite3 *Db = nullptr;
};

TEST(TextSearchTest, AnswersAreThoseOfSqlite) {
  Connection Ours(true), Theirs(false);
  const char *const Values =
      "WITH v(x) AS (VALUES (NULL), (''), ('a'), ('b'), ('ab'), ('aab'), "
      "('b\xc3\xa4"
      "b'), ('\xc3\xa4'), ('aaaa'), ('aa'), (1), (12), (1.5), "
      "(-0.25), (9e99), (x''), (x'61'), (x'c3a4'), (x'00'), (x'6162'), "
      "(char(0x1f600, 97)), (char(0x1f600)))";
  for (const char *Sql :
       {"SELECT quote(a.x) || ' in ' || quote(b.x) || ': ' || "
        "quote(instr(a.x, b.x)) FROM v a, v b",
        "SELECT quote(a.x) || ' ' || quote(b.x) || ' ' || quote(c.x) || ': ' "
        "|| quote(replace(a.x, b.x, c.x)) FROM v a, v b, v c"}) {
    const std::string Is = Ours.ask(std::string(Values) + Sql);
    const std::string Expected = Theirs.ask(std::string(Values) + Sql);
    llvm::SmallVector<llvm::StringRef> Rows, Others;
    llvm::StringRef(Is).split(Rows, '\n');
    llvm::StringRef(Expected).split(Others, '\n');
    ASSERT_EQ(Rows.size(), Others.size());
    EXPECT_GT(Rows.size(), 400U);
    for (size_t I = 0; I != Rows.size(); ++I)
      EXPECT_EQ(Rows[I].str(), Others[I].str());
  }
}

TEST(TextSearchTest, ResultsThatAreTooLongAreErrors) {
  EXPECT_EQ(Connection(true).ask("SELECT length(replace(hex(zeroblob(1000000)),"
                                 " '0', 'abc'))"),
            "error: string or blob too big");
}

/// If the texts were compared in full at each position, this would take 10^12
/// steps.
TEST(TextSearchTest, LongTextsTakeLinearTime) {
  Connection Ours(true);
  const std::string Long = "replace(hex(zeroblob(2000000)), '0', 'a')";
  const std::string Half = "substr(" + Long + ", 1, 1000000) || 'b'";
  EXPECT_EQ(Ours.ask("SELECT instr(" + Long + ", " + Half + ")"), "0\n");
  EXPECT_EQ(Ours.ask("SELECT length(replace(" + Long + ", " + Half + ", 'c'))"),
            "4000000\n");
  EXPECT_EQ(Ours.ask("SELECT instr(zeroblob(4000000), zeroblob(2000000) || "
                     "x'01')"),
            "0\n");
}

} // namespace
