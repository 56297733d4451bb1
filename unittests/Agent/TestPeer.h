//===- TestPeer.h - The other end of net= in tests --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_AGENT_TESTPEER_H
#define HPROF_UNITTESTS_AGENT_TESTPEER_H

#include "Agent/AgentTesting.h"
#include "llvm/ADT/ArrayRef.h"
#include <condition_variable>
#include <mutex>
#include <thread>

namespace hprof::agent {

/// Listens, accepts one connection and collects the bytes received.
class TestPeer {
public:
  enum class Kind { Unix, IPv4, IPv6 };
  explicit TestPeer(Kind K);
  ~TestPeer();

  /// The value of net=; empty if this machine has no address of the kind.
  const std::string &address() const { return Address; }
  uint16_t port() const { return Port; }
  /// Waits for a connection and sends \p Bytes.
  void send(llvm::ArrayRef<uint8_t> Bytes);
  /// Shuts down the sending direction; close() closes the whole connection.
  void endSending();
  void close();
  /// Waits for the end of the stream and returns all bytes received.
  std::string received();
  /// Waits for \p Part, \p Times times. \return false if the stream ends first.
  bool waitFor(llvm::StringRef Part, unsigned Times = 1);

private:
  void run();
  int connection();

  TempFolder Folder;
  std::string Address;
  uint16_t Port = 0;
  int Listening = -1;
  std::mutex Lock;
  std::condition_variable Changed;
  int Connected = -1;
  bool IsOver = false;
  std::string Received;
  std::thread Receiver;
};

} // namespace hprof::agent

#endif // HPROF_UNITTESTS_AGENT_TESTPEER_H
