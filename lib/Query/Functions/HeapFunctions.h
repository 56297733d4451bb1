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

/// Adds the functions of HeapFunctions.def. \p Heaps must outlive the
/// connection.
void addHeapFunctions(sqlite3 *Db, const HeapFinder &Heaps);
std::vector<llvm::StringRef> heapFunctionNames();

} // namespace hprof

#endif // LIB_QUERY_FUNCTIONS_HEAPFUNCTIONS_H
