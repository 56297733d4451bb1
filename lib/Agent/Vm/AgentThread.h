//===- AgentThread.h - Threads of the agent ------------------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Daemon threads of the VM that run the agent's code. They block signals, so
/// that handlers run in the program's threads.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_AGENTTHREAD_H
#define HPROF_LIB_AGENT_VM_AGENTTHREAD_H

#include "JvmTi.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <condition_variable>
#include <functional>
#include <mutex>

namespace hprof::agent {

/// One thread. Its owner must stop() it before destroying it.
class AgentThread {
public:
  /// If \p HasObject is false, object() returns null.
  explicit AgentThread(bool HasObject = true) : HasObject(HasObject) {}

  /// Called by the thread repeatedly until stop(), with a pause after each
  /// call.
  using Work = std::function<void(JNIEnv &)>;

  /// Starts the thread; only in the live phase. By convention, \p Name begins
  /// with "HPROF ".
  llvm::Error start(jvmtiEnv &Ti, JNIEnv &Jni, const llvm::Twine &Name,
                    uint64_t PauseMillis, Work W);
  /// Waits until no call of the work is running or will follow, but for at most
  /// one second: the VM may no longer schedule the thread. Must not be called
  /// by the work. \return whether no call will follow.
  bool stop();
  /// Called by the work to make the current call the last one.
  void finish();
  /// Does the same, except that stop() does not wait for the call, which may
  /// never return.
  void leave();

  /// Thread object; null before start(). A global reference that is never
  /// freed.
  jthread object() const { return Thread; }

private:
  static void JNICALL run(jvmtiEnv *, JNIEnv *Jni, void *This);
  void loop(JNIEnv &Jni);

  const bool HasObject;
  Work Do;
  uint64_t PauseMillis = 0;
  jthread Thread = nullptr;
  std::mutex Lock; ///< Guards the members below.
  std::condition_variable Changed;
  bool IsRunning = false, IsToStop = false;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_AGENTTHREAD_H
