//===- Load.h - Entry points of the agent ----------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions that the VM calls when it loads and unloads the library, without
/// the exported names so that tests can call them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_AGENT_LOAD_H
#define HPROF_AGENT_LOAD_H

struct JavaVM_; // JavaVM of jni.h

namespace hprof::agent {

/// Loads the agent before the VM runs. \p Text contains the options; may be
/// null. A result other than 0 (JNI_OK) stops the VM.
int load(JavaVM_ &Vm, const char *Text);
/// Loads the agent into a running VM, which continues regardless of the result.
int attach(JavaVM_ &Vm, const char *Text);
/// Called after the VM has exited or failed to start.
void unload();
/// Called when the process exits and the VM is unusable. Reports lost data.
void processEnds();

} // namespace hprof::agent

#endif // HPROF_AGENT_LOAD_H
