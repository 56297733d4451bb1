//===- MonitorUsers.h - Threads blocked or waiting on monitors --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Tracks, from events, which threads are blocked on a monitor or wait
/// for its notification, and since when. Also tracks live virtual threads,
/// which the VM does not list. Threads are identified by serial, because a
/// virtual thread may continue on another carrier. References are weak, because
/// the end of a wait is not always reported: wait() may throw immediately.
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
    uint32_t Row = 0;        ///< As passed to begin().
    std::chrono::steady_clock::time_point Since;
  };

  uint32_t Serial = 0;
  jweak Virtual = nullptr; ///< The thread, if virtual.
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

  /// Records that the current thread \p Serial begins to block or wait on
  /// \p Monitor.
  void begin(JNIEnv &Jni, uint32_t Serial, Kind K, jobject Monitor,
             uint32_t Row = 0);
  /// Records that the thread no longer blocks or waits. Returns nothing if the
  /// beginning is unknown.
  std::optional<Ended> end(JNIEnv &Jni, uint32_t Serial, Kind K);

  /// Adds the virtual thread \p T until remove().
  void addVirtual(JNIEnv &Jni, uint32_t Serial, jthread T);
  bool knowsVirtual(uint32_t Serial);
  /// Removes the thread \p Serial.
  void remove(JNIEnv &Jni, uint32_t Serial);

  /// Returns all users. The references stay valid until giveBack(), even if the
  /// threads continue. One caller at a time.
  std::vector<MonitorUser> borrow();
  void giveBack(JNIEnv &Jni);

  /// Removes all users.
  void clear(JNIEnv &Jni);

private:
  void drop(JNIEnv &Jni, jweak Ref);
  void drop(JNIEnv &Jni, const MonitorUser &U);

  std::mutex Lock; ///< Guards the members below.
  llvm::DenseMap<uint32_t, MonitorUser> Users;
  bool IsLent = false;
  std::vector<jweak>
      Waste; ///< References dropped between borrow() and giveBack().
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MONITORS_MONITORUSERS_H
