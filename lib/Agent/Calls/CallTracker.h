//===- CallTracker.h - The Java code that counts calls ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Installs the tracker in the VM and controls it. The tracker is written
/// in Java so that the VM can inline it into its callers.
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
    unsigned Depth;     ///< Frames per trace; at least 1.
    uint32_t MaxTraces; ///< The tracker stops at this number.
    bool UsesCpuClock;  ///< Thread CPU time instead of elapsed time.
    bool CountsCallees; ///< Times include those of callees.
    bool HasThreads;    ///< Traces are separate for each thread.
  };
  /// All counts since the start.
  struct Totals {
    /// For each trace, the number of frames and the method numbers, innermost
    /// first.
    std::vector<jint> Frames;
    /// For each trace, the Java id of its thread or 0, calls, nanoseconds.
    std::vector<jlong> Sums;
    /// The tracker has stopped for lack of memory.
    bool IsFull = false;
    /// Calls not counted because the Java heap was full.
    jint NumLost = 0;
  };

  static classfile::CallHooks hooks();
  static bool isOwnClass(llvm::StringRef Name);

  /// Defines the tracker's classes in the VM. A VM has one tracker, which only
  /// one load of the agent can use at a time, even across copies of the
  /// library. Fails, without disturbing the other load, if the tracker is in
  /// use.
  llvm::Error define(JNIEnv &Jni);
  /// Prepares the CPU clock; meanwhile, \p Ti reports the class that reads it
  /// to classPrepared(). Must be called before that class is prepared for any
  /// other reason and before the event has other listeners. Later loads of the
  /// agent may need the clock, so this is called even if it is not needed yet.
  /// Fails if \p IsNeeded and the clock cannot be prepared.
  llvm::Error prepareClock(jvmtiEnv &Ti, JNIEnv &Jni, bool IsNeeded);
  void classPrepared(JNIEnv &Jni, jclass C);
  llvm::Error start(JNIEnv &Jni, const Settings &S);
  /// Stops the tracker. No other calls may follow.
  void stop(JNIEnv &Jni);
  /// Called when the current thread is about to exit.
  void threadEnded(JNIEnv &Jni);
  /// Turns counting off or on for calls of the current thread.
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
