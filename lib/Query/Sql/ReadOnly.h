//===- ReadOnly.h - Rejects all but queries ---------------------*- C++ -*-===//
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

/// Restricts a connection to reading: statements that write, attach files, load
/// code or change settings are rejected, as are the functions, modules and
/// pragmas that KnownNames.def does not allow. A string in double quotes is
/// always a name.
class ReadOnly {
public:
  using TableTest =
      std::function<bool(llvm::StringRef Schema, llvm::StringRef Table)>;

  /// \p Db must have no tables yet, and must not be used after the guard is
  /// destroyed. Modules that are not allowed are removed from it. \p IsTable
  /// returns whether a table or view is in the session. \p Functions are
  /// allowed in addition to those of SQLite.
  void guard(sqlite3 *Db, TableTest IsTable,
             std::vector<llvm::StringRef> Functions);
  /// Must be called before each statement.
  void begin() {
    Why.clear();
    AddsRetained = IsInSum = false;
  }
  /// Reason for rejecting the last statement; empty if it was accepted.
  const std::string &refused() const { return Why; }
  /// Whether the statement sums retained sizes.
  bool addsRetained() const { return AddsRetained; }

  static constexpr llvm::StringLiteral Refusal =
      "rejected: heaps are read-only; use SELECT";

  /// Allows everything during its lifetime.
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
  /// Whether the next column is the argument of a summing function.
  bool IsInSum = false;
};

} // namespace hprof

#endif // LIB_QUERY_SQL_READONLY_H
