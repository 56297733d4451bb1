//===- Messages.h - What the agent says to the user ------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines on the standard error stream of the program that the agent observes.
/// Each is written with one call, so that lines of threads do not mix.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_MESSAGES_H
#define HPROF_LIB_AGENT_OUTPUT_MESSAGES_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// "HPROF ERROR: ...", on a line of its own.
void reportError(const llvm::Twine &What);
/// The same with all messages of \p E, joined.
void reportError(llvm::Error E);
/// "HPROF: ...", on a line of its own.
void reportNote(const llvm::Twine &What);
/// \p Text as it is, without a newline.
void say(const llvm::Twine &Text);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_MESSAGES_H
