//===- CommandListener.h - Reads commands from the peer ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The thread that reads commands from the net= socket and passes them
/// on, one at a time. Invalid commands are skipped, and reported once. When the
/// peer has stopped sending, the thread waits until the connection ends.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_COMMANDLISTENER_H
#define HPROF_LIB_AGENT_OUTPUT_COMMANDLISTENER_H

#include "Agent/Vm/AgentThread.h"
#include "hprof/Command/Command.h"
#include <atomic>

namespace hprof::agent {

class CommandListener {
public:
  using Handler = std::function<void(JNIEnv &, const Command &)>;
  using Probe = std::function<void()>;

  /// Reads from a duplicate of \p Fd. \p Peer is its name in messages.
  CommandListener(int Fd, std::string Peer);
  ~CommandListener();
  CommandListener(const CommandListener &) = delete;
  CommandListener &operator=(const CommandListener &) = delete;

  /// Starts the thread; only in the live phase. \p Try sends some bytes to the
  /// peer, which fails if the peer has closed the connection.
  llvm::Error start(jvmtiEnv &Ti, JNIEnv &Jni, Handler H, Probe Try);
  /// Called by the handler: this command is the last one, and the handler may
  /// not return. stop() does not wait for it.
  void leave();
  /// Waits for the thread. Call it after the connection has ended.
  void stop() { Thread.stop(); }

private:
  void listen(JNIEnv &Jni);
  void awaitEnd();
  void skipped(llvm::Error Why);

  int Fd;
  const std::string Peer;
  Handler Handle;
  Probe TryToSend;
  AgentThread Thread;
  std::atomic<bool> IsOver{false};
  bool HasTold = false;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_COMMANDLISTENER_H
