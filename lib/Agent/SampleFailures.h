//===- SampleFailures.h - Samples without a stack ------------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts samples that have no stack, by reason.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SAMPLEFAILURES_H
#define HPROF_LIB_AGENT_SAMPLEFAILURES_H

#include "AsyncCallTrace.h"
#include <atomic>
#include <string>

namespace hprof::agent {

/// Any thread may call its functions.
class SampleFailures {
public:
  void addGood(uint64_t Count = 1) { add(Good, Count); }
  /// AsyncGetCallTrace returned \p Code, 0 or less.
  void addCode(int32_t Code) {
    add(ByCode[Code >= LastAsyncError ? -Code : -LastAsyncError + 1]);
  }
  void addDropped(uint64_t Count) { add(Dropped, Count); }
  /// The agent had no memory for the trace.
  void addLost(uint64_t Count = 1) { add(Lost, Count); }
  bool hasLost() const { return Lost != 0; }

  /// "3 of 120 CPU samples failed: 2 unknown, Java (-5); 1 dropped", as counted
  /// since the last call; empty if none failed.
  std::string takeText();

private:
  using Counter = std::atomic<uint64_t>;
  static void add(Counter &C, uint64_t N = 1) {
    C.fetch_add(N, std::memory_order_relaxed);
  }
  static uint64_t take(Counter &C) {
    return C.exchange(0, std::memory_order_relaxed);
  }

  Counter Good{0}, Dropped{0}, Lost{0};
  Counter ByCode[-LastAsyncError + 2] = {};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SAMPLEFAILURES_H
