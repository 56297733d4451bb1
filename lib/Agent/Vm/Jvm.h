//===- Jvm.h - The VM that the agent observes ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An environment of the VM and what it offers. Each load of the agent has its
/// own.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JVM_H
#define HPROF_LIB_AGENT_VM_JVM_H

#include "JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

struct Jvm {
  JavaVM *Vm = nullptr;
  jvmtiEnv *Ti = nullptr;
  /// What this VM can give, at this time.
  jvmtiCapabilities Potential = {};
  /// The agent was loaded into a VM that was running.
  bool IsAttached = false;

  /// Gets an environment of its own.
  static llvm::Expected<Jvm> open(JavaVM &Vm, bool IsAttached);

  bool hasVirtualThreads() const {
    return hasBit(Potential, VirtualThreadsBit);
  }
  /// The current thread's; null if it is none of the VM's.
  JNIEnv *jni() const;
};

/// Whether the VM reports \p E in any thread to the environment \p Ti.
llvm::Error setEvent(jvmtiEnv &Ti, jvmtiEvent E, bool IsOn);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JVM_H
