//===- QueryTables.h - What can be asked ------------------------*- C++ -*-===//
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

/// The tables that each heap has, besides those of its classes.
std::vector<const TableInfo *> queryTables();
/// Functions of SQL on objects, with names of their arguments: "text(id)".
std::vector<std::string> queryFunctions();

} // namespace hprof

#endif // HPROF_QUERY_QUERYTABLES_H
