//===- ReadOnly.h - Refuses what is no question -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_READONLY_H
#define LIB_QUERY_SQL_READONLY_H

#include "Query/Sql/Sqlite.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// Looks at statements. Lets a connection read: statements that write, attach
/// files, load code or change settings are refused. What stands between double
/// quotes is a name, never a text.
class ReadOnly {
public:
  /// \p Db must not be used after the guard is gone.
  void guard(sqlite3 *Db);
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
  int check(int Action, const char *First, const char *Second);

  bool IsLifted = false;
  std::string Why;
  bool AddsRetained = false;
  /// A function that adds was seen, and no column since: its argument is next.
  bool IsInSum = false;
};

} // namespace hprof

#endif // LIB_QUERY_SQL_READONLY_H
