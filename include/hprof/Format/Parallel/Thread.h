//===- Thread.h - A thread that may fail to start ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only place where threads are started. Systems limit the number of
/// threads of a user or container (`ulimit -u`, pids.max), and at the limit,
/// std::thread terminates a program built without exceptions. Code that starts
/// a thread therefore needs a fallback: the caller does or skips the work.
///
///     Thread Ahead;
///     if (!Ahead.start([&] { readAhead(); }))
///       ...; // The caller reads on demand.
///
/// Signals are left to the other threads of the program, which may be a JVM
/// that has loaded the library.
///
/// For parts of one job see RunThreads.h, for many jobs OrderedJobs.h.
/// docs/Rationale/RecordStream.md explains why there is no other pool.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_PARALLEL_THREAD_H
#define HPROF_FORMAT_PARALLEL_THREAD_H

#include <functional>
#include <optional>
#include <pthread.h>

namespace hprof {

/// Not thread-safe: all members are called from one thread.
class Thread {
public:
  Thread() = default;
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
  /// Waits for the body. As the last member of a class, a thread ends before
  /// the members that it uses are destroyed.
  ~Thread() { join(); }

  /// Runs \p Body in another thread. \return whether a thread was available; if
  /// not, \p Body is not called.
  [[nodiscard]] bool start(std::function<void()> Body);
  /// Whether the thread was started and not yet joined.
  bool isJoinable() const { return Handle.has_value(); }
  /// Waits for the body, if there is one.
  void join();

private:
  std::optional<pthread_t> Handle;
};

} // namespace hprof

#endif // HPROF_FORMAT_PARALLEL_THREAD_H
