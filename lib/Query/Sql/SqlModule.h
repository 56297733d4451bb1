//===- SqlModule.h - Tables of queries as virtual tables --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_SQLMODULE_H
#define LIB_QUERY_SQL_SQLMODULE_H

#include "Query/Heap/QueryTable.h"
#include "Query/Sql/Sqlite.h"
#include <functional>
#include <string>
#include <vector>

namespace hprof {

/// Finds the table \p Name of the schema \p Schema, which lives as long as the
/// finder; null if it does not exist.
using TableFinder = std::function<llvm::Expected<QueryTable *>(
    llvm::StringRef Schema, llvm::StringRef Name)>;

/// The names of modules that \p Db has. Some are tables of SQLite itself, such
/// as json_each.
std::vector<std::string> sqlModules(sqlite3 *Db);

/// Makes CREATE VIRTUAL TABLE schema.name USING hprof_table known to \p Db. \p
/// Find must outlive the connection.
void addTableModule(sqlite3 *Db, const TableFinder &Find);

/// Makes the table \p Name known to \p Db as it is, without CREATE.
int addTable(sqlite3 *Db, const std::string &Name, TableFinder Find);
/// Makes it unknown again. Statements that use it can go on.
void removeTable(sqlite3 *Db, const std::string &Name);

} // namespace hprof

#endif // LIB_QUERY_SQL_SQLMODULE_H
