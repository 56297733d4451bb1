//===- CompoundTypes.h - Types of the columns of a UNION --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_COMPOUNDTYPES_H
#define LIB_QUERY_SQL_COMPOUNDTYPES_H

#include "Query/Sql/Sqlite.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// The columns of \p Statement, a query, whose declared type is only that of
/// some of their values: SQLite declares the type of a column of a UNION as one
/// of its SELECTs has it. UNIONs in sub-selects and WITH are looked into, too.
///
/// For each UNION whose SELECTs disagree about a column, the query is compiled
/// again with an expression, which has no type, in place of the column. Columns
/// of the result that have no type then got it from there.
/// Once \p ShouldEnd is true, or it has been compiled too often, any column may
/// be in the result.
llvm::BitVector mixedColumns(sqlite3 *Db, sqlite3_stmt *Statement,
                             llvm::function_ref<bool()> ShouldEnd);

} // namespace hprof

#endif // LIB_QUERY_SQL_COMPOUNDTYPES_H
