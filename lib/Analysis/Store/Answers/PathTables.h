//===- PathTables.h - Paths in tables ---------------------------*- C++ -*-===//
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

/// The steps of paths, as rows.
const TableInfo &pathTable();
/// All steps of \p Found, for CSV.
std::unique_ptr<Rows> pathRows(const FoundPaths &Found);
/// The same for people: runs without a fork are below each other, so that the
/// indentation of a long path does not grow.
std::unique_ptr<Rows> pathLines(const FoundPaths &Found);

/// The same as trees: what was found through each choice of references.
const TableInfo &foundTable();
std::unique_ptr<Rows> foundRows(llvm::ArrayRef<FoundPaths> All);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_PATHTABLES_H
