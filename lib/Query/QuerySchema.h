//===- QuerySchema.h - An input of a session --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_QUERYSCHEMA_H
#define LIB_QUERY_QUERYSCHEMA_H

#include "ClassTables.h"
#include "Heap/QueryHeap.h"
#include "Heap/QueryTable.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <memory>
#include <string>

namespace hprof {

/// An input of a session, with its tables.
struct QuerySchema {
  std::string Name;
  std::unique_ptr<QueryHeap> Heap; ///< Null for other inputs.
  llvm::StringMap<std::unique_ptr<QueryTable>> Tables;
  std::unique_ptr<ClassTables> Classes; ///< Null if there is no heap.

  /// Name of the table that \p Word of a query refers to.
  std::string tableName(llvm::StringRef Word) const {
    const std::string OfClass = Classes ? Classes->tableOf(Word) : "";
    return OfClass.empty() ? Word.str() : OfClass;
  }
};

/// A deque, because SQLite keeps references to the elements.
using QuerySchemas = std::deque<QuerySchema>;

} // namespace hprof

#endif // LIB_QUERY_QUERYSCHEMA_H
