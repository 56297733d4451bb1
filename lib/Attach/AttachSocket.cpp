//===- AttachSocket.cpp - A connection to a VM's attach listener ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachSocket.h"
#include "TargetProcess.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace llvm;
using namespace hprof;

static Error socketError(StringRef Name, const Twine &What) {
  return createStringError("attach socket '" + Name + "': " + What);
}

Expected<SocketState> hprof::findAttachSocket(int Folder, StringRef Name,
                                              const SocketPeer &Peer) {
  struct stat Status;
  if (fstatat(Folder, Name.str().c_str(), &Status, AT_SYMLINK_NOFOLLOW)) {
    if (errno == ENOENT)
      return SocketState::Missing;
    return socketError(Name, errnoText(errno));
  }
  if (!S_ISSOCK(Status.st_mode))
    return socketError(Name, "is not a socket; remove it");
  if (Status.st_uid != Peer.User)
    return socketError(Name, "belongs to user " + Twine(Status.st_uid) +
                                 ", but the VM runs as user " +
                                 Twine(Peer.User) + ": not trusted");
  return SocketState::Present;
}

static Error checkPeer(const Descriptor &Socket, StringRef Name,
                       const SocketPeer &Peer) {
  struct ucred Found;
  socklen_t Size = sizeof(Found);
  if (getsockopt(Socket.get(), SOL_SOCKET, SO_PEERCRED, &Found, &Size))
    return socketError(Name, errnoText(errno));
  if (Found.uid != Peer.User)
    return socketError(Name, "user " + Twine(Found.uid) +
                                 " listens on it, expected user " +
                                 Twine(Peer.User));
  // Containers that share a /tmp may have processes with the same inner pid. A
  // pid of 0 means a process in a pid namespace invisible here.
  if (static_cast<uint64_t>(Found.pid) != Peer.Pid)
    return socketError(Name, "process " + Twine(Found.pid) +
                                 " listens on it, expected process " +
                                 Twine(Peer.Pid));
  return Error::success();
}

Expected<Descriptor> hprof::connectAttachSocket(int Folder, StringRef Name,
                                                const SocketPeer &Peer,
                                                const Deadline &Until) {
  // A path through the descriptor also fits the 108 bytes of sun_path.
  std::string Path =
      "/proc/self/fd/" + std::to_string(Folder) + "/" + Name.str();
  struct sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  if (Path.size() >= sizeof(Address.sun_path))
    return socketError(Name, "the name is too long");
  std::memcpy(Address.sun_path, Path.data(), Path.size());
  Descriptor Socket(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!Socket)
    return socketError(Name, errnoText(errno));
  for (;;) {
    // connect() blocks while the listener's queue is full.
    long Left = std::max(Until.left(), 1);
    struct timeval Time = {Left / 1000, Left % 1000 * 1000};
    setsockopt(Socket.get(), SOL_SOCKET, SO_SNDTIMEO, &Time, sizeof(Time));
    if (!connect(Socket.get(), reinterpret_cast<struct sockaddr *>(&Address),
                 sizeof(Address)))
      break;
    if (errno == EINTR && !Until.isOver())
      continue;
    if (errno == ECONNREFUSED || errno == ENOENT)
      return Descriptor();
    if (errno == EAGAIN)
      return socketError(Name, "the VM did not accept the connection in time");
    return socketError(Name, errnoText(errno));
  }
  if (Error E = checkPeer(Socket, Name, Peer))
    return E;
  return Socket;
}

static Error waitFor(const Descriptor &Socket, short Events,
                     const Deadline &Until, function_ref<Error()> Check) {
  constexpr int BetweenChecks = 500; // Milliseconds.
  for (;;) {
    struct pollfd Poll = {Socket.get(), Events, 0};
    int Ready = poll(&Poll, 1, std::min(Until.left(), BetweenChecks));
    if (Ready > 0)
      return Error::success();
    if (Ready < 0 && errno != EINTR)
      return createStringError(errnoText(errno));
    if (Error E = Check())
      return E;
    if (Until.isOver())
      return createStringError("the VM did not reply in time");
  }
}

Expected<std::string> hprof::exchange(const Descriptor &Socket,
                                      StringRef Request, const Deadline &Until,
                                      function_ref<Error()> Check) {
  bool IsClosed = false;
  while (!Request.empty() && !IsClosed) {
    if (Error E = waitFor(Socket, POLLOUT, Until, Check))
      return E;
    ssize_t Sent = send(Socket.get(), Request.data(), Request.size(),
                        MSG_NOSIGNAL | MSG_DONTWAIT);
    if (Sent >= 0)
      Request = Request.drop_front(static_cast<size_t>(Sent));
    else if (errno == EPIPE || errno == ECONNRESET)
      IsClosed = true; // A received reply may give the reason.
    else if (errno != EINTR && errno != EAGAIN)
      return createStringError(errnoText(errno));
  }
  std::string Reply;
  // A thread dump can be large.
  constexpr size_t Most = 1 << 30;
  char Buffer[64 << 10];
  for (;;) {
    if (Reply.size() > Most)
      return createStringError("the reply is larger than 1 GiB");
    if (Error E = waitFor(Socket, POLLIN, Until, Check))
      return E;
    ssize_t Got = recv(Socket.get(), Buffer, sizeof(Buffer), MSG_DONTWAIT);
    if (Got > 0)
      Reply.append(Buffer, static_cast<size_t>(Got));
    else if (Got == 0 || errno == ECONNRESET)
      break; // A reset: the VM has not read all of the request.
    else if (errno != EINTR && errno != EAGAIN)
      return createStringError(errnoText(errno));
  }
  return Reply;
}
