//===- TextSearch.h - Functions that search in strings ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_TEXTSEARCH_H
#define LIB_QUERY_SQL_TEXTSEARCH_H

#include "Query/Sql/Sqlite.h"

namespace hprof {

/// Replaces instr() and replace() of \p Db. SQLite's versions compare the
/// strings at each position: for megabyte strings, a call takes minutes, and
/// cannot be interrupted. The replacements take linear time if memmem() does.
void addTextSearch(sqlite3 *Db);

} // namespace hprof

#endif // LIB_QUERY_SQL_TEXTSEARCH_H
