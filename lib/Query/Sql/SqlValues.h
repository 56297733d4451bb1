//===- SqlValues.h - Values to and from SQLite ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_SQLVALUES_H
#define LIB_QUERY_SQL_SQLVALUES_H

#include "Query/Heap/QueryTable.h"
#include "Query/Sql/Sqlite.h"

namespace hprof {

/// The result of a function or column: ids and sizes as integers, shares as
/// numbers, flags as 0 and 1, and what is missing as NULL.
void sqlResult(sqlite3_context *C, const Datum &Value);
/// The same of text in modified UTF-8, as UTF-8. Lone surrogates and bytes that
/// are not valid stay as they are; the extension escapes a text with any.
void sqlText(sqlite3_context *C, llvm::StringRef Text);
/// Ends the function with an error.
void sqlError(sqlite3_context *C, llvm::Error E);

QueryValue queryValue(sqlite3_value *V);

/// The type of a column in SQL. It says what numbers mean: a result that is a
/// plain column has it, and is printed accordingly.
llvm::StringRef sqlType(ColumnType T);
/// The inverse; Text for all else.
ColumnType columnType(llvm::StringRef SqlType);

/// "a ""b""": a name between double quotes.
std::string sqlName(llvm::StringRef Name);
/// The same, without quotes if it needs none.
std::string sqlWord(llvm::StringRef Name);

/// 'a''b': a text between single quotes.
std::string sqlLiteral(llvm::StringRef Text);

} // namespace hprof

#endif // LIB_QUERY_SQL_SQLVALUES_H
