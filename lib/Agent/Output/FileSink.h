//===- FileSink.h - Writes the agent's output ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The agent's sink, to which the program's threads write while the
/// program runs. Unlike Sink::toFile(), it has no thread of its own, and
/// appended data can be flushed at any time.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_FILESINK_H
#define HPROF_LIB_AGENT_OUTPUT_FILESINK_H

#include "OutputTarget.h"
#include "hprof/Format/Stream/Sink.h"
#include <memory>

namespace hprof::agent {

class FileSink final : public Sink {
public:
  explicit FileSink(std::shared_ptr<OutputTarget> To);
  /// Takes over \p Fd.
  explicit FileSink(int Fd)
      : FileSink(std::make_shared<OpenTarget>("output", Fd)) {}
  /// Closes the target.
  ~FileSink() override;

  /// Like Sink::finish(), with the target's error message.
  llvm::Error finish();
  /// Writes the buffered data.
  void flush() { emit(false); }

private:
  static constexpr size_t Size = 256 << 10;

  void emit(bool IsLast) override;

  const std::shared_ptr<OutputTarget> To;
  std::unique_ptr<uint8_t[]> Memory;
  std::string Why; ///< Reason of the failure.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_FILESINK_H
