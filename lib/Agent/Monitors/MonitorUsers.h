//===- MonitorUsers.h - Threads that monitors keep waiting ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which threads block on a monitor or wait for its notification at this
/// moment, as events report, and since when; and virtual threads, which the VM
/// does not list, for as long as they live. A thread goes by its serial: a
/// virtual one may go on in another thread of the system. References are weak,
/// as not every stay that begins is said to end: wait() may throw at once.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MONITORS_MONITORUSERS_H
#define HPROF_LIB_AGENT_MONITORS_MONITORUSERS_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/DenseMap.h"
#include <chrono>
#include <mutex>
#include <optional>
#include <vector>

namespace hprof::agent {

struct MonitorUser {
  struct Stay {
    jweak Monitor = nullptr; ///< Null if there is none.
    uint32_t Row = 0;        ///< As given to begin().
    std::chrono::steady_clock::time_point Since;
  };

  uint32_t Serial = 0;
  jweak Virtual = nullptr; ///< The thread, if it is a virtual one.
  Stay Enter, Wait;
};

/// No lock is held during calls into the VM.
class MonitorUsers {
public:
  using Kind = MonitorUser::Stay MonitorUser::*;
  struct Ended {
    uint64_t Nanos;
    uint32_t Row;
  };

  /// The current thread \p Serial begins a stay at \p Monitor.
  void begin(JNIEnv &Jni, uint32_t Serial, Kind K, jobject Monitor,
             uint32_t Row = 0);
  /// It ends. Nothing if its beginning is not known.
  std::optional<Ended> end(JNIEnv &Jni, uint32_t Serial, Kind K);

  /// The virtual thread \p T is known until remove().
  void addVirtual(JNIEnv &Jni, uint32_t Serial, jthread T);
  bool knowsVirtual(uint32_t Serial);
  /// Forgets the thread \p Serial.
  void remove(JNIEnv &Jni, uint32_t Serial);

  /// All of them. The references stay until giveBack(), also if the threads go
  /// on. One caller at a time.
  std::vector<MonitorUser> borrow();
  void giveBack(JNIEnv &Jni);

  /// Forgets all.
  void clear(JNIEnv &Jni);

private:
  void drop(JNIEnv &Jni, jweak Ref);
  void drop(JNIEnv &Jni, const MonitorUser &U);

  std::mutex Lock; ///< For all below.
  llvm::DenseMap<uint32_t, MonitorUser> Users;
  bool IsLent = false;
  std::vector<jweak> Waste; ///< Dropped while it was lent.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_MONITORUSERS_H
