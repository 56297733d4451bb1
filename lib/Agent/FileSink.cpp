//===- FileSink.cpp - Writes the agent's output ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FileSink.h"
#include "Connection.h"
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;

FileSink::FileSink(int Fd) : Fd(Fd), Memory(std::make_unique<uint8_t[]>(Size)) {
  Buffer = Cursor = Memory.get();
  BufferEnd = Buffer + Size;
}

FileSink::~FileSink() { hangUp(Fd); }

/// A peer that has gone must not end the program by a signal.
static ssize_t put(int Fd, const uint8_t *From, size_t N) {
  const ssize_t Sent = ::send(Fd, From, N, MSG_NOSIGNAL);
  return Sent < 0 && errno == ENOTSOCK ? ::write(Fd, From, N) : Sent;
}

/// An output that the program was given may be one that does not block. \return
/// false if it is another one: then its patience is over.
static bool waitFor(int Fd) {
  const int Flags = ::fcntl(Fd, F_GETFL);
  if (Flags < 0 || !(Flags & O_NONBLOCK))
    return false;
  struct pollfd Writable = {Fd, POLLOUT, 0};
  ::poll(&Writable, 1, -1);
  return true;
}

void FileSink::emit(bool) {
  const uint8_t *From = Buffer;
  while (From != Cursor && !hasFailed()) {
    const ssize_t N = put(Fd, From, size_t(Cursor - From));
    if (N > 0)
      From += N;
    else if (N == 0)
      fail(std::make_error_code(std::errc::no_space_on_device));
    else if (errno == EAGAIN) {
      if (!waitFor(Fd))
        fail(std::make_error_code(std::errc::timed_out));
    } else if (errno != EINTR)
      fail({errno, std::generic_category()});
  }
  Emitted += uint64_t(Cursor - Buffer);
  Cursor = Buffer;
}
