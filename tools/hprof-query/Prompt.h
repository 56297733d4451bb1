//===- Prompt.h - Questions on a terminal -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_QUERY_PROMPT_H
#define TOOLS_HPROF_QUERY_PROMPT_H

#include "llvm/Support/Error.h"

namespace hprof {

class QueryRunner;

/// Reads queries and commands from the terminal, with history and completion,
/// until the input ends. Runs each query when it ends with ";"; commands begin
/// with a period. An interrupt cancels the current query. Errors are printed.
llvm::Error runPrompt(QueryRunner &Runner);

} // namespace hprof

#endif // TOOLS_HPROF_QUERY_PROMPT_H
