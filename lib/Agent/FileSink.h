//===- FileSink.h - Writes the agent's output ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sink of an agent: a file or a socket that is written while the program
/// runs, by the threads of the program. Unlike Sink::toFile() it has no thread
/// of its own, and what was appended can be made visible at any time.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_FILESINK_H
#define HPROF_LIB_AGENT_FILESINK_H

#include "hprof/Format/Stream/Sink.h"
#include <memory>

namespace hprof::agent {

class FileSink final : public Sink {
public:
  /// Takes over \p Fd and closes it at the end. A socket with SO_SNDTIMEO waits
  /// no longer than that for its peer.
  explicit FileSink(int Fd);
  ~FileSink() override;

  /// Writes what is buffered.
  void flush() { emit(false); }

private:
  static constexpr size_t Size = 256 << 10;

  void emit(bool IsLast) override;

  const int Fd;
  std::unique_ptr<uint8_t[]> Memory;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_FILESINK_H
