//===- ListenSocket.cpp - The socket that agents connect to ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ListenSocket.h"
#include "Platform.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/Support/Errno.h"
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Expected<ListenAddress> ListenAddress::parse(StringRef Text) {
  ListenAddress A;
  auto Fail = [&](const Twine &Why) {
    return usageError("invalid address '" + Text + "': " + Why);
  };
  StringRef Rest = Text;
  if (Rest.consume_front("unix:")) {
    constexpr size_t Room = sizeof(sockaddr_un::sun_path);
    if (Rest.empty() || Rest.size() >= Room)
      return Fail("expected a Unix socket path of 1 to " + Twine(Room - 1) +
                  " bytes");
    A.Is = Family::Unix;
    A.Path = Rest.str();
    return A;
  }
  StringRef Host = "localhost", Port = Rest;
  if (Rest.consume_front("[")) {
    std::tie(Host, Port) = Rest.split("]:");
    A.Is = Family::IPv6;
  } else if (Rest.contains(':')) {
    std::tie(Host, Port) = Rest.rsplit(':');
  }
  if (Port.empty() || Port.getAsInteger(10, A.Port))
    return Fail("expected <port>, <host>:<port>, [<IPv6 address>]:<port> or "
                "unix:<path>");
  if (Host == "*")
    A.Is = Family::All;
  A.Host = Host == "localhost" ? "127.0.0.1" : Host.str();
  char Bytes[sizeof(struct in6_addr)];
  const int Family = A.Is == Family::IPv6 ? AF_INET6 : AF_INET;
  if (A.Is != Family::All && ::inet_pton(Family, A.Host.c_str(), Bytes) != 1)
    return Fail("expected a numeric address, localhost or * as the host");
  return A;
}

/// Socket address of any kind.
union SocketAddress {
  struct sockaddr Any;
  struct sockaddr_in IPv4;
  struct sockaddr_in6 IPv6;
  struct sockaddr_un Unix;
};

static socklen_t fill(SocketAddress &To, const ListenAddress &A) {
  To = {};
  switch (A.Is) {
  case ListenAddress::Family::Unix:
    To.Unix.sun_family = AF_UNIX;
    std::memcpy(To.Unix.sun_path, A.Path.data(), A.Path.size());
    return sizeof(To.Unix);
  case ListenAddress::Family::IPv4:
    To.IPv4.sin_family = AF_INET;
    To.IPv4.sin_port = htons(A.Port);
    ::inet_pton(AF_INET, A.Host.c_str(), &To.IPv4.sin_addr);
    return sizeof(To.IPv4);
  case ListenAddress::Family::IPv6:
    To.IPv6.sin6_family = AF_INET6;
    To.IPv6.sin6_port = htons(A.Port);
    ::inet_pton(AF_INET6, A.Host.c_str(), &To.IPv6.sin6_addr);
    return sizeof(To.IPv6);
  case ListenAddress::Family::All:
    To.IPv6.sin6_family = AF_INET6;
    To.IPv6.sin6_port = htons(A.Port);
    return sizeof(To.IPv6);
  }
  llvm_unreachable("unhandled family");
}

static std::string nameOf(int Fd, const ListenAddress &A) {
  if (A.Is == ListenAddress::Family::Unix)
    return "unix:" + A.Path;
  SocketAddress Bound = {};
  socklen_t Size = sizeof(Bound);
  ::getsockname(Fd, &Bound.Any, &Size);
  const uint16_t Port =
      ntohs(Bound.Any.sa_family == AF_INET6 ? Bound.IPv6.sin6_port
                                            : Bound.IPv4.sin_port);
  const bool HasBrackets = A.Is == ListenAddress::Family::IPv6;
  return (HasBrackets ? "[" + A.Host + "]" : A.Host) + ":" +
         std::to_string(Port);
}

//===----------------------------------------------------------------------===//
// Listening
//===----------------------------------------------------------------------===//

/// Whether \p Path is a socket left by a process that has exited.
static bool isRemnant(const SocketAddress &Of, socklen_t Size,
                      const std::string &Path) {
  struct stat Status;
  if (::lstat(Path.c_str(), &Status) != 0 || !S_ISSOCK(Status.st_mode))
    return false;
  const int Fd = newSocket(AF_UNIX);
  if (Fd < 0)
    return false;
  const bool IsRefused =
      ::connect(Fd, &Of.Any, Size) != 0 && errno == ECONNREFUSED;
  ::close(Fd);
  return IsRefused;
}

static bool bindTo(int Fd, const ListenAddress &A) {
  SocketAddress To;
  const socklen_t Size = fill(To, A);
  if (A.Is != ListenAddress::Family::Unix)
    return ::bind(Fd, &To.Any, Size) == 0;
  const mode_t Before = ::umask(0177);
  bool IsBound = ::bind(Fd, &To.Any, Size) == 0;
  if (!IsBound && errno == EADDRINUSE) {
    if (isRemnant(To, Size, A.Path) && ::unlink(A.Path.c_str()) == 0)
      IsBound = ::bind(Fd, &To.Any, Size) == 0;
    else
      errno = EADDRINUSE;
  }
  ::umask(Before);
  return IsBound;
}

Expected<ListenSocket> ListenSocket::open(const ListenAddress &A) {
  using Family = ListenAddress::Family;
  auto Fail = [&](const Twine &Where) {
    return createStringError("cannot listen on '" + Where +
                             "': " + sys::StrError());
  };
  const std::string Wanted =
      A.Is == Family::Unix ? A.Path : A.Host + ":" + std::to_string(A.Port);
  const int Domain = A.Is == Family::Unix   ? AF_UNIX
                     : A.Is == Family::IPv4 ? AF_INET
                                            : AF_INET6;
  const int Fd = newSocket(Domain);
  if (Fd < 0)
    return Fail(Wanted);
  const int Yes = 1, No = 0;
  if (A.Is != Family::Unix)
    ::setsockopt(Fd, SOL_SOCKET, SO_REUSEADDR, &Yes, sizeof(Yes));
  if (A.Is == Family::All)
    ::setsockopt(Fd, IPPROTO_IPV6, IPV6_V6ONLY, &No, sizeof(No));
  if (!bindTo(Fd, A) || ::listen(Fd, 16) != 0) {
    Error E = Fail(Wanted);
    ::close(Fd);
    return E;
  }
  return ListenSocket(Fd, nameOf(Fd, A), A.Path);
}

ListenSocket::ListenSocket(ListenSocket &&Other)
    : Fd(std::exchange(Other.Fd, -1)), Name(std::move(Other.Name)),
      Path(std::exchange(Other.Path, "")) {}

ListenSocket::~ListenSocket() {
  if (Fd >= 0)
    ::close(Fd);
  if (!Path.empty())
    ::unlink(Path.c_str());
}
