//===- TextWriter.h - Writes the HPROF agent's text -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes records as the text that the HPROF agent of JDK 5 to 8 wrote with
/// format=a; see docs/Formats/HprofText.md. Omits everything that the text
/// cannot express.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_HPROFTEXT_TEXTWRITER_H
#define HPROF_FORMAT_HPROFTEXT_TEXTWRITER_H

#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Sink.h"
#include <memory>

namespace hprof {

class DumpContext;

/// The text uses names rather than ids where possible, so the writer needs the
/// names, classes, frames and traces of the stream, at least those before the
/// current record.
///
/// Frames: each HeapDump frame is a separate heap dump. A run of segments, or
/// of heap records without a frame, is one heap dump; it ends with HEAP DUMP
/// END, the next section or the next dump. Threads, traces and monitor events
/// within a heap dump are written after it.
class TextWriter final : public RecordVisitor {
public:
  /// \p Out and \p Names must outlive the writer. Without \p Names, nothing has
  /// a name.
  TextWriter(Sink &Out, const DumpContext *Names);
  ~TextWriter() override;

  /// Must be called first: the output already has its first lines. Only the
  /// time of the first visited file header is used.
  void continueFile();

  /// Must be called first: adds human-readable notes about the numbers. \p Text
  /// is one or more lines, written at the end of the first lines of the output.
  void note(llvm::StringRef Text);

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;

  void visit(const Utf8 &R) override;
  void visit(const LoadClass &R) override;
  void visit(const StackTrace &R) override;
  void visit(const AllocSites &R) override;
  void visit(const StartThread &R) override;
  void visit(const EndThread &R) override;
  void visit(const CpuSamples &R) override;
  void visit(const HeapDumpEnd &R) override;

  void visit(const RootJniGlobal &R) override;
  void visit(const RootJniLocal &R) override;
  void visit(const RootJavaFrame &R) override;
  void visit(const RootNativeStack &R) override;
  void visit(const RootStickyClass &R) override;
  void visit(const RootThreadBlock &R) override;
  void visit(const RootMonitorUsed &R) override;
  void visit(const RootThreadObject &R) override;
  void visit(const RootUnknown &R) override;
  void visit(const ClassDump &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;

  void visit(const SectionTime &R) override;
  void visit(const HeapDumpTotals &R) override;
  void visit(const TracePhase &R) override;
  void visit(const Percentages &R) override;
  void visit(const CpuTimes &R) override;
  void visit(const MethodCalls &R) override;
  void visit(const MonitorTimes &R) override;
  void visit(const MonitorDump &R) override;
  void visit(const MonitorDumpThread &R) override;
  void visit(const MonitorDumpMonitor &R) override;
  void visit(const MonitorDumpEnd &R) override;
  void visit(const MonitorEvent &R) override;
  void visit(const ObjectSize &R) override;
  void visit(const RootTrace &R) override;
  void visit(const RootClass &R) override;
  void visit(const ReferenceObject &R) override;

  bool wantsMore() const override { return !Out.hasFailed(); }
  /// Must be called last, before the sink's finish().
  llvm::Error finish() override;

private:
  class Impl;
  Sink &Out;
  std::unique_ptr<Impl> P;
};

} // namespace hprof

#endif // HPROF_FORMAT_HPROFTEXT_TEXTWRITER_H
