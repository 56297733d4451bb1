//===- Receiver.h - The connection to an agent ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOLS_HPROF_LISTEN_RECEIVER_H
#define HPROF_TOOLS_HPROF_LISTEN_RECEIVER_H

#include "StreamWatch.h"
#include "hprof/Command/Command.h"
#include "hprof/Tool/ToolContext.h"

namespace hprof {

/// SIGINT and SIGTERM as a readable descriptor. Ignored signals stay ignored.
class StopSignals {
public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals &) = delete;
  StopSignals &operator=(const StopSignals &) = delete;
  int fd() const { return Fd; }
  /// Returns the signal that has arrived, or 0.
  int take() const;

private:
  int Fd;
};

/// Writes the stream from an agent to an output, and sends commands to the
/// agent.
class Receiver {
public:
  /// Takes over the connection \p Fd.
  Receiver(ToolContext &C, int Fd, OutputFile &Out, const StopSignals &Stop)
      : C(C), Fd(Fd), Out(Out), Stop(Stop) {}
  ~Receiver();
  Receiver(const Receiver &) = delete;
  Receiver &operator=(const Receiver &) = delete;

  void send(Command What);
  /// Enables commands from standard input, one per line.
  void readCommands();
  /// Runs until the end of the stream. The first signal ends the recording; the
  /// second one makes this return immediately. \p Name is the agent's name in
  /// messages; \p Begin has already been read from it.
  llvm::Error run(llvm::StringRef Name, llvm::ArrayRef<uint8_t> Begin);

private:
  void prompt();
  void readLines();
  void obey(llvm::StringRef Line);
  llvm::Error exchange();
  bool receive();
  bool take(llvm::ArrayRef<uint8_t> Bytes);
  void transmit();
  bool interrupt();

  ToolContext &C;
  const int Fd;
  OutputFile &Out;
  const StopSignals &Stop;
  StreamWatch Watch;
  llvm::SmallVector<uint8_t, 256> ToSend;
  uint32_t NumSent = 0;
  bool ReadsInput = false, IsTerminal = false, IsStopping = false;
  std::string Input; ///< Start of an incomplete line.
  std::string Trouble;
};

} // namespace hprof

#endif // HPROF_TOOLS_HPROF_LISTEN_RECEIVER_H
