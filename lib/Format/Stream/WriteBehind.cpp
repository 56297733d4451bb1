//===- WriteBehind.cpp - Writes on a separate thread ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteBehind.h"

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

WriteBehind::WriteBehind(Writer Write) : Write(std::move(Write)) {
  (void)Worker.start([this] { work(); }); // If no thread starts, post() writes.
}

WriteBehind::~WriteBehind() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Stop = true;
    Waiting.clear();
  }
  Changed.notify_all();
  Worker.join();
}

std::error_code WriteBehind::post(Block B) {
  std::unique_lock<std::mutex> Lock(Mutex);
  Changed.wait(Lock, [&] { return Waiting.size() < Limit || Failure; });
  if (Failure)
    return Failure;
  Waiting.push_back(std::move(B));
  if (!Worker.isJoinable()) {
    writeNext(Lock);
    return Failure;
  }
  Changed.notify_all();
  return {};
}

std::error_code WriteBehind::drain() {
  std::unique_lock<std::mutex> Lock(Mutex);
  Changed.wait(Lock, [&] { return (Waiting.empty() && !IsBusy) || Failure; });
  return Failure;
}

PageMemory WriteBehind::takeSpare() {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Spare.empty())
    return nullptr;
  PageMemory Memory = std::move(Spare.back());
  Spare.pop_back();
  return Memory;
}

void WriteBehind::work() {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (true) {
    Changed.wait(Lock, [&] { return !Waiting.empty() || Stop; });
    if (Waiting.empty())
      return;
    writeNext(Lock);
  }
}

/// Writes the first waiting block; there must be one.
void WriteBehind::writeNext(std::unique_lock<std::mutex> &Lock) {
  Block B = std::move(Waiting.front());
  Waiting.pop_front();
  IsBusy = true;
  Lock.unlock();
  std::error_code EC = Write(ArrayRef(B.Memory.get(), B.Size), B.At);
  Lock.lock();
  IsBusy = false;
  if (EC && !Failure) {
    Failure = EC;
    Waiting.clear();
  }
  if (!B.At)
    Spare.push_back(std::move(B.Memory));
  Changed.notify_all();
}
