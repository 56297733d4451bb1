//===- OutputTarget.cpp - Destination of the agent's output ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OutputTarget.h"
#include "Connection.h"
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

OutputTarget::~OutputTarget() = default;

/// A closed connection must not terminate the program with a signal.
static ssize_t put(int Fd, ArrayRef<uint8_t> Bytes) {
  const ssize_t Sent = ::send(Fd, Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
  return Sent < 0 && errno == ENOTSOCK ? ::write(Fd, Bytes.data(), Bytes.size())
                                       : Sent;
}

/// An inherited output may be non-blocking. \return false if the descriptor is
/// blocking, which means that its timeout has expired.
static bool waitFor(int Fd) {
  const int Flags = ::fcntl(Fd, F_GETFL);
  if (Flags < 0 || !(Flags & O_NONBLOCK))
    return false;
  struct pollfd Writable = {Fd, POLLOUT, 0};
  ::poll(&Writable, 1, -1);
  return true;
}

int agent::writeAll(int Fd, ArrayRef<uint8_t> Bytes) {
  while (!Bytes.empty()) {
    const ssize_t N = put(Fd, Bytes);
    if (N > 0)
      Bytes = Bytes.drop_front(size_t(N));
    else if (N == 0)
      return ENOSPC;
    else if (errno == EAGAIN) {
      if (!waitFor(Fd))
        return ETIMEDOUT;
    } else if (errno != EINTR)
      return errno;
  }
  return 0;
}

Error OpenTarget::write(ArrayRef<uint8_t> Bytes) {
  return errorCodeToError({writeAll(Fd, Bytes), std::generic_category()});
}

void OpenTarget::close() {
  if (Fd >= 0)
    hangUp(std::exchange(Fd, -1));
}
