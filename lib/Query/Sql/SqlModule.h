//===- SqlModule.h - Query tables as virtual tables -------------*- C++ -*-===//
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

/// Returns the table \p Name of the schema \p Schema; null if it does not
/// exist. The table lives as long as the finder.
using TableFinder = std::function<llvm::Expected<QueryTable *>(
    llvm::StringRef Schema, llvm::StringRef Name)>;

/// Names of the modules of \p Db. Some modules are also tables, such as
/// json_each.
std::vector<std::string> sqlModules(sqlite3 *Db);

/// Makes \p Db accept CREATE VIRTUAL TABLE schema.name USING hprof_table. \p
/// Find must outlive the connection.
void addTableModule(sqlite3 *Db, const TableFinder &Find);

/// Adds the table \p Name to \p Db, without CREATE.
int addTable(sqlite3 *Db, const std::string &Name, TableFinder Find);
/// Removes the table. Running statements can still use it.
void removeTable(sqlite3 *Db, const std::string &Name);

} // namespace hprof

#endif // LIB_QUERY_SQL_SQLMODULE_H
