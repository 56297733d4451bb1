//===- ThreadTimers.cpp - A CPU timer for each thread ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadTimers.h"
#include "llvm/ADT/StringRef.h"
#include <cerrno>
#include <csignal>
#include <dirent.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

// The field has had this name only since about glibc 2.38.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

clockid_t agent::cpuClockOf(pid_t Tid) {
  // As in the kernel's posix-timers.h: CPUCLOCK_PERTHREAD | CPUCLOCK_SCHED.
  return clockid_t(~unsigned(Tid) << 3 | 4 | 2);
}

double agent::timerTickMillis() {
  // Coarse clocks advance at timer ticks.
  struct timespec Tick = {};
  if (::clock_getres(CLOCK_MONOTONIC_COARSE, &Tick) != 0)
    return 0;
  return double(Tick.tv_sec) * 1e3 + double(Tick.tv_nsec) / 1e6;
}

std::vector<pid_t> agent::threadsOfProcess() {
  std::vector<pid_t> Result;
  DIR *Tasks = ::opendir("/proc/self/task");
  if (!Tasks)
    return Result;
  while (const dirent *E = ::readdir(Tasks)) {
    pid_t Tid;
    if (!StringRef(E->d_name).getAsInteger(10, Tid))
      Result.push_back(Tid);
  }
  ::closedir(Tasks);
  return Result;
}

static itimerspec every(uint64_t Millis) {
  const timespec Interval = {time_t(Millis / 1000),
                             long(Millis % 1000 * 1000000)};
  return {Interval, Interval};
}

/// Lock is held.
std::error_code ThreadTimers::start(pid_t Tid, uint32_t Serial, bool IsJava) {
  uint32_t Index = Count.load(std::memory_order_relaxed);
  if (!Free.empty())
    Index = Free.back();
  TimedThread *T = Threads.get(Index);
  if (!T)
    return std::make_error_code(std::errc::not_enough_memory);
  sigevent Event = {};
  Event.sigev_notify = SIGEV_THREAD_ID;
  Event.sigev_signo = SIGPROF;
  Event.sigev_notify_thread_id = Tid;
  Event.sigev_value.sival_int = int(Index);
  if (::timer_create(cpuClockOf(Tid), &Event, &T->Timer) != 0)
    return std::error_code(errno, std::generic_category());
  T->Serial = T->OwnSerial = Serial;
  T->IsJava = IsJava;
  T->HadFrames = false;
  T->Tid = Tid;
  if (!Free.empty())
    Free.pop_back();
  else
    Count.store(Index + 1, std::memory_order_release);
  Numbers[Tid] = Index;
  const itimerspec Times = every(Millis);
  ::timer_settime(T->Timer, 0, &Times, nullptr);
  return std::error_code();
}

/// Lock is held.
void ThreadTimers::remove(uint32_t Index) {
  TimedThread *T = Threads.find(Index);
  ::timer_delete(T->Timer);
  T->Tid = 0;
  Free.push_back(Index);
}

std::error_code ThreadTimers::arm(pid_t Tid, uint32_t Serial) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (!IsOpen)
    return std::error_code();
  if (auto It = Numbers.find(Tid); It != Numbers.end()) {
    remove(It->second);
    Numbers.erase(It);
  }
  return start(Tid, Serial, /*IsJava=*/true);
}

std::error_code ThreadTimers::armAll() {
  {
    // Threads that start after the list was read call arm().
    std::lock_guard<std::mutex> Hold(Lock);
    IsOpen = true;
  }
  std::error_code Result;
  const std::vector<pid_t> Tids = threadsOfProcess();
  std::lock_guard<std::mutex> Hold(Lock);
  for (pid_t Tid : Tids) {
    if (!IsOpen || Numbers.count(Tid))
      continue;
    // A thread that has ended has no clock.
    std::error_code E = start(Tid, 0, /*IsJava=*/false);
    if (E && E != std::errc::invalid_argument)
      Result = E;
  }
  return Result;
}

void ThreadTimers::disarm(pid_t Tid) {
  std::lock_guard<std::mutex> Hold(Lock);
  auto It = Numbers.find(Tid);
  if (It == Numbers.end())
    return;
  remove(It->second);
  Numbers.erase(It);
}

void ThreadTimers::disarmAll() {
  std::lock_guard<std::mutex> Hold(Lock);
  IsOpen = false;
  for (const auto &[Tid, Index] : Numbers)
    remove(Index);
  Numbers.clear();
}

/// Lock is held.
TimedThread *ThreadTimers::threadOf(pid_t Tid) {
  auto It = Numbers.find(Tid);
  return It == Numbers.end() ? nullptr : Threads.find(It->second);
}

void ThreadTimers::setSerial(pid_t Tid, uint32_t Serial) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (TimedThread *T = threadOf(Tid))
    T->Serial = T->OwnSerial = Serial;
}

void ThreadTimers::mount(pid_t Tid, uint32_t Serial) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (TimedThread *T = threadOf(Tid))
    T->Serial = Serial;
}

void ThreadTimers::unmount(pid_t Tid) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (TimedThread *T = threadOf(Tid))
    T->Serial = T->OwnSerial;
}

void ThreadTimers::stop(TimedThread &T) {
  const itimerspec Never = {};
  ::timer_settime(T.Timer, 0, &Never, nullptr);
}
