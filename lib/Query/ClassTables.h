//===- ClassTables.h - Names of tables of classes ---------------*- C++ -*-===//
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

/// Which class a name of a table means. SQL takes no account of case, so that
/// classes a.b and a.B, as obfuscators make them, have the tables "a.B#1" and
/// "a.b#2". So has a class that is called like another table.
class ClassTables {
public:
  explicit ClassTables(const HeapGraph &G);
  /// \p Name is that of a table which is of no class.
  void reserve(llvm::StringRef Name);

  /// All names of tables.
  std::vector<std::string> tables() const;
  /// The class of the table \p Name; empty if there is none.
  llvm::StringRef classOf(llvm::StringRef Name) const;
  /// \p Name as tables() has it; empty if there is no such.
  std::string tableOf(llvm::StringRef Name) const;
  /// If \p Name could be several tables: "; there are ...", else empty.
  std::string choices(llvm::StringRef Name) const;

private:
  /// Names of classes that are equal but for case, in order.
  struct Alike {
    std::vector<llvm::StringRef> Names;
    bool IsReserved = false;
    bool needsNumber() const { return IsReserved || Names.size() > 1; }
  };
  const Alike *find(llvm::StringRef Name) const;

  llvm::StringMap<Alike> All; ///< By lower case.
};

} // namespace hprof

#endif // LIB_QUERY_CLASSTABLES_H
