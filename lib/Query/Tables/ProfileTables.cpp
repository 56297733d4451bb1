//===- ProfileTables.cpp - Tables of a profile ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedTable.h"
#include "RecordedTables.h"
#include "hprof/Analysis/Stacks/ProfilePart.h"
#include "hprof/Analysis/Stacks/StackSources.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Profile/Profile.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
struct TraceFrame {
  uint32_t Trace = 0, Frame = 0;
  uint64_t Number = 0;
};
struct ProfileRow {
  const Profile::Key *Key = nullptr;
  Profile::Counts Counts = {};
};
struct MethodRow {
  const ProfilePart::Measured *Of = nullptr;
  const FrameTotal *Method = nullptr;
};
} // namespace

static const Profile::Frame &frame(const Profile &A, const TraceFrame &R) {
  return A.frame(R.Frame);
}

static Datum lineOf(const Profile::Frame &F) {
  return F.Line > 0 ? Datum(uint64_t(F.Line)) : Datum(Datum::Null());
}

static Datum threadOf(const Profile &A, const TraceFrame &R) {
  const std::optional<uint32_t> Thread = A.trace(R.Trace).Thread;
  return Thread ? Datum(StringRef(A.thread(*Thread).Name))
                : Datum(Datum::Null());
}

static Datum traceOf(const ProfileRow &R) {
  return R.Key->Trace ? Datum(*R.Key->Trace) : Datum(Datum::Null());
}

static std::string siteClass(const ProfileRow &R) {
  return javaClassName(R.Key->Name);
}

HPROF_TABLE_BEGIN(traceTable, TraceFrame, Profile, "traces",
                  "A frame of a stack trace.")
HPROF_COLUMN(Count, "trace", ForAll, R.Trace, "Number of the trace, from 0.")
HPROF_COLUMN(Count, "frame", ForAll, R.Number,
             "Position in the trace, from 0 for the innermost frame.")
HPROF_COLUMN(Text, "class", ForAll, javaClassName(frame(A, R).ClassName),
             "Class of the method; empty if unknown.")
HPROF_COLUMN(Text, "method", ForAll, StringRef(frame(A, R).Method),
             "Name of the method.")
HPROF_COLUMN(Text, "source", ForAll, StringRef(frame(A, R).SourceFile),
             "Name of the source file; empty if unknown.")
HPROF_NULLABLE(Count, "line", ForAll, lineOf(frame(A, R)),
               "Line number; null if unknown.")
HPROF_NULLABLE(
    Text, "thread", ForAll, threadOf(A, R),
    "Name of the thread; null if the profile does not record traces by thread.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(sites, ProfileRow, Profile, "sites",
                  "Objects of one class allocated at one stack trace.")
HPROF_NULLABLE(
    Count, "trace", ForAll, traceOf(R),
    "Number of the trace; null if the trace is missing from the file.")
HPROF_COLUMN(Text, "class", ForAll, siteClass(R),
             "Class of the allocated objects.")
HPROF_COLUMN(Bytes, "live_bytes", ForAll, R.Counts[0],
             "Size of the live objects in bytes.")
HPROF_COLUMN(Count, "live_objects", ForAll, R.Counts[1],
             "Number of live objects.")
HPROF_COLUMN(Bytes, "allocated_bytes", ForAll, R.Counts[2],
             "Size of all allocated objects in bytes.")
HPROF_COLUMN(Count, "allocated_objects", ForAll, R.Counts[3],
             "Number of all allocated objects.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(samples, ProfileRow, Profile, "samples",
                  "CPU samples of one stack trace.")
HPROF_NULLABLE(
    Count, "trace", ForAll, traceOf(R),
    "Number of the trace; null if the trace is missing from the file.")
HPROF_COLUMN(Count, "samples", ForAll, R.Counts[0], "Number of samples.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(times, ProfileRow, Profile, "times",
                  "Time spent at one stack trace.")
HPROF_NULLABLE(
    Count, "trace", ForAll, traceOf(R),
    "Number of the trace; null if the trace is missing from the file.")
HPROF_COLUMN(Count, "calls", ForAll, R.Counts[0], "Number of calls.")
HPROF_COLUMN(Count, "ms", ForAll, R.Counts[1], "Time in milliseconds.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(monitors, ProfileRow, Profile, "monitors",
                  "Monitor contention at one stack trace.")
HPROF_NULLABLE(
    Count, "trace", ForAll, traceOf(R),
    "Number of the trace; null if the trace is missing from the file.")
HPROF_COLUMN(Text, "class", ForAll, javaClassName(R.Key->Name),
             "Class of the monitors' objects.")
HPROF_COLUMN(Count, "contentions", ForAll, R.Counts[0],
             "Number of times a thread had to wait.")
HPROF_COLUMN(Count, "ms", ForAll, R.Counts[1], "Waiting time in milliseconds.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(methodColumns, MethodRow, ProfilePart, "methods",
                  "A method, with a row for each measure in each section.")
HPROF_COLUMN(
    Text, "section", ForAll, sectionName(R.Of->Section),
    "Section of the profile: samples, times, sites, monitors or calls.")
HPROF_COLUMN(Text, "measure", ForAll, R.Of->Is.Name,
             "Measured quantity, such as cpu or inuse_space.")
HPROF_COLUMN(Text, "unit", ForAll, R.Of->Is.Unit,
             "Unit: count, bytes or milliseconds.")
HPROF_COLUMN(Text, "method", ForAll, R.Method->Name,
             "Class and name of the method.")
HPROF_COLUMN(Count, "own", ForAll, R.Method->Own,
             "Value for the method itself, without its callees.")
HPROF_COLUMN(Count, "total", ForAll, R.Method->Total,
             "Value for the method and its callees.")
HPROF_TABLE_END

static std::unique_ptr<QueryTable> methods(const Profile &Of) {
  auto Measured = std::make_shared<ProfilePart>(Of, ProfilePart::Request());
  std::vector<MethodRow> Rows;
  for (const ProfilePart::Measured &M : Measured->measured())
    for (const FrameTotal &T : M.Methods)
      Rows.push_back({&M, &T});
  return std::make_unique<FixedTable<MethodRow, ProfilePart>>(
      std::move(Measured), methodColumns(), std::move(Rows));
}

QueryTables hprof::profileTables(const std::shared_ptr<const Profile> &Of) {
  std::vector<TraceFrame> Frames;
  for (uint32_t T = 0; T != Of->numTraces(); ++T)
    for (auto [I, F] : enumerate(Of->trace(T).Frames))
      Frames.push_back({T, F, I});
  QueryTables All;
  All.push_back(std::make_unique<FixedTable<TraceFrame, Profile>>(
      Of, traceTable(), std::move(Frames)));
  for (auto [Kind, Is] : {std::pair(ProfileKind::Sites, &sites),
                          std::pair(ProfileKind::Samples, &samples),
                          std::pair(ProfileKind::Times, &times),
                          std::pair(ProfileKind::Monitors, &monitors)}) {
    std::vector<ProfileRow> Rows;
    for (const auto &[Key, Counts] : (*Of)[Kind].Rows)
      Rows.push_back({&Key, Counts});
    All.push_back(std::make_unique<FixedTable<ProfileRow, Profile>>(
        Of, Is(), std::move(Rows)));
  }
  All.push_back(methods(*Of));
  return All;
}
