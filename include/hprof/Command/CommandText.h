//===- CommandText.h - Commands as text -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands as words with arguments: "gc", "sites alloc,cutoff=0.01",
/// "control depth=8".
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_COMMAND_COMMANDTEXT_H
#define HPROF_COMMAND_COMMANDTEXT_H

#include "hprof/Command/Command.h"

namespace hprof {

/// Parses the command \p Word with \p Arguments, separated by commas or spaces.
/// The error lists the valid arguments.
llvm::Expected<Command> parseCommand(llvm::StringRef Word,
                                     llvm::StringRef Arguments);

/// Returns all commands with their arguments, one per line.
std::string commandHelp();

} // namespace hprof

#endif // HPROF_COMMAND_COMMANDTEXT_H
