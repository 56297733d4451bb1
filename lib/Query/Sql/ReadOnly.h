//===- ReadOnly.h - Refuses what is no question -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_READONLY_H
#define LIB_QUERY_SQL_READONLY_H

#include "Query/Sql/KnownNames.h"
#include "Query/Sql/Sqlite.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <functional>
#include <string>
#include <vector>

namespace hprof {

/// Looks at statements. Lets a connection read: statements that write, attach
/// files, load code or change settings are refused, as are the functions,
/// modules and pragmas that KnownNames.def does not allow. What stands between
/// double quotes is a name, never a text.
class ReadOnly {
public:
  using TableTest =
      std::function<bool(llvm::StringRef Schema, llvm::StringRef Table)>;

  /// \p Db, which has no tables yet, must not be used after the guard is gone.
  /// Of modules, it loses those that are not allowed. \p IsTable says which
  /// tables and views of the session there are.
  /// \p Functions are allowed in addition to those of SQLite.
  void guard(sqlite3 *Db, TableTest IsTable,
             std::vector<llvm::StringRef> Functions);
  /// Before a statement.
  void begin() {
    Why.clear();
    AddsRetained = IsInSum = false;
  }
  /// Why the last statement was refused; empty if it was not.
  const std::string &refused() const { return Why; }
  /// Whether it adds up retained sizes.
  bool addsRetained() const { return AddsRetained; }

  static constexpr llvm::StringLiteral Refusal =
      "refused: heaps can only be read, by SELECT";

  /// As long as it lives, everything is allowed.
  class Lifted {
  public:
    explicit Lifted(ReadOnly &Of) : Of(Of) { Of.IsLifted = true; }
    ~Lifted() { Of.IsLifted = false; }

  private:
    ReadOnly &Of;
  };

private:
  int check(int Action, llvm::StringRef First, llvm::StringRef Second,
            llvm::StringRef Schema);
  int checkName(SqlNameKind Kind, llvm::StringRef Name,
                const llvm::Twine &Shown);
  int checkRead(llvm::StringRef Schema, llvm::StringRef Table,
                llvm::StringRef Column);

  TableTest IsTable;
  std::vector<llvm::StringRef> Functions;
  bool IsLifted = false;
  std::string Why;
  bool AddsRetained = false;
  /// A function that adds was seen, and no column since: its argument is next.
  bool IsInSum = false;
};

} // namespace hprof

#endif // LIB_QUERY_SQL_READONLY_H
