//===- OutputNote.h - What readers of the output should know -- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sentences at the beginning of the output in text, for those who do not see
/// the standard error of the program.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_OUTPUTNOTE_H
#define HPROF_LIB_AGENT_SESSION_OUTPUTNOTE_H

#include "Agent/Options/Options.h"
#include "Agent/Vm/Jvm.h"
#include <string>

namespace hprof::agent {

/// Lines with a newline each, or none. Reports on standard error, too, what the
/// options alone do not say.
std::string outputNote(const Jvm &J, JNIEnv &Jni, const Options &O);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_OUTPUTNOTE_H
