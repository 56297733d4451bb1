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

#ifndef HPROF_AGENT_LOAD_H
#define HPROF_AGENT_LOAD_H

struct JavaVM_; // JavaVM of jni.h

namespace hprof::agent {

/// Before the VM runs. \p Text are the options, null for none. A result other
/// than 0 (JNI_OK) stops the VM.
int load(JavaVM_ &Vm, const char *Text);
/// Into a running VM, which goes on whatever the result is.
int attach(JavaVM_ &Vm, const char *Text);
/// The VM is gone, or never came to life.
void unload();
/// The process ends, and no more of the VM can be used. Says what is lost.
void processEnds();

} // namespace hprof::agent

#endif // HPROF_AGENT_LOAD_H
