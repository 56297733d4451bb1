//===- OutputTarget.h - Where the agent's bytes go --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a FileSink writes to: a file, a device or FIFO, a peer. The sink and
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

  /// In messages. Thread-safe.
  virtual std::string name() const = 0;
  /// Whether it is a regular file, next to which others may be.
  virtual bool isFile() const { return false; }
  /// The agent is loaded, and will write to it.
  virtual llvm::Error prepare() { return llvm::Error::success(); }
  /// Returns when all of \p Bytes are written. Never called after a failure.
  virtual llvm::Error write(llvm::ArrayRef<uint8_t> Bytes) = 0;
  /// The VM ends: all that is still written takes at most \p Left, also what
  /// another thread writes now. Thread-safe.
  virtual void expectEnd(std::chrono::milliseconds Left) {}
  /// Nothing is written any more. May be called twice.
  virtual void close() = 0;
  /// After close(): what was written is of no use.
  virtual void discard() {}
};

/// A descriptor that is open already, which this takes over.
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
