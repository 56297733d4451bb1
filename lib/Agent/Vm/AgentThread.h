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

/// One thread. Its owner must stop() it before it goes away.
class AgentThread {
public:
  /// Without \p HasObject, object() is null.
  explicit AgentThread(bool HasObject = true) : HasObject(HasObject) {}

  /// Called by the thread again and again until stop(), with a pause after each
  /// call.
  using Work = std::function<void(JNIEnv &)>;

  /// Only in the live phase. \p Name begins with "HPROF " by convention.
  llvm::Error start(jvmtiEnv &Ti, JNIEnv &Jni, const llvm::Twine &Name,
                    uint64_t PauseMillis, Work W);
  /// Returns when no call of the work is under way or will follow, at the
  /// latest after one second: the VM may not let the thread run any more. Not
  /// to be called by the work. \return whether none will follow.
  bool stop();
  /// To be called by the work: this call is the last one.
  void finish();
  /// The same, and stop() does not wait for its end, which may never come.
  void leave();

  /// The thread object; null before start(). A global reference
  /// that stays.
  jthread object() const { return Thread; }

private:
  static void JNICALL run(jvmtiEnv *, JNIEnv *Jni, void *This);
  void loop(JNIEnv &Jni);

  const bool HasObject;
  Work Do;
  uint64_t PauseMillis = 0;
  jthread Thread = nullptr;
  std::mutex Lock; ///< For what is below.
  std::condition_variable Changed;
  bool IsRunning = false, IsToStop = false;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_AGENTTHREAD_H
