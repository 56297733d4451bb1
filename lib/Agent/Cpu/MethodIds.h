//===- MethodIds.h - Methods that signal handlers may meet ---- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The VM reports a method in a signal handler only if the agent has asked for
/// it before, and states its name only as long as its class is loaded. So all
/// methods are asked for when their class is prepared and, where the class may
/// be unloaded, their names, too.
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

  /// Asks for the methods of all classes that are prepared already.
  llvm::Error start(JNIEnv &Jni);
  /// Asks for those of \p C, which may be running in any thread.
  void prepared(JNIEnv &Jni, jclass C);
  /// Whether \p M is where the stack of a virtual thread ends and that of its
  /// carrier begins.
  bool isContinuationEntry(jmethodID M) const {
    for (const std::atomic<jmethodID> &E : Entries)
      if (E.load(std::memory_order_relaxed) == M)
        return M != nullptr;
    return false;
  }
  /// Whether \p M is one of the tracker, which edited methods call
  /// (CallTracker.h): its time is that of its caller.
  bool isOwn(jmethodID M) const {
    std::lock_guard<std::mutex> Hold(Lock);
    return Own.count(M);
  }
  /// The most frames that isOwn() is true of, from the innermost one on.
  static constexpr unsigned MaxOwnFrames = 8;
  /// TraceTable::current() without frames of the tracker.
  const Trace *traceOf(JNIEnv &Jni, jthread T, uint32_t ThreadSerial) const;
  /// Frees what start() holds. No other calls may follow.
  void stop(JNIEnv &Jni);

private:
  bool mayUnload(JNIEnv &Jni, jclass C, llvm::StringRef Signature) const;
  void findEntries(llvm::ArrayRef<jmethodID> Methods);

  jvmtiEnv &Ti;
  TraceTable &Traces;
  /// Loaders that live as long as the VM. Global references.
  jobject System = nullptr, Platform = nullptr;
  std::atomic<jmethodID> Entries[3] = {};
  mutable std::mutex Lock; ///< For what follows.
  llvm::DenseSet<jmethodID> Own;
};

/// Whether the class with \p Signature was defined without a name by which its
/// loader finds it.
bool isHiddenClass(llvm::StringRef Signature);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_METHODIDS_H
