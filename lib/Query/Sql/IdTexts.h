//===- IdTexts.h - Texts that are compared with ids -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_IDTEXTS_H
#define LIB_QUERY_SQL_IDTEXTS_H

#include "Query/Sql/Sqlite.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace hprof {

/// Whether a column has numbers. EXPLAIN of SQLite calls the table \p Table,
/// see QueryTable::Explained.
using ColumnFinder =
    llvm::function_ref<bool(llvm::StringRef Table, int Column)>;

/// A text that looks like an id, such as '0x7f00', and that the query \p Sql
/// compares with a number, which it never equals. Tables find some of these
/// comparisons themselves (SqlModule.h), but not those with a column of a
/// sub-select that is computed first, or in an OR or CASE.
///
/// \p Sql is compiled, not run. SQLite knows whether the other side has the
/// affinity of numbers, through views and sub-selects. Of other expressions,
/// such as coalesce(id, 0), what may have written the register is followed back
/// to the columns of tables: all must be numbers. A release whose code looks
/// different is not understood: then nothing is found.
std::optional<std::string> findIdText(sqlite3 *Db, llvm::StringRef Sql,
                                      ColumnFinder Columns);

} // namespace hprof

#endif // LIB_QUERY_SQL_IDTEXTS_H
