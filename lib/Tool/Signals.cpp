//===- Signals.cpp - Signal handling of tools -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signals.h"
#include "hprof/Tool/ExitStatus.h"
#include "hprof/Tool/Progress.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

/// LLVM has removed temporaries and restored the default action, so this
/// terminates the process.
static void dieOfSigpipe() { raise(SIGPIPE); }

static void dieOfSignal(int Signal) {
  sys::RunInterruptHandlers();
  Progress::clearOnSignal();
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

// State for the SIGBUS handler.
static SmallString<256> CutFileMessage;
static struct sigaction OfLLVM;

static void onBusError(int Signal, siginfo_t *Info, void *) {
  // The kernel has no page for a mapped address: the file ends before it, or
  // cannot be read.
  if (Info->si_code != BUS_ADRERR) {
    sigaction(Signal, &OfLLVM, nullptr); // The access is retried.
    return;
  }
  sys::RunInterruptHandlers();
  Progress::clearOnSignal();
  [[maybe_unused]] ssize_t Written =
      write(STDERR_FILENO, CutFileMessage.data(), CutFileMessage.size());
  _exit(int(ExitStatus::Error));
}

static SmallString<256> NoMemoryMessage;

/// Called when a memory allocation fails: LLVM makes operator new call this, in
/// every thread. Only files need cleaning up.
static void onNoMemory(void *, const char *, bool) {
  static std::atomic_flag IsTold = ATOMIC_FLAG_INIT;
  if (IsTold.test_and_set())
    for (;;)
      pause(); // Another thread is about to terminate the process.
  sys::RunInterruptHandlers();
  Progress::clearOnSignal();
  [[maybe_unused]] ssize_t Written =
      write(STDERR_FILENO, NoMemoryMessage.data(), NoMemoryMessage.size());
  _exit(int(ExitStatus::Error));
}

Signals::Signals(StringRef Tool) {
  CutFileMessage = Tool;
  CutFileMessage +=
      ": error: a file was truncated while it was read, or cannot "
      "be read: is it still being written?\n";
  NoMemoryMessage = Tool;
  NoMemoryMessage += ": error: out of memory: an allocation failed, possibly "
                     "because of a limit (ulimit -v)\n";
  install_bad_alloc_error_handler(onNoMemory);
  install_out_of_memory_new_handler();
  for (int Signal : {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGUSR2}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        !(Action.sa_flags & SA_SIGINFO) && Action.sa_handler == SIG_IGN)
      Ignored.push_back(Signal);
  }
  // LLVM handles SIGPIPE only if this is set when it installs its handlers.
  sys::SetOneShotPipeSignalFunction(dieOfSigpipe);
}

void Signals::take() const {
  // LLVM treats SIGQUIT as a crash, and does not remove the progress line.
  for (int Signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM})
    std::signal(Signal, dieOfSignal);
  for (int Signal : Ignored)
    std::signal(Signal, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction Action = {};
  Action.sa_sigaction = onBusError;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &Action, &OfLLVM);
}
