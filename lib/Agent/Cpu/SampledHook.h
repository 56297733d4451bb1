//===- SampledHook.h - Samples of callbacks of the agent --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AsyncGetCallTrace finds no stack while the VM reports an event, and none
/// shortly before. With heap=sites that is half of the time of a program that
/// allocates. But a callback can ask JVM TI for the stack of its thread, which
/// is that of the program's method:
///
///     SampledHook Here; // until the end of the callback
///
/// The end of the scope counts the samples of this thread that have failed
/// since it began, and the one before it, if that is a moment ago.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SAMPLEDHOOK_H
#define HPROF_LIB_AGENT_CPU_SAMPLEDHOOK_H

#include "llvm/Support/Compiler.h"
#include <array>
#include <atomic>
#include <cstdint>

namespace hprof::agent {

/// Samples of one thread that have failed, by reason; see SampleFailures.
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

  /// A sample of the current thread has failed for \p Reason and is attributed
  /// to \p Thread. To be called in signal handlers.
  static void failed(unsigned Reason, uint32_t Thread);
  /// The samples that have failed, which are not known any more.
  static FailedSamples take();

private:
  static constexpr std::memory_order Relaxed = std::memory_order_relaxed;
  struct OfThread {
    unsigned Depth = 0;
    std::atomic<uint32_t> Num{0};
    std::atomic<uint16_t> ByReason[FailedSamples::NumReasons] = {};
    std::atomic<uint32_t> Thread{0};
    std::atomic<int64_t> Nanos{0}; ///< CPU time of the last one.
  };
  static void forgetOld();
  static void count();

  // A handler must not allocate memory for it: lib/Agent/CMakeLists.txt chooses
  // how it is found.
  static thread_local OfThread Mine;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SAMPLEDHOOK_H
