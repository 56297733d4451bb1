//===- ProfileRecords.h - Profiles from records and back --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversion between a Profile and the HPROF agent's records.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_PROFILE_PROFILERECORDS_H
#define HPROF_FORMAT_PROFILE_PROFILERECORDS_H

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Profile/Profile.h"
#include "hprof/Format/Records/RecordVisitor.h"

namespace hprof {

/// Collects the profiles of a stream. The sections of one file are combined:
///
/// - A SITES section contains all allocations so far, so the last one is used.
///   A section with only the changes replaces the rows that it contains.
/// - The other sections contain the counts since the previous section, which
///   are added.
///
/// Another file header begins another run, whose counts are added.
class ProfileCollector final : public RecordVisitor {
public:
  using RecordVisitor::visit;
  void visit(const FileHeader &R) override;
  void visit(const Utf8 &R) override { Build.visit(R); }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override {
    Build.payload(Of, Chunk);
  }
  void beginFrame(const Frame &F) override {
    Dumps.frame(F);
    Build.beginFrame(F);
  }
  void endFrame(const Frame &F, uint64_t Length) override {
    Build.endFrame(F, Length);
  }
  void visit(const LoadClass &R) override { Build.visit(R); }
  void visit(const StackFrame &R) override { Build.visit(R); }
  void visit(const StackTrace &R) override;
  void visit(const StartThread &R) override;
  void visit(const TracePhase &R) override;
  void visit(const AllocSites &R) override;
  void visit(const HeapSummary &R) override;
  void visit(const CpuSamples &R) override;
  void visit(const CpuTimes &R) override;
  void visit(const MonitorTimes &R) override;
  void visit(const MethodCalls &R) override;
  void visit(const ControlSettings &R) override;
  void visit(const MonitorDump &) override { ++NumMonitorDumps; }
  void visit(const MonitorEvent &) override { ++NumMonitorEvents; }
  llvm::Error finish() override;

  /// Returns the collected profile; call after finish().
  Profile take() { return std::move(All); }
  /// Numbers of records that a profile cannot represent.
  uint64_t monitorDumps() const { return NumMonitorDumps; }
  uint64_t monitorEvents() const { return NumMonitorEvents; }
  uint64_t heapDumps() const { return Dumps.dumps(); }
  /// Rows whose trace is missing from the file, excluding rows that refer to
  /// trace 0 (no trace).
  uint64_t rowsWithoutTrace() const { return NumWithoutTrace; }

private:
  void endRun();
  std::string string(uint64_t Id) const;
  std::string className(uint32_t Serial) const;
  Profile::Thread threadOf(uint32_t Serial);
  std::optional<uint32_t> traceOf(uint32_t Serial);
  Profile::Section &section(ProfileKind K);
  void row(ProfileKind K, Profile::Key Key, const Profile::Counts &C);

  Profile All, Run;
  std::unique_ptr<DumpContext> Context = std::make_unique<DumpContext>();
  DumpContext::Builder Build{*Context};
  DumpCounter Dumps;
  std::map<uint32_t, std::string> Phases;             ///< By trace serial.
  std::map<uint32_t, std::string> ParentGroups;       ///< By thread serial.
  std::map<uint32_t, std::optional<uint32_t>> Traces; ///< By serial.
  uint64_t NumMonitorDumps = 0, NumMonitorEvents = 0, NumWithoutTrace = 0;
};

/// Losses of sendProfile().
struct ProfileLosses {
  /// Frames whose method descriptors were dropped because other frames lack
  /// them, as those from text do.
  uint64_t Signatures = 0;
};

/// Sends \p P as a complete stream, from the file header: the traces of the
/// rows, ordered by content, with serials from 300001 as the agent counts them,
/// threads from 200001, and rows by their first measure, largest first.
/// Profiles with the same content thus become the same records.
void sendProfile(const Profile &P, RecordVisitor &V, ProfileLosses &Losses);

} // namespace hprof

#endif // HPROF_FORMAT_PROFILE_PROFILERECORDS_H
