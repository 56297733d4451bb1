//===- SampleFailures.h - Samples without a stack ------------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts samples without a stack, by reason. They have their own rows in
/// the output, so that the shares of the other rows are correct.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SAMPLEFAILURES_H
#define HPROF_LIB_AGENT_CPU_SAMPLEFAILURES_H

#include "AsyncCallTrace.h"
#include <array>
#include <atomic>
#include <string>

namespace hprof::agent {

/// Any thread may count; only one at a time may read the counts.
class SampleFailures {
public:
  /// Reasons: the AsyncGetCallTrace codes from 0 down, any other code, and:
  static constexpr unsigned UnknownCode = unsigned(-LastAsyncError) + 1;
  static constexpr unsigned Dropped = UnknownCode + 1; ///< The queue was full.
  static constexpr unsigned Lost = Dropped + 1; ///< No memory for the trace.
  static constexpr unsigned NumReasons = Lost + 1;
  /// \p Code is 0 or less.
  static constexpr unsigned reasonOf(int32_t Code) {
    return Code >= LastAsyncError ? unsigned(-Code) : UnknownCode;
  }
  /// Name of a reason, such as "not walkable, Java".
  static llvm::StringRef nameOf(unsigned Reason);

  void addGood(uint64_t Count = 1) { add(Good, int64_t(Count)); }
  void add(unsigned Reason, uint64_t Count = 1) {
    add(Counts[Reason], int64_t(Count));
  }
  /// Subtracts samples whose stack was found after all, even if they are
  /// counted as failed only later.
  void mend(unsigned Reason, uint64_t Count) {
    add(Counts[Reason], -int64_t(Count));
    addGood(Count);
  }
  /// Whether samples were lost since the last takeText().
  bool hasLost() const { return Counts[Lost] > InText[Lost]; }

  /// Returns the failures since the last call, by reason.
  std::array<uint64_t, NumReasons> takeCounts();
  /// Returns "3 of 120 CPU samples failed: 2 unknown, Java (-5); 1 dropped" for
  /// the samples since the last call; empty if none failed.
  std::string takeText();

private:
  using Counter = std::atomic<int64_t>;
  /// Counts at an earlier call.
  using Seen = std::array<int64_t, NumReasons>;
  static void add(Counter &C, int64_t N) {
    C.fetch_add(N, std::memory_order_relaxed);
  }
  static uint64_t take(const Counter &C, int64_t &Seen);

  Counter Good{0};
  Counter Counts[NumReasons] = {};
  Seen InOutput = {}, InText = {};
  int64_t GoodInText = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SAMPLEFAILURES_H
