//===- HeapFunctions.h - SQL functions on objects ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_FUNCTIONS_HEAPFUNCTIONS_H
#define LIB_QUERY_FUNCTIONS_HEAPFUNCTIONS_H

#include "Query/Sql/Sqlite.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace hprof {

class QueryHeap;

/// The heaps of a session, by schema.
using HeapFinder = std::vector<std::pair<std::string, QueryHeap *>>;

// Functions of HeapFunctions.def.

/// Adds the functions of objects and ids. \p Heaps must outlive the connection.
void addHeapFunctions(sqlite3 *Db, const HeapFinder &Heaps);
/// Adds the plain functions.
void addPlainFunctions(sqlite3 *Db);
/// Names of all functions.
std::vector<llvm::StringRef> heapFunctionNames();

} // namespace hprof

#endif // LIB_QUERY_FUNCTIONS_HEAPFUNCTIONS_H
