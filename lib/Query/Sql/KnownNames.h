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

/// An SQLite name in KnownNames.def.
struct KnownSqlName {
  llvm::StringRef Name;
  llvm::StringRef Reason; ///< Why it is rejected; empty if it is allowed.

  bool isAllowed() const { return Reason.empty(); }
};

/// Returns the row of \p Name, in any case; nothing for an unknown name, which
/// must be rejected.
std::optional<KnownSqlName> knownSqlName(SqlNameKind Kind,
                                         llvm::StringRef Name);
/// Whether the table lists \p Name as allowed.
bool isAllowedSqlName(SqlNameKind Kind, llvm::StringRef Name);
std::vector<KnownSqlName> knownSqlNames(SqlNameKind Kind);

} // namespace hprof

#endif // LIB_QUERY_SQL_KNOWNNAMES_H
