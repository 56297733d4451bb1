//===- OutputNote.h - Notes for readers of the output -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sentences at the beginning of text output, for readers who do not see the
/// program's standard error.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_OUTPUTNOTE_H
#define HPROF_LIB_AGENT_SESSION_OUTPUTNOTE_H

#include "Agent/Options/Options.h"
#include "Agent/Vm/Jvm.h"
#include <string>

namespace hprof::agent {

/// Returns lines that end with a newline, or an empty string. Limitations that
/// users cannot infer from the options are also reported on standard error.
std::string outputNote(const Jvm &J, JNIEnv &Jni, const Options &O);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_OUTPUTNOTE_H
