//===- HeapTrend.cpp - The heap over the time of a recording --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/HeapTrend.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Base/ParseJson.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

using Events = JfrRecording::Events;

/// Number of periods in a recording.
static constexpr uint64_t NumPeriods = 12;

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

template <class T>
static std::optional<T> valueOf(const Events &E, StringRef Column) {
  const JfrRecording::Cell Cell = E.get(Column);
  const auto *Is = std::get_if<T>(&Cell);
  return Is ? std::optional(*Is) : std::nullopt;
}

static uint64_t numberOf(const Events &E, StringRef Column) {
  return uint64_t(
      std::max<int64_t>(0, valueOf<int64_t>(E, Column).value_or(0)));
}

static bool isYoung(StringRef Collector) {
  return is_contained(
      {"DefNew", "G1New", "ParNew", "ParallelScavenge", "ZGC Minor"},
      Collector);
}

/// The size of the memory that is reserved for the heap.
static std::optional<uint64_t> reservedSize(const Events &E) {
  const std::optional<std::string> Space = valueOf<std::string>(E, "heapSpace");
  if (!Space)
    return std::nullopt;
  Expected<json::Value> Is = parseJson(*Space);
  if (!Is) {
    consumeError(Is.takeError());
    return std::nullopt;
  }
  const json::Object *Fields = Is->getAsObject();
  const int64_t Size =
      Fields ? Fields->getInteger("reservedSize").value_or(0) : 0;
  return Size > 0 ? std::optional(uint64_t(Size)) : std::nullopt;
}

HeapTrend::HeapTrend(const JfrRecording &Of) {
  struct Kind {
    uint64_t Pause = 0;
    bool IsYoung = false;
  };
  DenseMap<IdKey, Kind> Kinds;
  if (const auto *Type = Of.find("jdk.GarbageCollection"))
    for (Events E = Of.events(*Type); E.next();)
      Kinds[numberOf(E, "gcId")] = {
          numberOf(E, "sumOfPauses"),
          isYoung(valueOf<std::string>(E, "name").value_or(""))};
  const auto *Type = Of.find("jdk.GCHeapSummary");
  if (!Type)
    return;
  std::vector<Collection> All;
  for (Events E = Of.events(*Type); E.next();) {
    const auto Time = valueOf<JfrRecording::Instant>(E, "startTime");
    if (!Time || valueOf<std::string>(E, "when") != "After GC")
      continue;
    // async-profiler's "After GC" is any time.
    const auto Is = Kinds.find(numberOf(E, "gcId"));
    if (Is == Kinds.end())
      continue;
    if (!Limit)
      Limit = reservedSize(E);
    All.push_back({Time->Nanos, numberOf(E, "heapUsed"), Is->second.Pause,
                   Is->second.IsYoung});
  }
  add(std::move(All), Of.startNanos(), Of.endNanos());
}

//===----------------------------------------------------------------------===//
// Periods
//===----------------------------------------------------------------------===//

HeapTrend::HeapTrend(std::vector<Collection> Collections, uint64_t StartNanos,
                     uint64_t EndNanos, std::optional<uint64_t> Limit)
    : Limit(Limit) {
  add(std::move(Collections), StartNanos, EndNanos);
}

void HeapTrend::add(std::vector<Collection> All, uint64_t StartNanos,
                    uint64_t EndNanos) {
  sort(All, [](const Collection &A, const Collection &B) {
    return A.Nanos < B.Nanos;
  });
  // Chunks that are being written have no end.
  if (!All.empty())
    EndNanos = std::max(EndNanos, All.back().Nanos);
  Length = (EndNanos - std::min(EndNanos, StartNanos)) / NumPeriods + 1;
  for (const Collection &C : All) {
    const uint64_t Start =
        StartNanos +
        (C.Nanos - std::min(C.Nanos, StartNanos)) / Length * Length;
    if (Periods.empty() || Periods.back().Nanos != Start)
      Periods.emplace_back().Nanos = Start;
    Period &P = Periods.back();
    ++P.Collections;
    P.Old += !C.IsYoung;
    P.Pause = SaturatingAdd(P.Pause, C.Pause);
    P.LongestPause = std::max(P.LongestPause, C.Pause);
    P.Least = std::min(P.Least, C.Used);
    P.Largest = std::max(P.Largest, C.Used);
  }
  Grows = findGrowth();
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

namespace {
/// A straight line through points, by least squares.
struct Line {
  double Slope = 0;
  double Fit = 0; ///< Share of the variance that the line explains.
};
} // namespace

/// The line through the minima of \p Of, in bytes per nanosecond.
static Line lineThrough(ArrayRef<HeapTrend::Period> Of) {
  double Time = 0, Size = 0;
  for (const HeapTrend::Period &P : Of) {
    Time += double(P.Nanos - Of.front().Nanos) / double(Of.size());
    Size += double(P.Least) / double(Of.size());
  }
  double TimeSquares = 0, SizeSquares = 0, Products = 0;
  for (const HeapTrend::Period &P : Of) {
    const double X = double(P.Nanos - Of.front().Nanos) - Time;
    const double Y = double(P.Least) - Size;
    TimeSquares += X * X;
    SizeSquares += Y * Y;
    Products += X * Y;
  }
  if (TimeSquares == 0 || SizeSquares == 0)
    return {};
  return {Products / TimeSquares,
          Products * Products / (TimeSquares * SizeSquares)};
}

/// Whether the minima of \p Of rise in both halves, by more than noise.
static bool rises(ArrayRef<HeapTrend::Period> Of, const Line &All) {
  constexpr double LeastFit = 0.8, LeastRise = 0.05;
  if (All.Slope <= 0 || All.Fit < LeastFit)
    return false;
  const double Rise = All.Slope * double(Of.back().Nanos - Of.front().Nanos);
  const size_t Half = Of.size() / 2 + 1;
  return Rise >= LeastRise * double(Of.back().Least) &&
         lineThrough(Of.take_front(Half)).Slope >= All.Slope / 2 &&
         lineThrough(Of.take_back(Half)).Slope >= All.Slope / 2;
}

/// The longest rise at the end of the periods.
std::optional<HeapTrend::Growth> HeapTrend::findGrowth() const {
  constexpr size_t FewestPeriods = 5;
  for (ArrayRef<Period> Of = Periods; Of.size() >= FewestPeriods;
       Of = Of.drop_front()) {
    const Line All = lineThrough(Of);
    if (!rises(Of, All))
      continue;
    constexpr double NanosPerHour = 3600e9;
    Growth Is;
    Is.SinceNanos = Of.front().Nanos;
    Is.BytesPerHour = uint64_t(std::min(All.Slope * NanosPerHour, 1e18));
    if (Limit) {
      const uint64_t Used = std::min(Of.back().Least, *Limit);
      Is.FullInNanos =
          uint64_t(std::min(double(*Limit - Used) / All.Slope, 1e19));
    }
    Is.MayBeGarbage = none_of(Of, [](const Period &P) { return P.Old; });
    return Is;
  }
  return std::nullopt;
}
