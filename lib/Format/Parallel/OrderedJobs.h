//===- OrderedJobs.h - Parallel jobs with ordered results -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread pool for many jobs of the same kind, such as blocks to compress.
/// Each owner has its own pool, so it never waits for other owners' jobs.
///
///     OrderedJobs Jobs(Threads);
///     while (...) {
///       Jobs.post(std::make_unique<BlockJob>(...));
///       if (Jobs.size() > Limit)
///         take(*Jobs.next());
///     }
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_PARALLEL_ORDEREDJOBS_H
#define HPROF_LIB_FORMAT_PARALLEL_ORDEREDJOBS_H

#include "hprof/Format/Parallel/Thread.h"
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

namespace hprof {

/// Runs jobs on several threads and returns them in posting order. With one
/// thread, or if the system cannot start another thread, a job runs in the
/// caller's thread when it is posted. Only one thread may post and take jobs.
class OrderedJobs {
public:
  class Job {
  public:
    virtual ~Job();
    virtual void run() = 0;

  private:
    friend class OrderedJobs;
    bool Done = false;
  };

  explicit OrderedJobs(unsigned Threads) : Threads(Threads) {}
  /// Waits for running jobs and drops waiting ones.
  ~OrderedJobs();

  void post(std::unique_ptr<Job> J);
  /// Waits until the oldest job has run and returns it. There must be one.
  std::unique_ptr<Job> next();
  /// Number of jobs posted and not yet returned.
  size_t size() const { return Posted.size(); }

private:
  void work();

  const unsigned Threads;
  std::deque<Thread> Workers; ///< Started on demand.
  std::mutex Mutex;
  std::condition_variable Ready, Finished;
  std::deque<std::unique_ptr<Job>> Posted; ///< Accessed only by the poster.
  std::deque<Job *> Waiting;
  bool Stop = false;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_PARALLEL_ORDEREDJOBS_H
