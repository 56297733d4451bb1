//===- TextSearch.h - Functions that search in texts ------------*- C++ -*-===//
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

/// Replaces instr() and replace() of \p Db. SQLite's compare the two texts at
/// each place: with texts of a megabyte, one call takes minutes, and no call is
/// interrupted. These take time linear in the texts, where memmem() does.
void addTextSearch(sqlite3 *Db);

} // namespace hprof

#endif // LIB_QUERY_SQL_TEXTSEARCH_H
