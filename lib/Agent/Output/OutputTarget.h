//===- OutputTarget.h - Destination of the agent's output -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The destination of a FileSink: a file, device, FIFO or peer. The sink and
/// the session share it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OUTPUT_OUTPUTTARGET_H
#define HPROF_LIB_AGENT_OUTPUT_OUTPUTTARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <cstdint>
#include <string>

namespace hprof::agent {

class OutputTarget {
public:
  OutputTarget() = default;
  virtual ~OutputTarget();
  OutputTarget(const OutputTarget &) = delete;
  OutputTarget &operator=(const OutputTarget &) = delete;

  /// Name for messages. Thread-safe.
  virtual std::string name() const = 0;
  /// Whether the target is a regular file, so that other files can be placed
  /// next to it.
  virtual bool isFile() const { return false; }
  /// Called when the agent is loaded and will write to the target.
  virtual llvm::Error prepare() { return llvm::Error::success(); }
  /// Writes all of \p Bytes. Never called after a failure.
  virtual llvm::Error write(llvm::ArrayRef<uint8_t> Bytes) = 0;
  /// Called when the VM exits: all further writes, including one in progress in
  /// another thread, take at most \p Left. Thread-safe.
  virtual void expectEnd(std::chrono::milliseconds Left) {}
  /// Closes the target. May be called more than once.
  virtual void close() = 0;
  /// Discards the written data. Called after close().
  virtual void discard() {}
};

/// A target that takes over an open descriptor.
class OpenTarget final : public OutputTarget {
public:
  OpenTarget(std::string Name, int Fd) : Name(std::move(Name)), Fd(Fd) {}
  ~OpenTarget() override { OpenTarget::close(); }

  std::string name() const override { return Name; }
  llvm::Error write(llvm::ArrayRef<uint8_t> Bytes) override;
  void close() override;

private:
  const std::string Name;
  int Fd;
};

/// Writes all of \p Bytes to the file \p Fd. \return 0 or the error number.
int writeAll(int Fd, llvm::ArrayRef<uint8_t> Bytes);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OUTPUT_OUTPUTTARGET_H
