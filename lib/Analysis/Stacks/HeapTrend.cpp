//===- HeapTrend.cpp - The heap over the time of a recording --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/HeapTrend.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Jfr/JfrRecording.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
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

namespace {
/// The events of the last VM in a recording: ids of collections are unique only
/// in a VM.
class CollectionReader {
public:
  CollectionReader(const JfrRecording &Of, uint64_t VmStart)
      : Of(Of), VmStart(VmStart) {}

  std::optional<uint64_t> limit() const;
  std::vector<HeapTrend::Collection> read() const;

private:
  void forEach(StringRef Type,
               function_ref<void(const Events &, uint64_t Nanos)> F) const;
  DenseMap<IdKey, HeapTrend::Collection> collections() const;

  const JfrRecording &Of;
  const uint64_t VmStart; ///< Earlier events are those of another VM.
};
} // namespace

void CollectionReader::forEach(
    StringRef Type,
    function_ref<void(const Events &, uint64_t Nanos)> F) const {
  const auto *Is = Of.find(Type);
  if (!Is)
    return;
  for (Events E = Of.events(*Is); E.next();)
    if (const auto Time = valueOf<JfrRecording::Instant>(E, "startTime"))
      if (Time->Nanos >= VmStart)
        F(E, Time->Nanos);
}

std::optional<uint64_t> CollectionReader::limit() const {
  uint64_t Most = 0;
  forEach("jdk.GCHeapConfiguration",
          [&](const Events &E, uint64_t) { Most = numberOf(E, "maxSize"); });
  return Most ? std::optional(Most) : std::nullopt;
}

/// Collections by id, without times and sizes.
DenseMap<IdKey, HeapTrend::Collection> CollectionReader::collections() const {
  DenseMap<IdKey, HeapTrend::Collection> All;
  forEach("jdk.GarbageCollection", [&](const Events &E, uint64_t) {
    HeapTrend::Collection &Is = All[numberOf(E, "gcId")];
    const std::string Name = valueOf<std::string>(E, "name").value_or("");
    Is.Pause = numberOf(E, "sumOfPauses");
    Is.LongestPause = numberOf(E, "longestPause");
    Is.IsYoung = isYoung(Name);
    // G1's concurrent cycle marks, and leaves the garbage to mixed collections.
    Is.HasSize = Name != "G1Old";
  });
  forEach("jdk.G1GarbageCollection", [&](const Events &E, uint64_t) {
    if (const auto Is = All.find(numberOf(E, "gcId"));
        Is != All.end() && valueOf<std::string>(E, "type") == "Mixed")
      Is->second.IsYoung = false;
  });
  return All;
}

std::vector<HeapTrend::Collection> CollectionReader::read() const {
  const DenseMap<IdKey, HeapTrend::Collection> Known = collections();
  std::vector<HeapTrend::Collection> All;
  forEach("jdk.GCHeapSummary", [&](const Events &E, uint64_t Nanos) {
    // async-profiler's "After GC" is any time.
    const auto Is = Known.find(numberOf(E, "gcId"));
    if (Is == Known.end() || valueOf<std::string>(E, "when") != "After GC")
      return;
    HeapTrend::Collection &C = All.emplace_back(Is->second);
    C.Nanos = Nanos;
    C.Used = numberOf(E, "heapUsed");
  });
  return All;
}

HeapTrend::HeapTrend(const JfrRecording &Of, uint64_t VmStartNanos) {
  const CollectionReader Reader(Of, VmStartNanos);
  Limit = Reader.limit();
  add(Reader.read(), std::max(Of.startNanos(), VmStartNanos), Of.endNanos());
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
    P.LongestPause = std::max(P.LongestPause, C.LongestPause);
    if (!C.HasSize)
      continue;
    P.Least = std::min(P.Least, C.Used);
    P.Largest = std::max(P.Largest, C.Used);
  }
  erase_if(Periods, [](const Period &P) { return P.Least > P.Largest; });
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

/// Whether the minima of \p Of rise all the time, by more than noise.
static bool rises(ArrayRef<HeapTrend::Period> Of, const Line &All) {
  constexpr double LeastFit = 0.8, LeastRise = 0.05;
  constexpr uint64_t Shortest = 60'000'000'000; // A program starts.
  const uint64_t Time = Of.back().Nanos - Of.front().Nanos;
  if (All.Slope <= 0 || All.Fit < LeastFit || Time < Shortest ||
      All.Slope * double(Time) < LeastRise * double(Of.back().Least))
    return false;
  const size_t Half = Of.size() / 2 + 1,
               Third = std::max<size_t>(Of.size() / 3 + 1, 3);
  return all_of(
      ArrayRef{Of.take_front(Half), Of.take_back(Half), Of.take_back(Third)},
      [&](ArrayRef<HeapTrend::Period> Part) {
        return lineThrough(Part).Slope >= All.Slope / 2;
      });
}

/// The longest rise at the end of the periods.
std::optional<HeapTrend::Growth> HeapTrend::findGrowth() const {
  constexpr size_t FewestPeriods = 5;
  for (ArrayRef<Period> Of = Periods; Of.size() >= FewestPeriods;
       Of = Of.drop_front()) {
    const Line All = lineThrough(Of);
    if (!rises(Of, All))
      continue;
    constexpr double NanosPerHour = 3600e9, NanosPerYear = 365 * 24 * 3600e9;
    Growth Is;
    Is.SinceNanos = Of.front().Nanos;
    Is.BytesPerHour = uint64_t(std::min(All.Slope * NanosPerHour, 1e18));
    Is.MayBeGarbage = none_of(Of.drop_front(Of.size() / 2),
                              [](const Period &P) { return P.Old; });
    const uint64_t Used = Of.back().Least;
    if (const double Left = double(Limit.value_or(0)) - double(Used);
        Left > 0 && Left / All.Slope < NanosPerYear && !Is.MayBeGarbage)
      Is.FullInNanos = uint64_t(Left / All.Slope);
    return Is;
  }
  return std::nullopt;
}
