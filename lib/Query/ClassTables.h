//===- ClassTables.h - Table names of classes -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_CLASSTABLES_H
#define LIB_QUERY_CLASSTABLES_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/ADT/StringMap.h"

namespace hprof {

/// Maps table names to classes. SQL names are not case-sensitive, so classes
/// a.b and a.B, which obfuscators generate, become the tables "a.B#1" and
/// "a.b#2". The same is done for a class whose name equals that of another
/// table.
class ClassTables {
public:
  explicit ClassTables(const HeapGraph &G);
  /// Reserves \p Name for a table that is not a class.
  void reserve(llvm::StringRef Name);

  /// All table names.
  std::vector<std::string> tables() const;
  /// Class of the table \p Name; empty if there is no such table.
  llvm::StringRef classOf(llvm::StringRef Name) const;
  /// The spelling of \p Name in tables(); empty if there is no such table.
  std::string tableOf(llvm::StringRef Name) const;
  /// "; there are ..." if \p Name could be one of several tables; otherwise
  /// empty.
  std::string choices(llvm::StringRef Name) const;

private:
  /// Class names that differ only in case, in order.
  struct Alike {
    std::vector<llvm::StringRef> Names;
    bool IsReserved = false;
    bool needsNumber() const { return IsReserved || Names.size() > 1; }
  };
  const Alike *find(llvm::StringRef Name) const;

  llvm::StringMap<Alike> All; ///< By lowercase name.
};

} // namespace hprof

#endif // LIB_QUERY_CLASSTABLES_H
