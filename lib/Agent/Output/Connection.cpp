//===- Connection.cpp - The socket of net= --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Connection.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static constexpr time_t ConnectSeconds = 10;

std::string agent::peerName(const Options &O) {
  if (!O.UnixPath.empty())
    return O.UnixPath;
  const bool IsIPv6 = StringRef(O.Host).contains(':');
  return (IsIPv6 ? "[" + O.Host + "]" : O.Host) + ":" + std::to_string(O.Port);
}

static Error refused(const Options &O, const Twine &Why) {
  return createStringError(inconvertibleErrorCode(),
                           "cannot connect to '" + peerName(O) + "': " + Why);
}

static void setPatience(int Fd, time_t Seconds) {
  struct timeval Time = {Seconds, 0};
  ::setsockopt(Fd, SOL_SOCKET, SO_SNDTIMEO, &Time, sizeof(Time));
}

/// \return 0 or the error number.
static int finishConnect(int Fd) {
  struct pollfd Done = {Fd, POLLOUT, 0};
  while (::poll(&Done, 1, int(ConnectSeconds * 1000)) < 0)
    if (errno != EINTR)
      return errno;
  if (!Done.revents)
    return ETIMEDOUT;
  int Result = 0;
  socklen_t Size = sizeof(Result);
  ::getsockopt(Fd, SOL_SOCKET, SO_ERROR, &Result, &Size);
  return Result;
}

/// Returns a connected socket, or a negative error number.
static int connectTo(const struct sockaddr *Address, socklen_t Size) {
  const int Fd = ::socket(Address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (Fd < 0)
    return -errno;
  setPatience(Fd, ConnectSeconds);
  int Failed = 0;
  if (::connect(Fd, Address, Size) != 0) {
    // A signal does not stop the connection attempt.
    Failed = errno == EINTR ? finishConnect(Fd) : errno;
    if (Failed == EINPROGRESS || Failed == EAGAIN)
      Failed = ETIMEDOUT;
  }
  if (Failed) {
    ::close(Fd);
    return -Failed;
  }
  return Fd;
}

static Expected<int> connectUnix(const Options &O) {
  struct sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  // The parser rejects longer paths.
  std::memcpy(Address.sun_path, O.UnixPath.data(),
              std::min(O.UnixPath.size(), sizeof(Address.sun_path) - 1));
  const int Fd =
      connectTo(reinterpret_cast<struct sockaddr *>(&Address), sizeof(Address));
  if (Fd < 0)
    return refused(O, sys::StrError(-Fd));
  return Fd;
}

Expected<int> agent::connectToPeer(const Options &O) {
  if (!O.UnixPath.empty())
    return connectUnix(O);
  struct addrinfo Hints = {};
  Hints.ai_family = AF_UNSPEC;
  Hints.ai_socktype = SOCK_STREAM;
  Hints.ai_flags = AI_NUMERICSERV;
  struct addrinfo *Found = nullptr;
  const int Failed = ::getaddrinfo(
      O.Host.c_str(), std::to_string(O.Port).c_str(), &Hints, &Found);
  if (Failed == EAI_SYSTEM)
    return refused(O, sys::StrError());
  if (Failed)
    return refused(O, ::gai_strerror(Failed));
  std::unique_ptr<struct addrinfo, decltype(&::freeaddrinfo)> All(
      Found, ::freeaddrinfo);
  int Fd = -EADDRNOTAVAIL;
  for (const struct addrinfo *I = Found; I && Fd < 0; I = I->ai_next)
    Fd = connectTo(I->ai_addr, I->ai_addrlen);
  if (Fd < 0)
    return refused(O, sys::StrError(-Fd));
  return Fd;
}

/// Discards received bytes. \return false at the end of the stream.
static bool drain(int Fd) {
  char Buffer[4096];
  ssize_t N;
  while ((N = ::recv(Fd, Buffer, sizeof(Buffer), MSG_DONTWAIT)) > 0 ||
         (N < 0 && errno == EINTR)) {
  }
  return N < 0 && errno == EAGAIN;
}

void agent::hangUp(int Fd) {
  if (::shutdown(Fd, SHUT_WR) == 0) {
    int Domain = AF_UNIX;
    socklen_t Size = sizeof(Domain);
    ::getsockopt(Fd, SOL_SOCKET, SO_DOMAIN, &Domain, &Size);
    // TIOCOUTQ returns the number of bytes that the peer's system has not
    // acknowledged. A Unix socket cannot lose bytes in transit.
    int Left = 0;
    constexpr int StepMillis = 10, MaxSteps = 200;
    for (int I = 0; I != MaxSteps && drain(Fd) && Domain != AF_UNIX &&
                    ::ioctl(Fd, TIOCOUTQ, &Left) == 0 && Left > 0;
         ++I) {
      struct pollfd Readable = {Fd, POLLIN, 0};
      ::poll(&Readable, 1, StepMillis);
    }
    // Ends the connection even if another descriptor refers to the socket.
    ::shutdown(Fd, SHUT_RDWR);
  }
  ::close(Fd);
}
