//===- PlatformLinux.cpp - Sockets and signals of Linux -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

int hprof::newSocket(int Domain) {
  return ::socket(Domain, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int hprof::acceptConnection(int Listening) {
  return ::accept4(Listening, nullptr, nullptr, SOCK_CLOEXEC);
}

ssize_t hprof::sendNow(int Connection, ArrayRef<uint8_t> Bytes) {
  return ::send(Connection, Bytes.data(), Bytes.size(),
                MSG_NOSIGNAL | MSG_DONTWAIT);
}

int hprof::openSignals(const sigset_t &Signals) {
  ::sigprocmask(SIG_BLOCK, &Signals, nullptr);
  return ::signalfd(-1, &Signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int hprof::takeSignal(int Descriptor) {
  struct signalfd_siginfo Info;
  return ::read(Descriptor, &Info, sizeof(Info)) == ssize_t(sizeof(Info))
             ? int(Info.ssi_signo)
             : 0;
}

void hprof::closeSignals(int Descriptor, const sigset_t &Signals) {
  ::sigprocmask(SIG_UNBLOCK, &Signals, nullptr);
  ::close(Descriptor);
}
