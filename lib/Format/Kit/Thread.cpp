//===- Thread.cpp - A thread that may fail to start -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/Thread.h"
#include <cassert>
#include <memory>

using namespace hprof;

using ThreadBody = std::function<void()>;

static void *runBody(void *Owned) {
  std::unique_ptr<ThreadBody> Body(static_cast<ThreadBody *>(Owned));
  (*Body)();
  return nullptr;
}

bool Thread::start(std::function<void()> Body) {
  assert(!Handle && "wait for the one before first");
  auto *Given =
      new ThreadBody(std::move(Body)); // Owned by the thread, if it starts.
  pthread_t New;
  if (::pthread_create(&New, nullptr, runBody, Given) != 0) {
    delete Given;
    return false;
  }
  Handle = New;
  return true;
}

void Thread::join() {
  if (!Handle)
    return;
  ::pthread_join(*Handle, nullptr);
  Handle.reset();
}
