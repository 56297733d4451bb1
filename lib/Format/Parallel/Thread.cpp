//===- Thread.cpp - A thread that may fail to start -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Parallel/Thread.h"
#include <cassert>
#include <csignal>
#include <memory>

using namespace hprof;

using ThreadBody = std::function<void()>;

static void *runBody(void *Owned) {
  std::unique_ptr<ThreadBody> Body(static_cast<ThreadBody *>(Owned));
  (*Body)();
  return nullptr;
}

/// The signals that library threads leave to the program's threads: all signals
/// except those caused by a thread's own instructions or writes.
static sigset_t signalsOfOthers() {
  sigset_t Set;
  sigfillset(&Set); // These may be macros.
  for (int Own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPIPE})
    sigdelset(&Set, Own);
  return Set;
}

bool Thread::start(std::function<void()> Body) {
  assert(!Handle && "wait for the one before first");
  auto *Given =
      new ThreadBody(std::move(Body)); // Owned by the thread, if it starts.
  const sigset_t Blocked = signalsOfOthers();
  sigset_t Before;
  ::pthread_sigmask(SIG_BLOCK, &Blocked, &Before); // A new thread inherits it.
  pthread_t New;
  const bool HasStarted = ::pthread_create(&New, nullptr, runBody, Given) == 0;
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  if (!HasStarted) {
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
