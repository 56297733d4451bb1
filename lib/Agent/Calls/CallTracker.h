//===- CallTracker.h - The Java code that counts calls ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the tracker into the VM and talks to it. It is Java code, so that the
/// VM compiles it into the methods that call it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CALLS_CALLTRACKER_H
#define HPROF_LIB_AGENT_CALLS_CALLTRACKER_H

#include "Agent/Vm/JvmTi.h"
#include "hprof/ClassFile/CallEditor.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class CallTracker {
public:
  struct Settings {
    unsigned Depth;     ///< Frames of a trace; at least 1.
    uint32_t MaxTraces; ///< Beyond, it stops.
    bool UsesCpuClock;  ///< The thread's CPU time, not real time.
    bool CountsCallees; ///< Times include those of callees.
    bool HasThreads;    ///< Traces are separate by thread.
  };
  /// All that was counted since the start.
  struct Totals {
    /// For each trace the number of its frames and the numbers of methods,
    /// innermost first.
    std::vector<jint> Frames;
    /// For each trace the Java number of its thread or 0, calls, nanoseconds.
    std::vector<jlong> Sums;
    /// It has stopped for want of memory.
    bool IsFull = false;
    /// Calls that were not counted, since the Java heap was full.
    jint NumLost = 0;
  };

  static classfile::CallHooks hooks();
  static bool isOwnClass(llvm::StringRef Name);

  /// Makes its classes known to the VM. There is one tracker in a VM, which one
  /// load of the agent at a time can use, whatever copy of the library it is
  /// of. Fails if another one does; then it goes on undisturbed.
  llvm::Error define(JNIEnv &Jni);
  /// Makes the CPU clock ready, during which \p Ti reports the class that reads
  /// it to classPrepared(). To be called before that class is prepared for
  /// anything else, and before others want the event. So this is done for later
  /// loads of the agent, too, even if the clock \p IsNeeded by none yet.
  llvm::Error prepareClock(jvmtiEnv &Ti, JNIEnv &Jni, bool IsNeeded);
  void classPrepared(JNIEnv &Jni, jclass C);
  llvm::Error start(JNIEnv &Jni, const Settings &S);
  /// No other calls may follow.
  void stop(JNIEnv &Jni);
  /// The current thread is about to end.
  void threadEnded(JNIEnv &Jni);
  /// Calls of the current thread are not counted from now on, or again.
  void mute(JNIEnv &Jni, bool IsMuted);
  llvm::Expected<Totals> totals(JNIEnv &Jni);

private:
  llvm::Error findMethods(JNIEnv &Jni);
  llvm::Error claim(JNIEnv &Jni);
  bool hasClock(JNIEnv &Jni) const;
  llvm::Error findBuffers(JNIEnv &Jni);
  llvm::Error takeBuffers(JNIEnv &Jni, jint Num, Totals &To);

  // Global references, until stop().
  jclass Clock = nullptr, Class = nullptr;
  jintArray Frames = nullptr;
  jlongArray Sums = nullptr;
  jmethodID Start = nullptr, PrepareClock = nullptr, Claim = nullptr,
            Release = nullptr, Ended = nullptr, Mute = nullptr,
            GetBuffers = nullptr, GetTotals = nullptr, IsFull = nullptr,
            NumLost = nullptr;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_CALLTRACKER_H
