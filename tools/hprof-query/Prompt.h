//===- Prompt.h - Questions on a terminal -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_QUERY_PROMPT_H
#define TOOLS_HPROF_QUERY_PROMPT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace hprof {

class QuerySession;
class ToolContext;

/// Reads queries from the terminal, with history and completion, and answers
/// each that ends with ";", until the input ends. An interrupt ends the query
/// at hand. Errors are printed.
llvm::Error runPrompt(ToolContext &C, QuerySession &Session,
                      llvm::function_ref<llvm::Error(llvm::StringRef)> Answer);

} // namespace hprof

#endif // TOOLS_HPROF_QUERY_PROMPT_H
