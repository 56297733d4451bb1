//===- HeapTrendTable.cpp - The heap over time, for output ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/HeapTrendTable.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Answer/Prose.h"
#include "hprof/Format/Base/SpanText.h"

using namespace hprof;
using namespace llvm;

static uint64_t inMillis(uint64_t Nanos) { return Nanos / 1000000; }

static std::optional<uint64_t> fullIn(const HeapTrend::Growth &Of) {
  return Of.FullInNanos ? std::optional(inMillis(*Of.FullInNanos))
                        : std::nullopt;
}

HPROF_TABLE_BEGIN(periodTable, HeapTrend::Period, NothingAsked, "heap-period",
                  "Garbage collections in a period of the recording.")
HPROF_TITLED("time", Time, "time_ms", ForAll, inMillis(R.Nanos),
             "Start of the period.")
HPROF_TITLED("min. after GC", Bytes, "min_bytes", ForAll, R.Least,
             "Smallest used heap after a garbage collection.")
HPROF_TITLED("max. after GC", Bytes, "max_bytes", ForAll, R.Largest,
             "Largest used heap after a garbage collection.")
HPROF_COLUMN(Count, "collections", ForAll, R.Collections,
             "Number of garbage collections.")
HPROF_TITLED("old gen.", Count, "old", ForAll, R.Old,
             "Those that collect the old generation, too.")
HPROF_TITLED("pauses (ms)", Count, "pauses_ms", ForAll, inMillis(R.Pause),
             "Sum of their pauses.")
HPROF_TITLED("longest (ms)", Count, "longest_pause_ms", ForAll,
             inMillis(R.LongestPause), "The longest of them.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(growthTable, HeapTrend::Growth, NothingAsked, "heap-growth",
                  "A steady rise of the minima at the end of a recording.")
HPROF_COLUMN(Time, "since_ms", ForJson, inMillis(R.SinceNanos),
             "Start of the rise.")
HPROF_COLUMN(Bytes, "bytes_per_hour", ForJson, R.BytesPerHour,
             "Slope of a line through the minima.")
HPROF_OPTIONAL(Count, "full_in_ms", ForJson, fullIn(R),
               "Time until the heap reaches its limit at this rate.")
HPROF_COLUMN(Flag, "may_be_garbage", ForJson, R.MayBeGarbage,
             "Whether what grows may be garbage: the old generation was not "
             "collected meanwhile.")
HPROF_TABLE_END

static Datum growthOf(const HeapTrend &Of) {
  if (!Of.growth())
    return Datum();
  return oneRow(growthTable(), NothingAsked::value(), *Of.growth());
}

HPROF_TABLE_BEGIN(recordedHeap, HeapTrend, NothingAsked, "recorded-heap",
                  "The heap after garbage collections.")
HPROF_OPTIONAL(Bytes, "limit_bytes", ForJson, R.limit(),
               "Maximum size of the heap.")
HPROF_COLUMN(Count, "period_ms", ForJson, inMillis(R.periodNanos()),
             "Length of each period.")
HPROF_NESTED(List, &periodTable(), "periods", ForJson,
             rowsOf(periodTable(), A, R.periods()), "Periods with collections.")
HPROF_NESTED_OPTIONAL(Record, &growthTable(), "growth", ForJson, growthOf(R),
                      "Present if the minima rise steadily.")
HPROF_TABLE_END

const Table<HeapTrend, NothingAsked> &hprof::heapTrendTable() {
  return recordedHeap();
}

/// "The minimum has grown by 3.0 MiB per minute since ...".
static Prose growthText(const HeapTrend &Of) {
  const HeapTrend::Growth &Is = *Of.growth();
  constexpr uint64_t Minutes = 60, PerMinute = 60 * (1 << 20);
  const bool IsFast = Is.BytesPerHour >= PerMinute;
  Prose Text = "The minimum has grown by ";
  Text.largeBytes(IsFast ? Is.BytesPerHour / Minutes : Is.BytesPerHour)
      << (IsFast ? " per minute since " : " per hour since ");
  Text.time(inMillis(Is.SinceNanos)) << ".";
  if (const std::optional<uint64_t> Millis = fullIn(Is); Millis && Of.limit())
    (Text << " At this rate, it reaches the limit of ").largeBytes(*Of.limit())
        << " in another " << spanText(*Millis) << ".";
  return Text;
}

void hprof::presentHeapTrend(const HeapTrend &Of, Presenter &To) {
  To.line("Used heap after garbage collections:");
  To.table(*rowsOf(periodTable(), NothingAsked::value(), Of.periods()));
  if (!Of.growth())
    return;
  To.line(growthText(Of));
  if (Of.growth()->MayBeGarbage)
    To.line("The old generation was not collected meanwhile, so this may be "
            "garbage.");
}
