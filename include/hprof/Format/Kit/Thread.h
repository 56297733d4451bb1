//===- Thread.h - A thread that may fail to start ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place where threads begin. A system gives a user, or a container, a
/// limited number of them (`ulimit -u`, pids.max), and std::thread ends a
/// program without exceptions when there is none left. So whoever starts a
/// thread has another way: it does the work itself, or does without.
///
///     Thread Ahead;
///     if (!Ahead.start([&] { readAhead(); }))
///       ...; // The caller reads when it is asked to.
///
/// For parts of one job see RunThreads.h, for many jobs OrderedJobs.h. Why
/// there is no other pool: docs/Rationale/RecordStream.md.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_THREAD_H
#define HPROF_FORMAT_KIT_THREAD_H

#include <functional>
#include <optional>
#include <pthread.h>

namespace hprof {

/// One thread calls the members.
class Thread {
public:
  Thread() = default;
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
  /// Waits for the body. Declared last in a class, a thread is gone before what
  /// it uses.
  ~Thread() { join(); }

  /// Runs \p Body in another thread. \return whether there was one to be had;
  /// if not, \p Body is not called.
  [[nodiscard]] bool start(std::function<void()> Body);
  /// Whether it was started and not yet waited for.
  bool isJoinable() const { return Handle.has_value(); }
  /// Waits for the body, if there is one.
  void join();

private:
  std::optional<pthread_t> Handle;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_THREAD_H
