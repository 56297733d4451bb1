//===- PlatformPosix.cpp - Sockets and signals of POSIX -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Platform.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

using namespace hprof;
using namespace llvm;

static int closedForOthers(int Fd) {
  if (Fd >= 0)
    ::fcntl(Fd, F_SETFD, FD_CLOEXEC);
  return Fd;
}

static void neverBlocks(int Fd) {
  ::fcntl(Fd, F_SETFL, ::fcntl(Fd, F_GETFL) | O_NONBLOCK);
}

int hprof::newSocket(int Domain) {
  return closedForOthers(::socket(Domain, SOCK_STREAM, 0));
}

int hprof::acceptConnection(int Listening) {
  const int Fd = closedForOthers(::accept(Listening, nullptr, nullptr));
  if (Fd >= 0)
    neverBlocks(Fd);
  return Fd;
}

ssize_t hprof::sendNow(int Connection, ArrayRef<uint8_t> Bytes) {
  // Not all systems have MSG_NOSIGNAL. This program has one thread.
  struct sigaction Ignore = {}, Before;
  Ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &Ignore, &Before);
  const ssize_t N = ::send(Connection, Bytes.data(), Bytes.size(), 0);
  const int Code = errno;
  ::sigaction(SIGPIPE, &Before, nullptr);
  errno = Code;
  return N;
}

/// Pipe that the handler writes to; openSignals() returns its read end.
static int Ends[2] = {-1, -1};
/// Previous signal actions.
static std::vector<std::pair<int, struct sigaction>> Replaced;

static void onSignal(int Signal) {
  const int Code = errno;
  const char Number = char(Signal);
  (void)!::write(Ends[1], &Number, 1);
  errno = Code;
}

int hprof::openSignals(const sigset_t &Signals) {
  if (::pipe(Ends) != 0)
    return -1;
  for (int Fd : Ends) {
    closedForOthers(Fd);
    neverBlocks(Fd);
  }
  for (int Signal : {SIGINT, SIGTERM}) {
    struct sigaction Ours = {}, Before;
    Ours.sa_handler = onSignal;
    if (sigismember(&Signals, Signal) == 1 &&
        ::sigaction(Signal, &Ours, &Before) == 0)
      Replaced.push_back({Signal, Before});
  }
  return Ends[0];
}

int hprof::takeSignal(int Descriptor) {
  char Number;
  return ::read(Descriptor, &Number, 1) == 1 ? Number : 0;
}

void hprof::closeSignals(int, const sigset_t &) {
  for (const auto &[Signal, Before] : Replaced)
    ::sigaction(Signal, &Before, nullptr);
  Replaced.clear();
  for (int Fd : Ends)
    ::close(Fd);
}
