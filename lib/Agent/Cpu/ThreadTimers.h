//===- ThreadTimers.h - A CPU timer for each thread ----------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each thread receives SIGPROF whenever it has used another interval of CPU
/// time; a sleeping or blocked thread receives none. The signal's value is the
/// index by which the handler finds the thread.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_THREADTIMERS_H
#define HPROF_LIB_AGENT_CPU_THREADTIMERS_H

#include "Agent/Memory/StableVector.h"
#include "llvm/ADT/DenseMap.h"
#include <ctime>
#include <mutex>
#include <sys/types.h>
#include <system_error>
#include <vector>

namespace hprof::agent {

/// A thread of this process with a timer.
struct TimedThread {
  std::atomic<pid_t> Tid; ///< 0 if the thread has ended.
  /// Thread to which its samples are attributed; see TakenSample::Thread.
  std::atomic<uint32_t> Serial;
  /// Whether the thread is known to belong to the program.
  std::atomic<bool> IsJava;
  std::atomic<bool> HadFrames; ///< A sample had Java frames.
  uint32_t OwnSerial;          ///< Used while no virtual thread is mounted.
  timer_t Timer;
};

/// Returns the CPU-time clock of the thread \p Tid of this process, as
/// pthread_getcpuclockid() does for a pthread_t.
clockid_t cpuClockOf(pid_t Tid);

/// Interval at which the system checks CPU timers, in milliseconds; 0 if
/// unknown.
double timerTickMillis();

/// Returns the ids of all threads of this process.
std::vector<pid_t> threadsOfProcess();

class ThreadTimers {
public:
  ThreadTimers(TableMemory &Budget, uint64_t IntervalMillis)
      : Millis(IntervalMillis), Threads(Budget) {}

  /// Starts a timer for the program's thread \p Tid. An existing timer is
  /// replaced: the id may have belonged to another thread. No-op before
  /// armAll() and after disarmAll().
  std::error_code arm(pid_t Tid, uint32_t Serial);
  /// Starts timers for all threads of this process, which may belong to the VM.
  std::error_code armAll();
  /// Stops the timer of the thread \p Tid.
  void disarm(pid_t Tid);
  /// Deletes all timers.
  void disarmAll();
  /// Attributes samples of the thread \p Tid to \p Serial.
  void setSerial(pid_t Tid, uint32_t Serial);
  /// Attributes samples of the thread \p Tid to the virtual thread mounted on
  /// it, until it is unmounted.
  void mount(pid_t Tid, uint32_t Serial);
  void unmount(pid_t Tid);

  /// Returns the thread with the index \p Index; null if there never was such a
  /// thread. For use in signal handlers.
  TimedThread *find(uint32_t Index) const {
    return Index < Count.load(std::memory_order_acquire) ? Threads.find(Index)
                                                         : nullptr;
  }
  /// Stops the timer of the current thread \p T in a signal handler.
  static void stop(TimedThread &T);

private:
  std::error_code start(pid_t Tid, uint32_t Serial, bool IsJava);
  TimedThread *threadOf(pid_t Tid);
  void remove(uint32_t Index);

  const uint64_t Millis;
  StableVector<TimedThread> Threads;
  std::atomic<uint32_t> Count{0};
  std::mutex Lock; ///< Guards changes and the members below.
  llvm::DenseMap<pid_t, uint32_t> Numbers;
  std::vector<uint32_t> Free;
  bool IsOpen = false;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_THREADTIMERS_H
