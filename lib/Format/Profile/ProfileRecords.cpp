//===- ProfileRecords.cpp - Profiles from records and back ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Profile/ProfileRecords.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Strings, traces and threads
//===----------------------------------------------------------------------===//

std::string ProfileCollector::string(uint64_t Id) const {
  return Context->string(Id).value_or("").str();
}

/// Returns a class name in the internal form: text and binary differ.
std::string ProfileCollector::className(uint32_t Serial) const {
  const ClassInfo *C = Context->findClassBySerial(Serial);
  const std::string Name = C ? string(C->NameId) : std::string();
  return Name.empty() ? Name : internalClassName(Name);
}

void ProfileCollector::visit(const FileHeader &R) {
  endRun();
  Dumps.header();
  Build.visit(R);
  Run.Millis = R.Millis;
  Run.IdSize = R.IdSize;
}

void ProfileCollector::visit(const StackTrace &R) {
  Build.visit(R);
  Traces.erase(R.TraceSerial);
}

void ProfileCollector::visit(const StartThread &R) {
  Build.visit(R);
  ParentGroups[R.ThreadSerial] = string(R.ParentGroupName);
}

void ProfileCollector::visit(const TracePhase &R) {
  Phases[R.TraceSerial] = string(R.Phase);
}

Profile::Thread ProfileCollector::threadOf(uint32_t Serial) {
  Profile::Thread T;
  if (const ThreadInfo *Known = Context->findThread(Serial)) {
    T.Name = string(Known->NameId);
    T.Group = string(Known->GroupNameId);
  }
  auto Parent = ParentGroups.find(Serial);
  if (Parent != ParentGroups.end())
    T.ParentGroup = Parent->second;
  return T;
}

/// Returns the number in Run of the trace with this serial, for one row.
std::optional<uint32_t> ProfileCollector::traceOf(uint32_t Serial) {
  auto [It, IsNew] = Traces.try_emplace(Serial);
  if (!IsNew) {
    // 0 means no trace.
    NumWithoutTrace += Serial && !It->second;
    return It->second;
  }
  const std::optional<TraceInfo> Found = Context->findTrace(Serial);
  if (!Found) {
    NumWithoutTrace += Serial != 0;
    return std::nullopt;
  }
  Profile::Trace T;
  if (Found->ThreadSerial)
    T.Thread = Run.addThread(threadOf(Found->ThreadSerial));
  auto Phase = Phases.find(Serial);
  if (Phase != Phases.end())
    T.Phase = Phase->second;
  for (uint64_t Id : Found->Frames) {
    Profile::Frame F;
    if (const std::optional<StackFrame> Known = Context->findFrame(Id)) {
      F.ClassName = className(Known->ClassSerial);
      F.Method = string(Known->Method);
      F.Signature = string(Known->Signature);
      F.SourceFile = string(Known->SourceFile);
      F.Line = Known->Line;
    }
    T.Frames.push_back(Run.addFrame(F));
  }
  return It->second = Run.addTrace(T);
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

Profile::Section &ProfileCollector::section(ProfileKind K) {
  Run[K].IsThere = true;
  return Run[K];
}

void ProfileCollector::row(ProfileKind K, Profile::Key Key,
                           const Profile::Counts &C) {
  Profile::addCounts(Run[K].Rows[std::move(Key)], C, 1);
}

void ProfileCollector::visit(const AllocSites &R) {
  constexpr uint16_t Incremental = 1;
  Profile::Section &S = section(ProfileKind::Sites);
  if (!(R.Flags & Incremental))
    S.Rows.clear();
  S.Totals = {R.LiveBytes, R.LiveInstances, R.AllocatedBytes,
              R.AllocatedInstances};
  Run.SiteFlags = uint16_t(R.Flags & ~Incremental);
  const auto Cutoff = bit_cast<float>(R.CutoffRatio);
  Run.Cutoff = Cutoff >= 0 && Cutoff <= 1 ? Cutoff : 0;
  std::map<Profile::Key, Profile::Counts> Now;
  forEach(R.Sites, [&](const AllocSite &Site) {
    Profile::Key Key;
    Key.Trace = traceOf(Site.TraceSerial);
    Key.Name = className(Site.ClassSerial);
    Key.ArrayOf = Site.ArrayIndicator;
    // Classes of several loaders may share a row.
    Profile::addCounts(Now[Key],
                       {Site.LiveBytes, Site.LiveInstances, Site.AllocatedBytes,
                        Site.AllocatedInstances},
                       1);
  });
  for (auto &[Key, C] : Now)
    S.Rows[Key] = C;
}

void ProfileCollector::visit(const HeapSummary &R) {
  Run.HasSummary = true;
  Run.Summary = {R.LiveBytes, R.LiveInstances, R.AllocatedBytes,
                 R.AllocatedInstances};
}

void ProfileCollector::visit(const CpuSamples &R) {
  Profile::addCounts(section(ProfileKind::Samples).Totals, {R.Total}, 1);
  forEach(R.Samples, [&](const CpuSample &S) {
    row(ProfileKind::Samples, {traceOf(S.TraceSerial), "", "", 0}, {S.Samples});
  });
}

void ProfileCollector::visit(const CpuTimes &R) {
  Profile::addCounts(section(ProfileKind::Times).Totals, {0, R.TotalMillis}, 1);
  forEach(R.Times, [&](const CpuTime &T) {
    row(ProfileKind::Times, {traceOf(T.TraceSerial), "", "", 0},
        {T.Calls, T.Millis});
  });
}

void ProfileCollector::visit(const MonitorTimes &R) {
  Profile::addCounts(section(ProfileKind::Monitors).Totals, {0, R.TotalMillis},
                     1);
  forEach(R.Times, [&](const MonitorTime &T) {
    row(ProfileKind::Monitors,
        {traceOf(T.TraceSerial), string(T.ClassName), "", 0},
        {T.Contentions, T.Millis});
  });
}

void ProfileCollector::visit(const MethodCalls &R) {
  section(ProfileKind::Calls);
  forEach(R.Calls, [&](const MethodCall &C) {
    row(ProfileKind::Calls,
        {std::nullopt, string(C.Callee), string(C.Caller), 0},
        {C.Calls, uint64_t(std::max(C.Millis, 0))});
  });
}

void ProfileCollector::visit(const ControlSettings &R) {
  Run.HasSettings = true;
  Run.SettingFlags = R.Flags;
  Run.TraceDepth = R.TraceDepth;
}

void ProfileCollector::endRun() {
  All.add(Run);
  Run = Profile();
  Build.forget();
  Phases.clear();
  ParentGroups.clear();
  Traces.clear();
}

Error ProfileCollector::finish() {
  endRun();
  return Error::success();
}
