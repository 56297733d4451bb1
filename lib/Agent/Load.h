//===- Load.h - The entry points of the agent ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the VM calls when it loads and unloads the library; without the
/// exported names, so that tests can call them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_LOAD_H
#define HPROF_LIB_AGENT_LOAD_H

#include "JvmTi.h"

namespace hprof::agent {

/// Before the VM runs. \p Text are the options, null for none. A result other
/// than JNI_OK stops the VM.
jint load(JavaVM &Vm, const char *Text);
/// Into a running VM, which goes on whatever the result is.
jint attach(JavaVM &Vm, const char *Text);
/// The VM is gone, or never came to life.
void unload();

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_LOAD_H
