//===- Jvm.h - The VM that the agent observes ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A JVM TI environment and its capabilities. Each session has its own
/// environment, which a later session may reuse.
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
  /// Capabilities that this VM can grant at this time.
  jvmtiCapabilities Potential = {};
  /// Whether the agent was loaded into a running VM.
  bool IsAttached = false;

  /// Number of earlier sessions that used the environment; see EnvironmentTags.
  uint32_t Use = 0;

  /// Creates a new environment. An environment may be disposed of only if no
  /// event was ever enabled in it.
  static llvm::Expected<Jvm> open(JavaVM &Vm, bool IsAttached);
  /// Reuses a returned environment, or creates a new one. HotSpot frees the
  /// data of a disposed environment while beginning or ending threads may still
  /// use it, which corrupts the memory of the process (seen with JDK 17, 21 and
  /// 25 in programs with a thread for each task).
  static llvm::Expected<Jvm> lease(JavaVM &Vm, bool IsAttached);
  /// Stops all callbacks, except one that the VM is about to call.
  void stopEvents() const;
  /// Releases capabilities to other environments. Called after stopEvents().
  void giveBack(bool MayBeUsedAgain) const;
  /// Discards unused environments when the VM exits.
  static void forgetIdle();

  bool hasVirtualThreads() const {
    return hasBit(Potential, VirtualThreadsBit);
  }
  /// JNI environment of the current thread; null if it is not attached to the
  /// VM.
  JNIEnv *jni() const;
};

/// Enables or disables \p E in all threads for the environment \p Ti.
llvm::Error setEvent(jvmtiEnv &Ti, jvmtiEvent E, bool IsOn);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JVM_H
