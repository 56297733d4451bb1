//===- CommandListener.cpp - Reads commands from the peer -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandListener.h"
#include "Agent/Vm/JvmMemory.h"
#include "Messages.h"
#include "hprof/Command/CommandReader.h"
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

CommandListener::CommandListener(int Fd, std::string Peer)
    : Fd(::fcntl(Fd, F_DUPFD_CLOEXEC, 0)), Peer(std::move(Peer)),
      Thread(/*HasObject=*/false) {}

CommandListener::~CommandListener() {
  if (Fd >= 0)
    ::close(Fd);
}

Error CommandListener::start(jvmtiEnv &Ti, JNIEnv &Jni, Handler H, Probe Try) {
  Handle = std::move(H);
  TryToSend = std::move(Try);
  // The work returns only when the thread exits.
  return Thread.start(Ti, Jni, "HPROF listener thread", /*PauseMillis=*/0,
                      [this](JNIEnv &Jni) { listen(Jni); });
}

void CommandListener::leave() {
  IsOver = true;
  Thread.leave();
}

void CommandListener::skipped(Error Why) {
  const std::string What = toString(std::move(Why));
  if (!std::exchange(HasTold, true))
    reportNote("from '" + Peer + "': " + What +
               "; invalid commands are skipped (reported once)");
}

static bool isUnix(int Fd) {
  int Domain = 0;
  socklen_t Size = sizeof(Domain);
  ::getsockopt(Fd, SOL_SOCKET, SO_DOMAIN, &Domain, &Size);
  return Domain == AF_UNIX;
}

/// Waits until the peer has closed the whole connection, not only its sending
/// side. TCP shows the difference only when data is sent: if there is no
/// receiver, the peer's system closes the connection. The connection is also
/// closed when the session ends.
void CommandListener::awaitEnd() {
  if (!isUnix(Fd))
    TryToSend();
  struct pollfd Ended = {Fd, 0, 0}; // POLLHUP and POLLERR are always reported.
  while (::poll(&Ended, 1, -1) < 0 && errno == EINTR) {
  }
  TryToSend();
}

void CommandListener::listen(JNIEnv &Jni) {
  CommandReader Reader;
  uint8_t Buffer[4096];
  while (!IsOver) {
    const ssize_t N = ::recv(Fd, Buffer, sizeof(Buffer), 0);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      break;
    ArrayRef<uint8_t> Bytes(Buffer, size_t(N));
    while (!IsOver) {
      std::optional<Expected<Command>> C = Reader.take(Bytes);
      if (!C)
        break;
      if (!*C) {
        skipped(C->takeError());
        continue;
      }
      LocalFrame Refs(Jni);
      Handle(Jni, **C);
    }
  }
  if (!IsOver)
    awaitEnd();
  ::close(std::exchange(Fd, -1));
  Thread.finish();
}
