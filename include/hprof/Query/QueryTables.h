//===- QueryTables.h - Tables and functions of queries ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUERY_QUERYTABLES_H
#define HPROF_QUERY_QUERYTABLES_H

#include "hprof/Answer/TableInfo.h"
#include <string>

namespace hprof {

/// Tables of each heap, besides those of its classes.
std::vector<const TableInfo *> queryTables();
/// SQL functions on objects, with argument names: "text(id)".
std::vector<std::string> queryFunctions();

} // namespace hprof

#endif // HPROF_QUERY_QUERYTABLES_H
