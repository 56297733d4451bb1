//===- OrderedJobs.cpp - Parallel jobs with ordered results ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedJobs.h"

using namespace hprof;

OrderedJobs::Job::~Job() = default;

OrderedJobs::~OrderedJobs() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Stop = true;
    Waiting.clear();
  }
  Ready.notify_all();
  for (Thread &T : Workers)
    T.join();
}

void OrderedJobs::post(std::unique_ptr<Job> J) {
  J->Done = false;
  Posted.push_back(std::move(J));
  if (Threads > 1 && Workers.size() < Threads && Workers.size() < Posted.size())
    if (!Workers.emplace_back().start([this] { work(); }))
      Workers.pop_back();
  if (Workers.empty()) {
    Posted.back()->run();
    Posted.back()->Done = true;
    return;
  }
  std::lock_guard<std::mutex> Lock(Mutex);
  Waiting.push_back(Posted.back().get());
  Ready.notify_one();
}

std::unique_ptr<OrderedJobs::Job> OrderedJobs::next() {
  std::unique_ptr<Job> J = std::move(Posted.front());
  Posted.pop_front();
  std::unique_lock<std::mutex> Lock(Mutex);
  Finished.wait(Lock, [&] { return J->Done; });
  return J;
}

void OrderedJobs::work() {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (true) {
    Ready.wait(Lock, [&] { return Stop || !Waiting.empty(); });
    if (Stop)
      return;
    Job *J = Waiting.front();
    Waiting.pop_front();
    Lock.unlock();
    J->run();
    Lock.lock();
    J->Done = true;
    Finished.notify_one();
  }
}
