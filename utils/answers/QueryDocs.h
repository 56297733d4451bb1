//===- QueryDocs.h - Describes query tables ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UTILS_ANSWERS_QUERYDOCS_H
#define UTILS_ANSWERS_QUERYDOCS_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// Writes the tables, views and functions of queries for a man page.
void describeQueries(llvm::raw_ostream &OS);
/// Writes the tables of Parquet files, as Markdown.
void describeFiles(llvm::raw_ostream &OS);

} // namespace hprof

#endif // UTILS_ANSWERS_QUERYDOCS_H
