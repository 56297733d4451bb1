//===- Recorder.h - One output for many threads ----------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Serializes the use of a RecordStream:
///
///     Out.with([&](RecordStream &S) {
///       EndThread R;
///       R.ThreadSerial = Serial;
///       S.write(R);
///     });
///
/// The function must not call the VM: the VM may be waiting for a thread that
/// waits here. After a failed write, or when the agent has stopped, functions
/// are no longer called.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDS_RECORDER_H
#define HPROF_LIB_AGENT_RECORDS_RECORDER_H

#include "RecordStream.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <mutex>
#include <string>

namespace hprof::agent {

class Recorder {
public:
  explicit Recorder(std::shared_ptr<OutputTarget> To, bool IsBinary);
  /// Takes over \p Fd. \p Name is the output's name in messages.
  Recorder(std::string Name, int Fd, bool IsBinary)
      : Recorder(std::make_shared<OpenTarget>(std::move(Name), Fd), IsBinary) {}
  ~Recorder();

  std::string name() const { return To->name(); }
  /// Whether other files can be placed next to the output.
  bool isFile() const { return To->isFile(); }

  /// Calls \p F. \return whether \p F was called and all writes succeeded. A
  /// failure is reported to the user once.
  bool with(llvm::function_ref<void(RecordStream &)> F);
  /// Completes and closes the output, once.
  void close();
  /// Whether records are still accepted.
  bool isOpen() const { return IsOpen.load(std::memory_order_relaxed); }
  /// Whether a write failed.
  bool hasFailed() const { return HasFailed; }

private:
  void end();
  void failed(const llvm::Twine &What, llvm::Error E);

  const std::shared_ptr<OutputTarget> To;
  std::atomic<bool> IsOpen{true}, HasFailed{false};
  std::mutex Lock;
  std::unique_ptr<RecordStream> Stream; ///< Null after the end.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_RECORDER_H
