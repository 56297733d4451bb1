//===- DominatorArguments.h - Option values ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DOMINATORS_DOMINATORARGUMENTS_H
#define TOOLS_HPROF_DOMINATORS_DOMINATORARGUMENTS_H

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"

namespace hprof {

class HeapStore;
class ToolContext;

/// Parses a share, the value of \p Option, "0.5%" or "10M", into
/// DominatorRequest::Least. A share for suspects must not be 0, nor so few
/// bytes that a percentage was probably meant.
llvm::Error parseLeast(DominatorRequest &Into, llvm::StringRef Option,
                       llvm::StringRef Text);
/// Parses the ids of --object.
llvm::Error parseObjects(DominatorRequest &Into,
                         llvm::ArrayRef<std::string> Ids);
/// Parses the value of --fields: "a,b.c".
llvm::Error parseFields(DominatorRequest &Into, llvm::StringRef Text);
/// Sets the options for human-readable output.
void parseWords(ToolContext &C, DominatorRequest &Into);
/// Fails if \p Pattern, the value of --app, matches no class of the input.
llvm::Error checkProgram(const HeapStore &Store, llvm::StringRef Pattern);

} // namespace hprof

#endif // TOOLS_HPROF_DOMINATORS_DOMINATORARGUMENTS_H
