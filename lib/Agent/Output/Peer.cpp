//===- Peer.cpp - The peer of net= ----------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Peer.h"
#include "Connection.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

void Peer::expectEnd(std::chrono::milliseconds Left) {
  End = (Clock::now() + Left).time_since_epoch().count();
}

Error Peer::write(ArrayRef<uint8_t> Bytes) {
  const Clock::time_point Limit = Clock::now() + Patience;
  while (!Bytes.empty()) {
    const ssize_t N =
        ::send(Fd, Bytes.data(), Bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (N > 0) {
      Bytes = Bytes.drop_front(size_t(N));
      continue;
    }
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0 && errno != EAGAIN)
      return createStringError(std::error_code(errno, std::generic_category()),
                               sys::StrError());
    const Clock::time_point Now = Clock::now();
    const Clock::time_point Last{Clock::duration(End.load())};
    if (Now >= Last)
      return createStringError(
          inconvertibleErrorCode(),
          "the peer did not accept all data within net-timeout= at VM exit");
    if (Now >= Limit)
      return createStringError(inconvertibleErrorCode(),
                               "the peer does not read, or reads too slowly");
    // The deadline may be moved up while waiting.
    constexpr std::chrono::milliseconds Step(100);
    const auto Left = std::chrono::ceil<std::chrono::milliseconds>(
        std::min(Last, Limit) - Now);
    struct pollfd Writable = {Fd, POLLOUT, 0};
    ::poll(&Writable, 1, int(std::min(Left, Step).count()));
  }
  return Error::success();
}

void Peer::close() {
  if (Fd >= 0)
    hangUp(std::exchange(Fd, -1));
}
