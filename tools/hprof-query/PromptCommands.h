//===- PromptCommands.h - Commands of the prompt ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_PROMPTCOMMANDS_H
#define HPROF_TOOLS_PROMPTCOMMANDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hprof {

class QueryRunner;

/// Runs a line that begins with a period. Errors name the command.
llvm::Error runPromptCommand(QueryRunner &Runner, llvm::StringRef Line);

} // namespace hprof

#endif // HPROF_TOOLS_PROMPTCOMMANDS_H
