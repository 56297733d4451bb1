//===- SampledHook.h - Samples during agent callbacks -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file AsyncGetCallTrace finds no stack while, or shortly before, the VM
/// reports an event. With heap=sites, an allocating program can spend half its
/// time reporting events. However, the callback can get the stack of its
/// thread, which is in the program's method, from JVM TI:
///
///     SampledHook Here; // until the end of the callback
///
/// At the end of the scope, failed samples of this thread since the scope began
/// are counted, plus the last failed sample before the scope if it was recent.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SAMPLEDHOOK_H
#define HPROF_LIB_AGENT_CPU_SAMPLEDHOOK_H

#include "llvm/Support/Compiler.h"
#include <array>
#include <atomic>
#include <cstdint>

namespace hprof::agent {

/// Failed samples of one thread by reason; see SampleFailures.
struct FailedSamples {
  static constexpr unsigned NumReasons = 12;
  std::array<uint32_t, NumReasons> ByReason = {};
  uint32_t Thread = 0; ///< As in TakenSample.
};

class SampledHook {
public:
  SampledHook() {
    if (Mine.Depth++ == 0 && LLVM_UNLIKELY(Mine.Num.load(Relaxed)))
      forgetOld();
  }
  ~SampledHook() {
    if (Mine.Depth == 1 && LLVM_UNLIKELY(Mine.Num.load(Relaxed)))
      count();
    --Mine.Depth;
  }
  SampledHook(const SampledHook &) = delete;
  SampledHook &operator=(const SampledHook &) = delete;

  /// Records that a sample of the current thread failed for \p Reason and is
  /// attributed to \p Thread. For use in signal handlers.
  static void failed(unsigned Reason, uint32_t Thread);
  /// Returns the failed samples and clears them.
  static FailedSamples take();

private:
  static constexpr std::memory_order Relaxed = std::memory_order_relaxed;
  struct OfThread {
    unsigned Depth = 0;
    std::atomic<uint32_t> Num{0};
    std::atomic<uint16_t> ByReason[FailedSamples::NumReasons] = {};
    std::atomic<uint32_t> Thread{0};
    std::atomic<int64_t> Nanos{0}; ///< CPU time at the last failure.
  };
  static void forgetOld();
  static void count();

  // Access in a handler must not allocate memory: lib/Agent/CMakeLists.txt
  // selects the TLS dialect.
  static thread_local OfThread Mine;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SAMPLEDHOOK_H
