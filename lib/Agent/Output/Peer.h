//===- Peer.h - The peer of net= --------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes to a socket whose peer may be slow, or not read at all. The writing
/// thread belongs to the program, so it does not wait for long.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_PEER_H
#define HPROF_LIB_AGENT_OUTPUT_PEER_H

#include "OutputTarget.h"
#include <atomic>

namespace hprof::agent {

class Peer final : public OutputTarget {
public:
  /// Takes over the socket \p Fd. A write() takes at most \p Patience.
  Peer(std::string Name, int Fd,
       std::chrono::milliseconds Patience = std::chrono::minutes(1))
      : Name(std::move(Name)), Fd(Fd), Patience(Patience) {}
  ~Peer() override { Peer::close(); }

  std::string name() const override { return Name; }
  llvm::Error write(llvm::ArrayRef<uint8_t> Bytes) override;
  void expectEnd(std::chrono::milliseconds Left) override;
  void close() override;

private:
  using Clock = std::chrono::steady_clock;

  const std::string Name;
  int Fd;
  const std::chrono::milliseconds Patience;
  /// Deadline for all writes, including one in progress.
  std::atomic<Clock::rep> End{
      Clock::time_point::max().time_since_epoch().count()};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_PEER_H
