//===- QueryHints.h - Hints on a query's errors -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_QUERYHINTS_H
#define LIB_QUERY_QUERYHINTS_H

#include "QuerySchema.h"

namespace hprof {

/// A hint about the likely intention of the query \p Sql, which SQLite rejected
/// with \p Message. It is appended to the message, and may be empty.
std::string queryHint(const QuerySchemas &Schemas, llvm::StringRef Message,
                      llvm::StringRef Sql);

/// Names and words that begin with \p Prefix in any case, in order.
std::vector<std::string> completions(const QuerySchemas &Schemas,
                                     llvm::StringRef Prefix);

/// A note that \p Table lacks fields; empty if no field is missing.
std::string omittedFields(const QueryTable &Table);

} // namespace hprof

#endif // LIB_QUERY_QUERYHINTS_H
