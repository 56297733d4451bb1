//===- Handshake.cpp - Makes a VM listen ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handshake.h"
#include "AttachFile.h"
#include <cerrno>
#include <csignal>
#include <poll.h>

using namespace llvm;
using namespace hprof;

/// Creates the file that makes a VM, on SIGQUIT, listen instead of printing its
/// threads. The VM looks in its working folder, then in /tmp, and requires the
/// file to belong to its user (AttachListener::is_init_trigger).
static Expected<std::unique_ptr<AttachFile>>
createTrigger(const AttachTarget &T) {
  const ProcStatus &Status = T.Process.status();
  std::string Name = ".attach_pid" + std::to_string(Status.NamespacePid);
  UserScope User = T.Process.asUser();
  std::error_code InCwd, InTmp;
  for (auto [Folder, EC] : {std::pair(T.Process.workingFolder(), &InCwd),
                            std::pair(T.Tmp.get(), &InTmp)})
    if (auto File = AttachFile::createOrTake(Folder, Name, Status.User, *EC))
      return File;
  return T.Process.error("cannot create '" + Name +
                         "' in its working directory: " + InCwd.message() +
                         "; in its /tmp: " + InTmp.message());
}

/// Sends SIGQUIT after repeating the checks: since the last check, the process
/// may have replaced its program, which resets the SIGQUIT handler.
static Error sendQuit(const AttachTarget &T) {
  if (Error E = checkBeforeSignal(T))
    return E;
  return T.Process.signal(SIGQUIT);
}

static void sleepFor(int Milliseconds) { poll(nullptr, 0, Milliseconds); }

/// Sends SIGQUIT and waits for the socket.
static Error startListener(const AttachTarget &T, const Deadline &Until) {
  Expected<std::unique_ptr<AttachFile>> Trigger = createTrigger(T);
  if (!Trigger)
    return Trigger.takeError();
  // Another client may have started the listener. On SIGQUIT, a listening VM
  // would print its threads.
  Expected<SocketState> Before = T.findSocket();
  if (!Before)
    return T.Process.error(toString(Before.takeError()));
  if (*Before == SocketState::Present)
    return Error::success();
  if (Error E = sendQuit(T))
    return E;
  int Half = Until.left() / 2;
  bool IsRepeated = false;
  constexpr int LongestDelay = 500;
  for (int Delay = 10;; Delay = std::min(2 * Delay, LongestDelay)) {
    Expected<SocketState> State = T.findSocket();
    if (!State)
      return T.Process.error(toString(State.takeError()));
    if (*State == SocketState::Present)
      return Error::success();
    Expected<ProcStatus> Status = T.Process.readStatus();
    if (!Status)
      return Status.takeError();
    if (Status->isDead())
      return T.Process.error("has exited");
    if (Until.isOver())
      return T.Process.error(
          "the VM did not open its attach socket in time: it is busy or "
          "suspended, or attaching is disabled "
          "(-XX:+DisableAttachMechanism)");
    if (!IsRepeated && Until.left() <= Half) {
      // A VM that was still starting may have ignored the first signal.
      IsRepeated = true;
      if (Error E = sendQuit(T))
        return E;
    }
    sleepFor(std::min(Delay, Until.left()));
  }
}

/// Returns no descriptor if no process listens.
static Expected<Descriptor> tryToConnect(const AttachTarget &T,
                                         const Deadline &Until) {
  UserScope User = T.Process.asUser();
  Expected<Descriptor> Socket =
      connectAttachSocket(T.Tmp.get(), T.SocketName, T.Peer, Until);
  if (!Socket)
    return T.Process.error(toString(Socket.takeError()));
  return Socket;
}

Expected<Descriptor>
hprof::connectToVM(const AttachTarget &T, const Deadline &Until,
                   const std::function<void(const Twine &)> &OnDetail) {
  auto Detail = [&](const Twine &What) {
    if (OnDetail)
      OnDetail("process " + Twine(T.Process.pid()) + ": " + What);
  };
  if (T.HasSocket) {
    Expected<Descriptor> Socket = tryToConnect(T, Until);
    if (!Socket || *Socket)
      return Socket;
    Detail("no process is listening on its attach socket; removing the socket");
    // findAttachSocket() has rejected other users' sockets.
    UserScope User = T.Process.asUser();
    if (unlinkat(T.Tmp.get(), T.SocketName.c_str(), 0) && errno != ENOENT)
      return T.Process.error(
          "no process is listening on its attach socket '" + T.SocketName +
          "', and the socket cannot be removed: " + errnoText(errno));
  }
  Detail("sending SIGQUIT to make it listen");
  if (Error E = startListener(T, Until))
    return E;
  Expected<Descriptor> Socket = tryToConnect(T, Until);
  if (Socket && !*Socket)
    return T.Process.error("its attach socket does not accept connections");
  return Socket;
}
