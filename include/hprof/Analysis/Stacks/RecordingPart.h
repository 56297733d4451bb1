//===- RecordingPart.h - The summary of a recording, for output -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_RECORDINGPART_H
#define HPROF_ANALYSIS_STACKS_RECORDINGPART_H

#include "hprof/Analysis/Stacks/HeapTrendTable.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Jfr/JfrRecording.h"

namespace hprof {

/// A type of events; the argument is unused.
const Table<JfrRecording::EventType, JfrRecording> &eventTypeTable();

/// The attribute "recording": time, VM and events of a flight recording.
class RecordingPart final : public AnswerPart {
public:
  /// \p Of must outlive this object.
  explicit RecordingPart(const JfrRecording &Of);

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

  /// The VM of the last jdk.JVMInformation.
  struct Machine {
    std::string Version; ///< "OpenJDK 64-Bit Server VM (25.0.3+9-LTS)".
    std::optional<int64_t> Pid;
    std::optional<uint64_t> StartNanos; ///< Since 1970.
  };

  const JfrRecording &Of;
  Machine Vm;
  HeapTrend Heap;
  /// Types with events, the most frequent first.
  std::vector<JfrRecording::EventType> Types;
  uint64_t Events = 0;
  uint64_t Bytes = 0; ///< Size of all events.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_RECORDINGPART_H
