//===- OrderedJobs.h - Parallel work, results in order ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_ORDEREDJOBS_H
#define HPROF_LIB_FORMAT_STREAM_ORDEREDJOBS_H

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace hprof::stream {

/// Runs jobs on some threads and hands them back in the order in which they
/// were posted. With one thread a job runs when it is posted, in the caller's.
/// One thread posts and takes.
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
  /// Waits for the jobs that run and drops those that wait.
  ~OrderedJobs();

  void post(std::unique_ptr<Job> J);
  /// The oldest job, once it has run. There must be one.
  std::unique_ptr<Job> next();
  /// Jobs posted and not taken back.
  size_t size() const { return Posted.size(); }

private:
  void work();

  const unsigned Threads;
  std::vector<std::thread> Workers; // Started by the first post().
  std::mutex Mutex;
  std::condition_variable Ready, Finished;
  std::deque<std::unique_ptr<Job>> Posted; // The poster's alone.
  std::deque<Job *> Waiting;
  bool Stop = false;
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_ORDEREDJOBS_H
