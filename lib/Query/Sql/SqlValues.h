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

/// Sets the result of a function or column: ids and sizes are integers, shares
/// are numbers, flags are 0 and 1, and missing values are NULL.
void sqlResult(sqlite3_context *C, const Datum &Value);
/// Sets the result to \p Text, modified UTF-8, converted to UTF-8. Lone
/// surrogates and invalid bytes are kept, but the extension escapes a string
/// that contains any. A string longer than the session's limit is shortened and
/// ends with "...".
void sqlText(sqlite3_context *C, llvm::StringRef Text);
/// Sets the result to a blob, even if it is empty.
void sqlBlob(sqlite3_context *C, llvm::StringRef Bytes);
/// Ends the function with an error.
void sqlError(sqlite3_context *C, llvm::Error E);
/// Same as above, with the function's name before the message: its user data
/// must be the name, as a C string.
void sqlNamedError(sqlite3_context *C, llvm::Error E);

/// Bytes of a blob or a string; numbers are converted to strings. Valid until
/// the value is converted.
llvm::StringRef sqlBytesOf(sqlite3_value *V);
/// \p V as a string. Valid as above.
llvm::StringRef sqlTextOf(sqlite3_value *V);
QueryValue queryValue(sqlite3_value *V);

/// Type of a column in SQL. It determines the meaning of numbers: a result that
/// is a plain column has this type, and is printed accordingly.
llvm::StringRef sqlType(ColumnType T);
/// The type of a column whose SQL type is \p SqlType; Text for all other types.
ColumnType columnType(llvm::StringRef SqlType);

/// "a ""b""": a name in double quotes.
std::string sqlName(llvm::StringRef Name);
/// \p Name, in double quotes if they are needed.
std::string sqlWord(llvm::StringRef Name);

/// 'a''b': a string in single quotes.
std::string sqlLiteral(llvm::StringRef Text);

} // namespace hprof

#endif // LIB_QUERY_SQL_SQLVALUES_H
