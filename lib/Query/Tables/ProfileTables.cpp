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

namespace trace {
using Row = TraceFrame;
using Asked = Profile;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ProfileTraces.def"
  };
  static const Table<Row, Asked> Is("traces", "A frame of a stack trace.",
                                    Columns);
  return Is;
}
} // namespace trace

namespace counted {
using Row = ProfileRow;
using Asked = Profile;
static const Table<Row, Asked> &sites() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ProfileSites.def"
  };
  static const Table<Row, Asked> Is(
      "sites", "Objects of one class allocated at one stack trace.", Columns);
  return Is;
}

static const Table<Row, Asked> &samples() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ProfileSamples.def"
  };
  static const Table<Row, Asked> Is("samples",
                                    "CPU samples of one stack trace.", Columns);
  return Is;
}

static const Table<Row, Asked> &times() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ProfileTimes.def"
  };
  static const Table<Row, Asked> Is("times", "Time spent at one stack trace.",
                                    Columns);
  return Is;
}

static const Table<Row, Asked> &monitors() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ProfileMonitors.def"
  };
  static const Table<Row, Asked> Is(
      "monitors", "Monitor contention at one stack trace.", Columns);
  return Is;
}
} // namespace counted

namespace method {
using Row = MethodRow;
using Asked = ProfilePart;
static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ProfileMethods.def"
  };
  static const Table<Row, Asked> Is(
      "methods", "A method, with a row for each measure in each section.",
      Columns);
  return Is;
}
} // namespace method

static std::unique_ptr<QueryTable> methods(const Profile &Of) {
  auto Measured = std::make_shared<ProfilePart>(Of, ProfilePart::Request());
  std::vector<MethodRow> Rows;
  for (const ProfilePart::Measured &M : Measured->measured())
    for (const FrameTotal &T : M.Methods)
      Rows.push_back({&M, &T});
  return std::make_unique<FixedTable<MethodRow, ProfilePart>>(
      std::move(Measured), method::table(), std::move(Rows));
}

QueryTables hprof::profileTables(const std::shared_ptr<const Profile> &Of) {
  std::vector<TraceFrame> Frames;
  for (uint32_t T = 0; T != Of->numTraces(); ++T)
    for (auto [I, F] : enumerate(Of->trace(T).Frames))
      Frames.push_back({T, F, I});
  QueryTables All;
  All.push_back(std::make_unique<FixedTable<TraceFrame, Profile>>(
      Of, trace::table(), std::move(Frames)));
  for (auto [Kind, Is] :
       {std::pair(ProfileKind::Sites, &counted::sites),
        std::pair(ProfileKind::Samples, &counted::samples),
        std::pair(ProfileKind::Times, &counted::times),
        std::pair(ProfileKind::Monitors, &counted::monitors)}) {
    std::vector<ProfileRow> Rows;
    for (const auto &[Key, Counts] : (*Of)[Kind].Rows)
      Rows.push_back({&Key, Counts});
    All.push_back(std::make_unique<FixedTable<ProfileRow, Profile>>(
        Of, Is(), std::move(Rows)));
  }
  All.push_back(methods(*Of));
  return All;
}
