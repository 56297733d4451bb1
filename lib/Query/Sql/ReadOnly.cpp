//===- ReadOnly.cpp - Rejects all but queries -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadOnly.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Switch {
  int Option, Value;
};
struct Limit {
  int Option, Most;
};
} // namespace

static constexpr Switch Switches[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    // A misspelt "column" would otherwise be a string, and a comparison with it
    // would return a result.
    {SQLITE_DBCONFIG_DQS_DML, 0},
    {SQLITE_DBCONFIG_DQS_DDL, 0},
};

/// Compiling a query takes time that grows faster than its length, and cannot
/// be interrupted. Handwritten queries are far below these limits.
static constexpr Limit Limits[] = {
    {SQLITE_LIMIT_SQL_LENGTH, 1'000'000},
    {SQLITE_LIMIT_COMPOUND_SELECT, 500},
    {SQLITE_LIMIT_EXPR_DEPTH, 1000},
    {SQLITE_LIMIT_VDBE_OP, 1'000'000},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
};

void ReadOnly::guard(sqlite3 *Db, TableTest Test, std::vector<StringRef> Ours) {
  IsTable = std::move(Test);
  Functions = std::move(Ours);
  for (const Switch &S : Switches)
    sqlite3_db_config(Db, S.Option, S.Value, nullptr);
  for (const Limit &L : Limits)
    sqlite3_limit(Db, L.Option, L.Most);
  std::vector<std::string> Allowed;
  for (const KnownSqlName &Is : knownSqlNames(SqlNameKind::Module))
    if (Is.isAllowed())
      Allowed.push_back(Is.Name.str());
  std::vector<const char *> Kept;
  Kept.reserve(Allowed.size() + 1);
  for (const std::string &Name : Allowed)
    Kept.push_back(Name.c_str());
  Kept.push_back(nullptr);
  sqlite3_drop_modules(Db, Kept.data());
  sqlite3_set_authorizer(
      Db,
      [](void *Of, int Action, const char *First, const char *Second,
         const char *Schema, const char *) {
        return static_cast<ReadOnly *>(Of)->check(
            Action, StringRef(First), StringRef(Second), StringRef(Schema));
      },
      this);
}

/// SQLite reports the columns of pragma_table_info() as a change to its schema
/// table. Statements that change that table fail in any case.
static bool isDeclaration(StringRef Table) {
  return Table == "sqlite_master" || Table == "sqlite_temp_master";
}

static bool isSum(StringRef Function) {
  return Function.equals_insensitive("sum") ||
         Function.equals_insensitive("total") ||
         Function.equals_insensitive("avg");
}

/// \p Shown is \p Name in SQL notation.
int ReadOnly::checkName(SqlNameKind Kind, StringRef Name, const Twine &Shown) {
  const std::optional<KnownSqlName> Is = knownSqlName(Kind, Name);
  if (Is && Is->isAllowed())
    return SQLITE_OK;
  const StringRef Reason =
      Is ? Is->Reason : "it is new in SQLite and not yet reviewed";
  Why = ("rejected: " + Shown + ": " + Reason).str();
  return SQLITE_DENY;
}

/// SQLite registers some modules only when a query names them.
int ReadOnly::checkRead(StringRef Schema, StringRef Table, StringRef Column) {
  // Without a column, the name may belong to a WITH clause.
  if (Column.empty() || isDeclaration(Table) || IsTable(Schema, Table))
    return SQLITE_OK;
  StringRef Pragma = Table;
  return Pragma.consume_front_insensitive("pragma_")
             ? checkName(SqlNameKind::Pragma, Pragma, Table)
             : checkName(SqlNameKind::Module, Table, Table);
}

int ReadOnly::check(int Action, StringRef First, StringRef Second,
                    StringRef Schema) {
  if (IsLifted)
    return SQLITE_OK;
  switch (Action) {
  case SQLITE_READ:
    AddsRetained |= IsInSum && Second.ltrim('_') == "retained";
    IsInSum = false;
    return checkRead(Schema, First, Second);
  case SQLITE_SELECT:
  case SQLITE_RECURSIVE:
    return SQLITE_OK;
  case SQLITE_UPDATE:
    if (isDeclaration(First))
      return SQLITE_OK;
    break;
  case SQLITE_FUNCTION:
    IsInSum = isSum(Second);
    return any_of(Functions,
                  [&](StringRef F) { return F.equals_insensitive(Second); })
               ? SQLITE_OK
               : checkName(SqlNameKind::Function, Second, Second + "()");
  case SQLITE_PRAGMA:
    return checkName(SqlNameKind::Pragma, First, "PRAGMA " + First);
  default:
    break;
  }
  Why = Refusal.str();
  return SQLITE_DENY;
}
