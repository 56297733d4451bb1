//===- Messages.h - Messages to the user -----------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines on the standard error stream of the observed program. Each is written
/// with one call, so that lines from different threads do not mix.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_MESSAGES_H
#define HPROF_LIB_AGENT_OUTPUT_MESSAGES_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// Prints "HPROF ERROR: ..." on its own line.
void reportError(const llvm::Twine &What);
/// Does the same with all messages of \p E, joined.
void reportError(llvm::Error E);
/// Prints "HPROF: ..." on its own line.
void reportNote(const llvm::Twine &What);
/// Prints \p Text unchanged, without a newline.
void say(const llvm::Twine &Text);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_MESSAGES_H
