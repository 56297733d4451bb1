//===- JfrProfile.cpp - Profiles from events of recordings ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrProfile.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

namespace {
struct EventRow {
  StringLiteral Name;
  ProfileKind Section;
  unsigned Rank;
  StringLiteral Class, Weight;
};
} // namespace

static constexpr EventRow Events[] = {
#define HPROF_JFR_EVENT(NAME, SECTION, RANK, CLASS, WEIGHT)                    \
  {NAME, ProfileKind::SECTION, RANK, CLASS, WEIGHT},
#include "JfrEvents.def"
};

namespace {
/// Converts the constants of one chunk, each once.
class ChunkNames {
public:
  ChunkNames(const JfrChunk &C, Profile &To) : C(C), To(To) {}

  /// Returns the trace of the event \p Event; nullopt if it is missing.
  std::optional<uint32_t> trace(const JfrValue &Event);
  /// Whether the thread of the sample \p Event ran: async-profiler's wall-clock
  /// mode samples sleeping threads, too.
  bool isRunning(const JfrValue &Event);
  /// Returns the class in the field \p Name, as in "java/lang/Object".
  const std::string &className(const JfrValue &Of, StringRef Name);

private:
  const Profile::Frame &method(const JfrValue &Frame);
  uint32_t frame(const JfrValue &Of);
  std::string symbol(const JfrValue &Of, StringRef Name) const {
    return C.text(C.field(C.field(Of, Name), "string"));
  }

  const JfrChunk &C;
  Profile &To;
  DenseMap<IdKey, std::optional<uint32_t>> Traces;
  DenseMap<IdKey, Profile::Frame> Methods;            ///< Without lines.
  DenseMap<std::pair<IdKey, IdKey>, uint32_t> Frames; ///< By method and line.
  DenseMap<IdKey, std::string> Classes;
  DenseMap<IdKey, bool> States;
};
} // namespace

const std::string &ChunkNames::className(const JfrValue &Of, StringRef Name) {
  const auto [It, IsNew] = Classes.try_emplace(C.key(Of, Name));
  if (IsNew)
    It->second = stableClassName(symbol(C.field(Of, Name), "name"));
  return It->second;
}

bool ChunkNames::isRunning(const JfrValue &Event) {
  const auto [It, IsNew] = States.try_emplace(C.key(Event, "state"));
  if (IsNew)
    It->second =
        C.text(C.field(C.field(Event, "state"), "name")) != "STATE_SLEEPING";
  return It->second;
}

const Profile::Frame &ChunkNames::method(const JfrValue &Frame) {
  const auto [It, IsNew] = Methods.try_emplace(C.key(Frame, "method"));
  if (IsNew) {
    const JfrValue Method = C.field(Frame, "method");
    Profile::Frame New;
    New.ClassName = className(Method, "type");
    New.Method = symbol(Method, "name");
    New.Signature = symbol(Method, "descriptor");
    It->second = std::move(New);
  }
  return It->second;
}

uint32_t ChunkNames::frame(const JfrValue &Of) {
  constexpr int32_t Unknown = -1, Native = -3; // As in STACK FRAME.
  const int64_t Number = C.number(C.field(Of, "lineNumber"));
  const bool IsNative =
      C.text(C.field(C.field(Of, "type"), "description")) == "Native";
  const int32_t Line = IsNative                           ? Native
                       : Number > 0 && Number < INT32_MAX ? int32_t(Number)
                                                          : Unknown;
  const auto [It, IsNew] =
      Frames.try_emplace({IdKey(C.key(Of, "method")), IdKey(uint32_t(Line))});
  if (IsNew) {
    Profile::Frame F = method(Of);
    F.Line = Line;
    It->second = To.addFrame(F);
  }
  return It->second;
}

std::optional<uint32_t> ChunkNames::trace(const JfrValue &Event) {
  const uint64_t Key = C.key(Event, "stackTrace");
  const auto [It, IsNew] = Traces.try_emplace(Key);
  if (!IsNew)
    return It->second;
  const JfrValue Stack = C.field(Event, "stackTrace");
  std::optional<uint32_t> Number;
  if (Stack) {
    Profile::Trace T;
    C.forEachElement(Stack, "frames",
                     [&](const JfrValue &F) { T.Frames.push_back(frame(F)); });
    Number = To.addTrace(T);
  }
  return Traces[Key] = Number;
}

