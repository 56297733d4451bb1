//===- TableSchema.h - JSON Schema of a table -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_TABLESCHEMA_H
#define HPROF_ANSWER_TABLESCHEMA_H

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace hprof {

struct TableInfo;

/// Writes the attributes of a JSON Schema (draft 2020-12) for an object with
/// the columns of \p R. The schema is self-contained: "$ref" refers to its own
/// "$defs".
void describeRecord(llvm::json::OStream &J, const TableInfo &R);

} // namespace hprof

#endif // HPROF_ANSWER_TABLESCHEMA_H
