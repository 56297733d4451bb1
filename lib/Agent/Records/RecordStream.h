//===- RecordStream.h - The records of one output --------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns what the agent learns into records of the requested format, in the
/// order in which a reader needs them: a name before its use, one number for
/// one thing. It makes no calls into the VM. Not thread-safe: see Recorder.h.
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
  /// The size of ids in binary output: heap dumps hold addresses.
  static constexpr unsigned IdSize = 8;

  /// Closes \p To at its end. Times are counted from \p Start.
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
  /// is for readers of text: lines about the numbers in it.
  void begin(uint64_t Millis, uint32_t ControlFlags, uint16_t TraceDepth,
             llvm::StringRef Note = "");

  /// Instead of begin(): the output has sections only, without a prologue and
  /// without records between them.
  void beginBare() { HasBegun = IsBare = true; }

  /// The id of a string, which is written when it is used first. 0 for an empty
  /// one, which stands for no name.
  uint64_t name(llvm::StringRef Text);

  /// Writes a record with the present time.
  template <class R> void write(R Rec) {
    if (IsBare && !std::is_same_v<R, Utf8> && !std::is_same_v<R, MethodCalls>)
      return;
    if constexpr (hasTime<R>(0))
      Rec.Time = now();
    To->visit(Rec);
  }

  /// To be called before the first record of a heap dump: its time is now.
  void beginHeapDump() {
    Frame F;
    F.Tag = HeapDumpSegment::Tag;
    F.Time = now();
    To->beginFrame(F);
  }
  /// A part of the payload of the record that was written last and lacked it.
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) {
    To->payload(Of, Chunk);
  }

  /// Microseconds since the start, modulo 2^32.
  uint32_t now() const;

  /// For a writer of the same format, which continues the file, between the
  /// records of write().
  Sink &appendTo();
  /// Makes everything visible that was written.
  void flush();
  /// Makes some bytes visible that say nothing to readers.
  void writeNothing();
  /// Whether the output was refused (disk full, peer gone).
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
  std::unique_ptr<Names> Known; ///< What a text output has named; else null.
  std::unique_ptr<RecordVisitor> Writer;
  TextWriter *Text = nullptr; ///< The writer, if it writes text.
  std::unique_ptr<RecordVisitor> Both;
  RecordVisitor *To = nullptr;
  llvm::StringMap<uint64_t> Strings;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_RECORDSTREAM_H
