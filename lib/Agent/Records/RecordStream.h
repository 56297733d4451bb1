//===- RecordStream.h - The records of one output --------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the agent's data as records of the requested format, in the order
/// that readers need: a name before its use, one number for each object. It
/// makes no calls into the VM. Not thread-safe: see Recorder.h.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDS_RECORDSTREAM_H
#define HPROF_LIB_AGENT_RECORDS_RECORDSTREAM_H

#include "Agent/Output/FileSink.h"
#include "Ids.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <memory>
#include <type_traits>

namespace hprof {
class TextWriter;
} // namespace hprof

namespace hprof::agent {

class RecordStream {
public:
  /// Size of ids in binary output: heap dumps contain addresses.
  static constexpr unsigned IdSize = 8;

  /// Closes \p To in the destructor. Times are relative to \p Start.
  RecordStream(std::shared_ptr<OutputTarget> To, bool IsBinary,
               std::chrono::steady_clock::time_point Start);
  /// Takes over \p Fd.
  RecordStream(int Fd, bool IsBinary,
               std::chrono::steady_clock::time_point Start)
      : RecordStream(std::make_shared<OpenTarget>("output", Fd), IsBinary,
                     Start) {}
  ~RecordStream();

  bool isBinary() const { return IsBinary; }

  /// Writes the header; \p Millis is the time of \p Start since 1970. \p Note
  /// is for text output: lines about its numbers.
  void begin(uint64_t Millis, uint32_t ControlFlags, uint16_t TraceDepth,
             llvm::StringRef Note = "");

  /// Alternative to begin(): the output contains only sections, without a
  /// prologue and without records between them.
  void beginBare() { HasBegun = IsBare = true; }

  /// Returns the id of a string, which is written on first use. Returns 0 for
  /// an empty string, which means no name.
  uint64_t name(llvm::StringRef Text);

  /// Writes a record with the present time.
  template <class R> void write(R Rec) {
    if (IsBare && !std::is_same_v<R, Utf8> && !std::is_same_v<R, MethodCalls>)
      return;
    if constexpr (hasTime<R>(0))
      Rec.Time = now();
    To->visit(Rec);
  }

  /// Called before the first record of a heap dump to set the time of its
  /// records.
  void beginHeapDump() {
    Frame F;
    F.Tag = HeapDumpSegment::Tag;
    F.Time = now();
    To->beginFrame(F);
  }
  /// Writes part of the payload of the last record, which was written without a
  /// payload.
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) {
    To->payload(Of, Chunk);
  }

  /// Returns the microseconds since the start, modulo 2^32.
  uint32_t now() const;

  /// Returns the sink for a writer of the same format that continues the file
  /// between records of write().
  Sink &appendTo();
  /// Writes all buffered data.
  void flush();
  /// Writes some bytes that readers ignore.
  void writeNothing();
  /// Whether a write failed (disk full, peer gone).
  bool hasFailed() const { return Out.hasFailed(); }
  /// Completes the output; without begin() it stays empty. Nothing may be
  /// written after it.
  llvm::Error finish();

  Numbers Next;

private:
  class Names;
  template <class R>
  static constexpr auto hasTime(int) -> decltype(R::Time, true) {
    return true;
  }
  template <class R> static constexpr bool hasTime(...) { return false; }

  const bool IsBinary;
  bool IsBare = false;
  const std::chrono::steady_clock::time_point Start;
  FileSink Out;
  bool HasBegun = false;
  std::unique_ptr<Names> Known; ///< Null for binary output.
  std::unique_ptr<RecordVisitor> Writer;
  TextWriter *Text = nullptr; ///< Writer, if it writes text.
  std::unique_ptr<RecordVisitor> Both;
  RecordVisitor *To = nullptr;
  llvm::StringMap<uint64_t> Strings;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_RECORDSTREAM_H
