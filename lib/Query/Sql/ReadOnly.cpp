//===- ReadOnly.cpp - Refuses what is no question -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadOnly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace hprof;
using namespace llvm;

void ReadOnly::guard(sqlite3 *Db) {
  sqlite3_db_config(Db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(Db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  // A misspelt "column" is otherwise a text, and a comparison with it an
  // answer.
  sqlite3_db_config(Db, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(Db, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_set_authorizer(
      Db,
      [](void *Of, int Action, const char *First, const char *Second,
         const char *, const char *) {
        return static_cast<ReadOnly *>(Of)->check(Action, First, Second);
      },
      this);
}

/// SQLite declares the columns of pragma_table_info() as a change of its table
/// of tables. Statements that change it end with an error in any case.
static bool isDeclaration(StringRef Table) {
  return Table == "sqlite_master" || Table == "sqlite_temp_master";
}

/// PRAGMAs that describe tables and functions.
static bool isDescription(StringRef Pragma) {
  static constexpr StringLiteral Names[] = {
      "table_info",  "table_xinfo",   "table_list",    "database_list",
      "module_list", "function_list", "collation_list"};
  return is_contained(Names, Pragma);
}

static bool isSum(StringRef Function) {
  return Function.equals_insensitive("sum") ||
         Function.equals_insensitive("total") ||
         Function.equals_insensitive("avg");
}

int ReadOnly::check(int Action, const char *First, const char *Second) {
  if (IsLifted)
    return SQLITE_OK;
  switch (Action) {
  case SQLITE_READ:
    AddsRetained |= IsInSum && StringRef(Second).ltrim('_') == "retained";
    IsInSum = false;
    return SQLITE_OK;
  case SQLITE_SELECT:
  case SQLITE_RECURSIVE:
    return SQLITE_OK;
  case SQLITE_UPDATE:
    if (isDeclaration(First))
      return SQLITE_OK;
    break;
  case SQLITE_FUNCTION:
    if (StringRef(Second).equals_insensitive("load_extension"))
      break;
    IsInSum = isSum(Second);
    return SQLITE_OK;
  case SQLITE_PRAGMA:
    if (isDescription(First))
      return SQLITE_OK;
    break;
  default:
    break;
  }
  Why = Refusal.str();
  return SQLITE_DENY;
}
