//===- TextReaderImpl.h - State of the text reader --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TextReader.cpp implements the file, threads and traces; TextHeap.cpp heap
/// dumps; TextProfiles.cpp ranked sections; TextMonitors.cpp monitors.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROFTEXT_TEXTREADERIMPL_H
#define HPROF_LIB_FORMAT_HPROFTEXT_TEXTREADERIMPL_H

#include "Format/Stream/TextInput.h"
#include "TextNames.h"
#include "TextScan.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/HprofText/TextReader.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include <vector>

namespace hprof {

class TextReader {
public:
  TextReader(Source &In, RecordVisitor &V, const TextReaderOptions &Options)
      : In(In), V(V), Options(Options), Names(V) {}
  llvm::Error read();

private:
  static constexpr unsigned IdSize = 8;
  /// The agent formats a line in a buffer of 1024 bytes including a final NUL.
  static constexpr size_t CutSize = 1023;

  // Lines and their faults.
  bool next(TextLine &L);
  bool findCut(TextLine &L, size_t At);
  void joinName(TextLine &L);
  /// Reads the next line of a section; false at \p Last or the next section.
  bool sectionLine(TextLine &L, const char *Last);
  /// Returns whether \p S parsed \p L successfully; otherwise, reports damage.
  bool accept(const TextLine &L, const TextScan &S);
  void unexplained(const TextLine &L, const char *Expected);
  void tell(format_errc Code, uint64_t Offset, std::string What);
  template <class R> void emit(R &Rec, uint64_t Offset) {
    Rec.Offset = Offset;
    V.visit(Rec);
  }

  // The file, threads and traces.
  friend struct TextRule;
  void topLine(TextLine &L);
  void file(TextLine &L);
  void begin(const FileHeader &H);
  void prelude();
  void threadStart(TextLine &L);
  void threadEnd(TextLine &L);
  void trace(TextLine &L);
  bool frame(const TextLine &L, uint64_t &Id);
  /// Parses the date at the end of a section's first line.
  void sectionTime(const TextLine &L, TextScan &S);

  // Heap dumps.
  void heapDump(TextLine &L);
  void heapLine(TextLine &L);
  void root(TextLine &L);
  void object(TextLine &L);
  void array(TextLine &L);
  void elements(ObjectArrayDump &R);
  void classDump(TextLine &L);
  void classLine(const TextLine &L, ClassDump &R);
  void tellSize(uint64_t Object, uint64_t Size, uint64_t Offset);

  // Ranked sections.
  struct Row {
    uint32_t Rank = 0;
    Percentage Share;
    uint64_t Count = 0;
    uint32_t Trace = 0;
    uint64_t Millis = 0; ///< Derived from its share of the total.
    uint64_t Name = 0;
  };
  /// Properties in which the sections with the costs of traces differ.
  struct CostSection {
    llvm::StringLiteral Unit; ///< The string after the total.
    const char *Last;         ///< Beginning of the last line.
    bool IsCounted = false;   ///< Whether the total counts events, not time.
    bool IsOfMonitors = false;
  };
  void sites(TextLine &L);
  void siteRow(TextLine &L);
  void cpuSamples(TextLine &L);
  void methodSamples(TextLine &L);
  bool methodRow(const TextLine &L);
  void cpuTimes(TextLine &L);
  void monitorTimes(TextLine &L);
  void costs(TextLine &L, const CostSection &Of, uint64_t &Total);
  bool costRow(TextLine &L, bool IsOfMonitors, Row &R);
  void checkRank(const TextLine &L, uint64_t Rank, uint64_t Expected);
  void checkMethod(const TextLine &L, size_t At, uint32_t Trace,
                   llvm::StringRef Method);
  void tellShares(uint64_t Offset);
  void methodCalls(TextLine &L);
  void methodCall(const TextLine &L);

  // Monitors.
  void monitorDump(TextLine &L);
  void monitorDumpThread(const TextLine &L);
  void monitorDumpMonitor(const TextLine &L);
  void monitorOwner(const TextLine &L);
  void threadList(const TextLine &L, llvm::StringRef First,
                  ListBuilder<ThreadRef> &List);
  void endMonitor();
  void monitorEvent(TextLine &L);

  TextInput In;
  RecordVisitor &V;
  const TextReaderOptions &Options;
  TextNames Names;
  bool HasHeader = false;
  bool InFault = false;   ///< Whether the last line was reported.
  bool IsStopped = false; ///< Whether the visitor stopped the walk.
  bool HasEnded = false;  ///< Whether the end of input was reported.
  /// Innermost frame of each trace, 0 for an empty trace.
  llvm::DenseMap<IdKey, uint64_t> TopFrame;
  uint32_t NextSerial = 1; ///< For traces without a number.

  // The current record.
  ListBuilder<StackFrameRef> Frames;
  ListBuilder<NamedReference> References;
  ListBuilder<PoolEntry> Pool;
  ListBuilder<StaticField> Statics;
  llvm::SmallVector<uint8_t, 0> ElementBytes;
  ListBuilder<AllocSite> Sites;
  AllocSites SiteTotals;
  std::vector<Row> Rows;
  std::vector<uint64_t> Parts;
  std::vector<Percentage> Shares;
  ListBuilder<MethodCall> Calls;
  MonitorDumpMonitor Monitor;
  ListBuilder<ThreadRef> Entering, Waiting;
  bool HasMonitor = false;
};

/// The beginning of a top-level line or section.
struct TextRule {
  llvm::StringLiteral First;
  void (TextReader::*Read)(TextLine &L);

  /// Returns the rule for \p Line; null if none matches.
  static const TextRule *find(llvm::StringRef Line);

private:
  static const TextRule Rules[15];
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROFTEXT_TEXTREADERIMPL_H
