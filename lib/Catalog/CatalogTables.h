//===- CatalogTables.h - The list of tables ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CATALOG_CATALOGTABLES_H
#define LIB_CATALOG_CATALOGTABLES_H

#include "hprof/Answer/Rows.h"

namespace hprof {

class QuerySession;

/// One row for each table, view and answer of a heap.
std::unique_ptr<Rows> catalogTables();
/// One row for each table of \p Of, which is about another input.
std::unique_ptr<Rows> documentTables(const QuerySession &Of);

} // namespace hprof

#endif // LIB_CATALOG_CATALOGTABLES_H
