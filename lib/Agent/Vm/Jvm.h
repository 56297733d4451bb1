//===- Jvm.h - The VM that the agent observes ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An environment of the VM and what it offers. Each session has its own, which
/// another one may use afterwards.
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

  /// How many sessions have used the environment before; see EnvironmentTags.
  uint32_t Use = 0;

  /// Gets a new environment. It may be disposed of if no event was ever enabled
  /// in it.
  static llvm::Expected<Jvm> open(JavaVM &Vm, bool IsAttached);
  /// Gets one that was given back, or a new one. HotSpot frees what belongs to
  /// an environment that was disposed of while threads that begin or end may
  /// still use it, which corrupts the memory of the process (seen with JDK 17,
  /// 21 and 25 in programs with a thread for each task).
  static llvm::Expected<Jvm> lease(JavaVM &Vm, bool IsAttached);
  /// The VM calls no callback any more, but for one that it is about to call.
  void stopEvents() const;
  /// After stopEvents(): its capabilities are free for others.
  void giveBack(bool MayBeUsedAgain) const;
  /// The VM ends.
  static void forgetIdle();

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
