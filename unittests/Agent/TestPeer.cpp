//===- TestPeer.cpp - The other end of net= in tests ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/TestPeer.h"
#include <arpa/inet.h>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace hprof::agent;
using namespace llvm;

static struct sockaddr *generic(void *Address) {
  return static_cast<struct sockaddr *>(Address);
}

/// Listens on a free port of \p Address, and returns it; 0 on failure.
static uint16_t bindTo(int Fd, void *Address, socklen_t Size) {
  if (::bind(Fd, generic(Address), Size) != 0 || ::listen(Fd, 1) != 0)
    return 0;
  struct sockaddr_in6 Bound = {};
  socklen_t BoundSize = sizeof(Bound);
  ::getsockname(Fd, generic(&Bound), &BoundSize);
  return ntohs(Bound.sin6_port); // sin_port is at the same offset.
}

TestPeer::TestPeer(Kind K) {
  if (K == Kind::Unix) {
    struct sockaddr_un To = {};
    To.sun_family = AF_UNIX;
    const std::string Path = Folder.path("socket");
    std::memcpy(To.sun_path, Path.data(), Path.size());
    Listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (::bind(Listening, generic(&To), sizeof(To)) == 0 &&
        ::listen(Listening, 1) == 0)
      Address = "unix:" + Path;
  } else if (K == Kind::IPv4) {
    struct sockaddr_in To = {};
    To.sin_family = AF_INET;
    To.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    Listening = ::socket(AF_INET, SOCK_STREAM, 0);
    if ((Port = bindTo(Listening, &To, sizeof(To))))
      Address = "127.0.0.1:" + std::to_string(Port);
  } else {
    struct sockaddr_in6 To = {};
    To.sin6_family = AF_INET6;
    To.sin6_addr = in6addr_loopback;
    Listening = ::socket(AF_INET6, SOCK_STREAM, 0);
    if (Listening >= 0 && (Port = bindTo(Listening, &To, sizeof(To))))
      Address = "[::1]:" + std::to_string(Port);
  }
  Receiver = std::thread([this] { run(); });
}

TestPeer::~TestPeer() {
  ::shutdown(Listening, SHUT_RDWR); // Makes accept() return.
  if (Receiver.joinable())
    Receiver.join();
  close();
  ::close(Listening);
}

void TestPeer::run() {
  const int Fd = ::accept(Listening, nullptr, nullptr);
  auto Set = [&](auto Change) {
    std::lock_guard<std::mutex> Hold(Lock);
    Change();
    Changed.notify_all();
  };
  Set([&] { Connected = Fd; });
  char Buffer[4096];
  ssize_t N;
  while (Fd >= 0 && (N = ::recv(Fd, Buffer, sizeof(Buffer), 0)) > 0)
    Set([&] { Received.append(Buffer, size_t(N)); });
  Set([&] { IsOver = true; });
}

int TestPeer::connection() {
  std::unique_lock<std::mutex> Hold(Lock);
  Changed.wait(Hold, [&] { return Connected >= 0 || IsOver; });
  return Connected;
}

void TestPeer::send(ArrayRef<uint8_t> Bytes) {
  const int Fd = connection();
  while (!Bytes.empty()) {
    const ssize_t N = ::send(Fd, Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
    if (N <= 0)
      return;
    Bytes = Bytes.drop_front(size_t(N));
  }
}

void TestPeer::endSending() { ::shutdown(connection(), SHUT_WR); }

void TestPeer::close() {
  const int Fd = connection();
  if (Fd < 0)
    return;
  ::shutdown(Fd, SHUT_RDWR);
  if (Receiver.joinable())
    Receiver.join();
  std::lock_guard<std::mutex> Hold(Lock);
  ::close(std::exchange(Connected, -1));
}

std::string TestPeer::received() {
  if (Receiver.joinable())
    Receiver.join();
  return Received;
}

bool TestPeer::waitFor(StringRef Part, unsigned Times) {
  std::unique_lock<std::mutex> Hold(Lock);
  auto IsThere = [&] { return countOf(Received, Part) >= Times; };
  Changed.wait(Hold, [&] { return IsOver || IsThere(); });
  return IsThere();
}

#ifdef __SANITIZE_THREAD__
/// The agent examines all descriptors of the process for writers of its output;
/// the result does not depend on those that other threads open meanwhile.
extern "C" const char *__tsan_default_suppressions();
extern "C" const char *__tsan_default_suppressions() { return "race:writesTo"; }
#endif
