//===- KnownNames.h - Parts of SQLite that queries may use ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_KNOWNNAMES_H
#define LIB_QUERY_SQL_KNOWNNAMES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace hprof {

enum class SqlNameKind : uint8_t { Function, Module, Pragma };

/// A name of SQLite that is in KnownNames.def.
struct KnownSqlName {
  llvm::StringRef Name;
  llvm::StringRef Reason; ///< Why it is refused; empty: it is allowed.

  bool isAllowed() const { return Reason.empty(); }
};

/// The row of \p Name, in any case. Nothing for an unknown name, which is to be
/// refused.
std::optional<KnownSqlName> knownSqlName(SqlNameKind Kind,
                                         llvm::StringRef Name);
/// Only those that are in the table, and allowed there.
bool isAllowedSqlName(SqlNameKind Kind, llvm::StringRef Name);
std::vector<KnownSqlName> knownSqlNames(SqlNameKind Kind);

} // namespace hprof

#endif // LIB_QUERY_SQL_KNOWNNAMES_H
