//===- MethodIds.h - Methods seen by signal handlers ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a signal handler, the VM reports a method only if the agent has requested
/// its id before, and it returns the method's name only while its class is
/// loaded. Therefore, all method ids are requested when their class is prepared
/// and, if the class may be unloaded, their names, too.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_METHODIDS_H
#define HPROF_LIB_AGENT_CPU_METHODIDS_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <mutex>

namespace hprof::agent {

class TraceTable;
struct Trace;

class MethodIds {
public:
  MethodIds(jvmtiEnv &Ti, TraceTable &Traces) : Ti(Ti), Traces(Traces) {}

  /// Requests the methods of all classes that are already prepared.
  llvm::Error start(JNIEnv &Jni);
  /// Requests the methods of \p C, which may already be running in any thread.
  void prepared(JNIEnv &Jni, jclass C);
  /// Whether \p M separates the stack of a virtual thread from that of its
  /// carrier.
  bool isContinuationEntry(jmethodID M) const {
    for (const std::atomic<jmethodID> &E : Entries)
      if (E.load(std::memory_order_relaxed) == M)
        return M != nullptr;
    return false;
  }
  /// Whether \p M belongs to the tracker, which edited methods call
  /// (CallTracker.h): its time is attributed to its caller.
  bool isOwn(jmethodID M) const {
    std::lock_guard<std::mutex> Hold(Lock);
    return Own.count(M);
  }
  /// Largest number of innermost frames for which isOwn() is true.
  static constexpr unsigned MaxOwnFrames = 8;
  /// Returns TraceTable::current() without the tracker's frames.
  const Trace *traceOf(JNIEnv &Jni, jthread T, uint32_t ThreadSerial) const;
  /// Frees the resources of start(). No other calls may follow.
  void stop(JNIEnv &Jni);

private:
  bool mayUnload(JNIEnv &Jni, jclass C, llvm::StringRef Signature) const;
  void findEntries(llvm::ArrayRef<jmethodID> Methods);

  jvmtiEnv &Ti;
  TraceTable &Traces;
  /// Loaders that are never unloaded. Global references.
  jobject System = nullptr, Platform = nullptr;
  std::atomic<jmethodID> Entries[3] = {};
  mutable std::mutex Lock; ///< Guards Own.
  llvm::DenseSet<jmethodID> Own;
};

/// Whether the class with \p Signature is hidden: its loader cannot find it by
/// name.
bool isHiddenClass(llvm::StringRef Signature);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_METHODIDS_H