/// Whether a thread that parks on an object of \p Class waits for a lock, and
/// not for work.
static bool isLock(StringRef Class) {
  return Class.starts_with("java/util/concurrent/locks/") &&
         !Class.ends_with("ConditionObject");
}

void JfrProfile::add(const JfrChunk &Chunk) {
  ChunkNames Names(Chunk, All);
  std::vector<std::optional<unsigned>> Rows(Chunk.types().size());
  for (const auto &[I, Row] : enumerate(Events))
    if (const std::optional<TypeNumber> T = Chunk.types().find(Row.Name))
      Rows[*T] = unsigned(I);
  Chunk.forEachEvent([&](const JfrValue &Event) {
    const std::optional<unsigned> I = Rows[Event.Type];
    if (!I)
      return;
    const EventRow &Row = Events[*I];
    const std::string Class =
        Row.Class.empty() ? "" : Names.className(Event, Row.Class);
    if (Row.Class == "parkedClass" && !isLock(Class))
      return;
    if (Row.Section == ProfileKind::Samples && !Names.isRunning(Event))
      return;
    uint64_t Weight = 0;
    if (!Row.Weight.empty())
      Weight = uint64_t(
          std::max<int64_t>(0, Chunk.number(Chunk.field(Event, Row.Weight))));
    if (Row.Section == ProfileKind::Monitors)
      Weight = Chunk.header().nanos(Weight);
    Sum &S = Sums[{*I, Names.trace(Event), Class}];
    ++S.Count;
    S.Weight = SaturatingAdd(S.Weight, Weight);
  });
  const uint64_t Millis = Chunk.header().StartNanos / 1000000;
  All.Millis = All.Millis ? std::min(All.Millis, Millis) : Millis;
}

static Profile::Counts countsOf(ProfileKind Section, uint64_t Count,
                                uint64_t Weight) {
  constexpr uint64_t NanosPerMilli = 1000000;
  switch (Section) {
  case ProfileKind::Sites:
    return {0, 0, Weight, Count};
  case ProfileKind::Monitors:
    return {Count, Weight / NanosPerMilli, 0, 0};
  default:
    return {Count, 0, 0, 0};
  }
}

Profile JfrProfile::take() && {
  std::array<unsigned, NumProfileKinds> Ranks;
  Ranks.fill(UINT_MAX);
  for (const auto &[K, S] : Sums) {
    const EventRow &Row = Events[std::get<0>(K)];
    unsigned &Rank = Ranks[unsigned(Row.Section)];
    Rank = std::min(Rank, Row.Rank);
  }
  std::array<Sum, NumProfileKinds> Totals;
  std::map<std::pair<ProfileKind, Profile::Key>, Sum> Rows;
  for (const auto &[K, S] : Sums) {
    const EventRow &Row = Events[std::get<0>(K)];
    if (Row.Rank != Ranks[unsigned(Row.Section)])
      continue;
    Profile::Key To;
    To.Trace = std::get<1>(K);
    To.Name = std::get<2>(K);
    for (Sum *Of : {&Rows[{Row.Section, To}], &Totals[unsigned(Row.Section)]}) {
      Of->Count += S.Count;
      Of->Weight = SaturatingAdd(Of->Weight, S.Weight);
    }
  }
  for (const auto &[K, S] : Rows)
    All[K.first].Rows[K.second] = countsOf(K.first, S.Count, S.Weight);
  for (unsigned I = 0; I != NumProfileKinds; ++I) {
    const auto Section = ProfileKind(I);
    All[Section].IsThere = Totals[I].Count;
    All[Section].Totals = countsOf(Section, Totals[I].Count, Totals[I].Weight);
  }
  constexpr uint16_t ByAllocation = 2;
  if (All[ProfileKind::Sites].IsThere)
    All.SiteFlags = ByAllocation;
  return std::move(All);
}
