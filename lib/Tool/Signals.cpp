//===- Signals.cpp - How tools take signals -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signals.h"
#include "hprof/Tool/ExitStatus.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

/// LLVM has removed temporaries and restored the default action: die of it.
static void dieOfSigpipe() { raise(SIGPIPE); }

static void dieOfSigquit(int Signal) {
  sys::RunInterruptHandlers();
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

// What the handler of SIGBUS needs.
static SmallString<256> CutFileMessage;
static struct sigaction OfLLVM;

static void onBusError(int Signal, siginfo_t *Info, void *) {
  // The kernel has no page for an address that is mapped: the file ends before
  // it, or cannot be read.
  if (Info->si_code != BUS_ADRERR) {
    sigaction(Signal, &OfLLVM, nullptr); // The access is tried again.
    return;
  }
  sys::RunInterruptHandlers();
  [[maybe_unused]] ssize_t Written =
      write(STDERR_FILENO, CutFileMessage.data(), CutFileMessage.size());
  _exit(int(ExitStatus::Error));
}

Signals::Signals() {
  for (int Signal : {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGUSR2}) {
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        !(Action.sa_flags & SA_SIGINFO) && Action.sa_handler == SIG_IGN)
      Ignored.push_back(Signal);
  }
  // LLVM takes SIGPIPE only when this is set as it takes the other signals.
  sys::SetOneShotPipeSignalFunction(dieOfSigpipe);
}

void Signals::take(StringRef Tool) const {
  for (int Signal : Ignored)
    std::signal(Signal, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGQUIT, dieOfSigquit);
  CutFileMessage = Tool;
  CutFileMessage += ": error: a file was cut while it was read, or cannot be "
                    "read: a dump that is still written, or changed meanwhile?"
                    "\n";
  struct sigaction Action = {};
  Action.sa_sigaction = onBusError;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGBUS, &Action, &OfLLVM);
}
