//===- PathTables.h - Tables of paths ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_PATHTABLES_H
#define LIB_ANALYSIS_STORE_ANSWERS_PATHTABLES_H

#include "PathSearch.h"

namespace hprof {

/// Returns the columns for the steps of paths.
const TableInfo &pathTable();
/// Returns all steps of \p Found, for CSV.
std::unique_ptr<Rows> pathRows(const FoundPaths &Found);
/// Returns the steps for text output. Steps between two forks have the same
/// depth, so that the indentation of a long path does not grow.
std::unique_ptr<Rows> pathLines(const FoundPaths &Found);

/// Returns the table of steps as trees, one for each choice of references.
const TableInfo &foundTable();
std::unique_ptr<Rows> foundRows(llvm::ArrayRef<FoundPaths> All);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_PATHTABLES_H
