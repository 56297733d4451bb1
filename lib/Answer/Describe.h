//===- Describe.h - Descriptions of answers ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANSWER_DESCRIBE_H
#define LIB_ANSWER_DESCRIBE_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

struct AnswerInfo;
struct Column;

/// Writes the JSON Schema (draft 2020-12) of a tool's JSON, which is one of \p
/// All. \p Version is its "schema_version".
void describeAsSchema(llvm::raw_ostream &OS,
                      llvm::ArrayRef<const AnswerInfo *> All, unsigned Version);

/// Human-readable type: "count", or "word: a, b".
std::string typeText(const Column &C);

/// Writes the columns of CSV and the keys of rows in JSON, as a list in
/// reStructuredText for a man page.
void describeAsRst(llvm::raw_ostream &OS, const AnswerInfo &Info);

/// Writes all records of an answer, as Markdown.
void describeAsMarkdown(llvm::raw_ostream &OS, const AnswerInfo &Info);

} // namespace hprof

#endif // LIB_ANSWER_DESCRIBE_H
