//===- TextFunctions.h - Functions of strings and blobs ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_FUNCTIONS_TEXTFUNCTIONS_H
#define LIB_QUERY_FUNCTIONS_TEXTFUNCTIONS_H

#include "Query/Sql/Sqlite.h"

namespace hprof {

// SQL functions of strings and blobs. The result for NULL is NULL.

/// hex(id): the id as a string; of strings and blobs, the bytes.
void hexOf(sqlite3_context *C, int Count, sqlite3_value **Values);
/// base64(value): encodes a blob, and decodes a string to a blob.
void base64Of(sqlite3_context *C, int Count, sqlite3_value **Values);
/// regexp(pattern, text), called by "text REGEXP pattern".
void regexpOf(sqlite3_context *C, int Count, sqlite3_value **Values);

} // namespace hprof

#endif // LIB_QUERY_FUNCTIONS_TEXTFUNCTIONS_H
