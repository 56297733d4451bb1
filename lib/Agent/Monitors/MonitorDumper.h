//===- MonitorDumper.h - Dumps all threads and monitors ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects the contents of a MONITOR DUMP: threads with their stacks, and the
/// monitors and locks that they hold or wait for. Threads keep running, so the
/// data of two threads may be from different moments.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MONITORS_MONITORDUMPER_H
#define HPROF_LIB_AGENT_MONITORS_MONITORDUMPER_H

#include "Agent/Recording/Recording.h"
#include "Agent/Vm/JdkFields.h"
#include "Agent/Vm/JvmMemory.h"
#include "MonitorUsers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace hprof::agent {

class MonitorDumper {
public:
  /// \p Has contains the capabilities of the environment.
  MonitorDumper(const RecordingContext &C, const jvmtiCapabilities &Has,
                const JdkFields &Jdk, JNIEnv &Jni);

  /// Queries the VM. \p Users were reported by events.
  llvm::Error look(llvm::ArrayRef<MonitorUser> Users);
  /// Writes the results of look().
  void write();

private:
  struct Thread {
    jthread Ref;
    uint32_t Serial;
    bool IsVirtual;
    jint State = 0;
    uint32_t Trace = 0; ///< Serial of the trace.
  };
  struct Monitor {
    jobject Object;
    bool IsLock; ///< A java.util.concurrent lock, not a monitor.
    std::string Signature;
    uint32_t Owner = 0, EntryCount = 0;
    llvm::SmallVector<uint32_t, 4> Entering, Waiting;

    bool isInUse() const {
      return Owner || !Entering.empty() || !Waiting.empty();
    }
  };

  llvm::Error findThreads(llvm::ArrayRef<MonitorUser> Users);
  bool lookAt(Thread &T);
  void findOwned(const Thread &T);
  void findContended(const Thread &T);
  void findKnown(const Thread &T, const MonitorUser &U);
  void findParked(const Thread &T);
  void askUsage(Monitor &M);
  uint32_t serialOf(jthread T);
  void addThreads(llvm::SmallVectorImpl<uint32_t> &To,
                  llvm::ArrayRef<jthread> From);
  Monitor &monitorOf(jobject Object, bool IsLock);

  const RecordingContext C;
  jvmtiEnv &Ti;
  const jvmtiCapabilities Has;
  const JdkFields &Jdk;
  JNIEnv &Jni;
  LocalFrame Refs;
  std::vector<Thread> Threads;
  std::vector<Monitor> Monitors;
  /// Monitor indices by hash code of the object.
  llvm::DenseMap<jint, llvm::SmallVector<uint32_t, 1>> ByHash;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_MONITORDUMPER_H
