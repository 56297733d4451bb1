//===- MonitorDumper.h - All threads and monitors at a time -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a MONITOR DUMP states: threads with their stacks, and the monitors and
/// locks that they hold or wait for. Threads go on meanwhile, so what is said
/// of two of them may be from different moments.
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
  /// The capabilities are those that the environment has.
  MonitorDumper(const RecordingContext &C, const jvmtiCapabilities &Has,
                const JdkFields &Jdk, JNIEnv &Jni);

  /// Asks the VM. \p Users is what events have reported.
  llvm::Error look(llvm::ArrayRef<MonitorUser> Users);
  /// Writes what was found.
  void write();

private:
  struct Thread {
    jthread Ref;
    uint32_t Serial;
    bool IsVirtual;
    jint State = 0;
    uint32_t Trace = 0; ///< Its serial.
  };
  struct Monitor {
    jobject Object;
    bool IsLock; ///< One of java.util.concurrent, not a monitor.
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
  /// The numbers of monitors by the hash codes of their objects.
  llvm::DenseMap<jint, llvm::SmallVector<uint32_t, 1>> ByHash;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_MONITORDUMPER_H
