//===- AgentSearch.h - Finds the agent among peers --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Peers other than an agent may connect: port scanners, health checks, or a
/// second listener that checks whether a Unix socket is in use. Therefore, a
/// connection is accepted only when it has sent the first bytes of an HPROF
/// stream, which agents do when the VM has started; until then, the tool keeps
/// listening.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_LISTEN_AGENTSEARCH_H
#define HPROF_TOOLS_HPROF_LISTEN_AGENTSEARCH_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <optional>

namespace hprof {

class ListenSocket;
class Reporter;
class StopSignals;

/// The connection of an agent, owned by the caller.
struct FoundAgent {
  int Fd;
  llvm::SmallVector<uint8_t, 16> Begin; ///< First bytes received from it.
};

class AgentSearch {
public:
  AgentSearch(const ListenSocket &From, Reporter &Report)
      : From(From), Report(Report) {}
  AgentSearch(const AgentSearch &) = delete;
  AgentSearch &operator=(const AgentSearch &) = delete;
  ~AgentSearch();

  /// Waits for an agent, without limit if \p Timeout is 0. Returns nullopt
  /// after a signal, which stays pending in \p Stop.
  llvm::Expected<std::optional<FoundAgent>> run(const StopSignals &Stop,
                                                std::chrono::seconds Timeout);

private:
  llvm::Error accept();
  /// \return whether \p Peer is an agent.
  bool receive(FoundAgent &Peer);
  void close(FoundAgent &Peer, const llvm::Twine &Why);

  const ListenSocket &From;
  Reporter &Report;
  /// Connections that have not sent enough yet, oldest first. Closed ones are
  /// marked with -1.
  std::vector<FoundAgent> Peers;
};

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_LISTEN_AGENTSEARCH_H
