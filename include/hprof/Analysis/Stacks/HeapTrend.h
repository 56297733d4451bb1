//===- HeapTrend.h - The heap over the time of a recording ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The used heap after garbage collections, by period of a flight recording.
/// A collection of the young generation leaves garbage in the old one, so the
/// minimum of a period with many collections is what the program holds.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_HEAPTREND_H
#define HPROF_ANALYSIS_STACKS_HEAPTREND_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hprof {

class JfrRecording;

class HeapTrend {
public:
  /// A garbage collection.
  struct Collection {
    uint64_t Nanos = 0; ///< Its end, since 1970.
    uint64_t Used = 0;  ///< Size of the used heap then.
    uint64_t Pause = 0; ///< Sum of its pauses in nanoseconds.
    uint64_t LongestPause = 0;
    bool IsYoung = false; ///< Collects only the young generation.
    bool HasSize = true;  ///< Whether it frees memory: Used counts.
  };
  struct Period {
    uint64_t Nanos = 0; ///< Its start, since 1970.
    uint64_t Collections = 0;
    uint64_t Old = 0; ///< Collections of the old generation, too.
    uint64_t Pause = 0, LongestPause = 0;     ///< In nanoseconds.
    uint64_t Least = UINT64_MAX, Largest = 0; ///< Used heap, in bytes.
  };
  struct Growth {
    uint64_t SinceNanos = 0; ///< Since 1970.
    uint64_t BytesPerHour = 0;
    /// Time from the last period until its minimum would be the limit; unknown
    /// without a limit, if it takes years, or if what grows may be garbage.
    std::optional<uint64_t> FullInNanos;
    /// No collection of the old generation took place in the second half of the
    /// rise.
    bool MayBeGarbage = false;
  };

  HeapTrend() = default;
  /// Reads the collections in \p Of since \p VmStartNanos: ids of collections
  /// are unique only in a VM. The events are jdk.GCHeapSummary,
  /// jdk.GarbageCollection, jdk.G1GarbageCollection, and for the limit
  /// jdk.GCHeapConfiguration.
  HeapTrend(const JfrRecording &Of, uint64_t VmStartNanos);
  /// \p Collections, in any order, between \p Start and \p End.
  HeapTrend(std::vector<Collection> Collections, uint64_t StartNanos,
            uint64_t EndNanos, std::optional<uint64_t> Limit);

  /// Length of each period.
  uint64_t periodNanos() const { return Length; }
  /// Periods with collections, the oldest first.
  llvm::ArrayRef<Period> periods() const { return Periods; }
  /// Maximum size of the heap in bytes.
  std::optional<uint64_t> limit() const { return Limit; }
  /// Set if the minima of the last periods rise steadily.
  const std::optional<Growth> &growth() const { return Grows; }

private:
  void add(std::vector<Collection> All, uint64_t StartNanos, uint64_t EndNanos);
  std::optional<Growth> findGrowth() const;

  uint64_t Length = 1; ///< Nanoseconds per period.
  std::vector<Period> Periods;
  std::optional<uint64_t> Limit;
  std::optional<Growth> Grows;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_HEAPTREND_H
