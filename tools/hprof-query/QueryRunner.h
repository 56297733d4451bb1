//===- QueryRunner.h - Runs queries and prints results ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_QUERYRUNNER_H
#define HPROF_TOOLS_QUERYRUNNER_H

#include "Inputs.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace hprof {

class OutputFile;
class QuerySession;
class ToolContext;

/// Runs queries and prints their results. The prompt changes format and output.
class QueryRunner {
public:
  QueryRunner(ToolContext &C, QuerySession &Session, InputNames Inputs);
  ~QueryRunner();

  /// Runs all queries in \p Sql, up to the first error. For queries from the
  /// file \p Path, errors name the line; without a path, QueryError::At is an
  /// offset in \p Sql.
  llvm::Error run(llvm::StringRef Sql, llvm::StringRef Path = "");

  ToolContext &context() { return C; }
  QuerySession &session() { return Session; }
  const InputNames &inputs() const { return Inputs; }

  /// One of the formats of --format.
  std::string Format;
  /// Whether text output has a line for each value.
  bool IsExpanded;
  /// Whether to print the time that each query takes, to standard error.
  bool HasTimer = false;
  /// Whether .quit or .exit was entered.
  bool IsDone = false;

  /// Writes the next results to the file \p Path, which appears once it is
  /// closed; an empty path means the tool's own output. Closes the previous
  /// file, whose error is returned. A query that fails after its first row
  /// drops the file.
  llvm::Error setOutput(llvm::StringRef Path);

private:
  llvm::Error runNext(llvm::StringRef &Sql, bool IsFirst, bool &IsEnd);

  ToolContext &C;
  QuerySession &Session;
  const InputNames Inputs;
  std::unique_ptr<OutputFile> File;
};

} // namespace hprof

#endif // HPROF_TOOLS_QUERYRUNNER_H
