//===- PollSampler.h - Samples taken by polling threads ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the stacks of threads through JVM TI at regular times. A thread is
/// sampled once for each interval of CPU time that it has used, so a blocked
/// thread is not sampled. HotSpot stops threads only at safepoints, so the
/// innermost frames are at safepoints of compiled code.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_POLLSAMPLER_H
#define HPROF_LIB_AGENT_CPU_POLLSAMPLER_H

#include "Agent/Recording/Recording.h"
#include "MethodIds.h"
#include "SampleCounts.h"
#include "SampleFailures.h"
#include "SampledThreads.h"
#include "llvm/ADT/DenseMap.h"

namespace hprof::agent {

/// CPU time of a thread that no sample represents yet.
class CpuCredit {
public:
  /// Updates the total CPU time to \p Now nanoseconds. \return the number of
  /// samples of \p Interval nanoseconds that are due.
  uint32_t look(int64_t Now, int64_t Interval);
  /// Deducts samples that were taken.
  void pay(uint32_t Samples, int64_t Interval) { Credit -= Samples * Interval; }
  /// Keeps at most one sample due, for a thread that is not running.
  void defer(int64_t Interval) { Credit = std::min(Credit, Interval); }

  /// Total CPU time at the last look().
  int64_t Last = 0;

private:
  int64_t Credit = 0;
};

class PollSampler {
public:
  PollSampler(const RecordingContext &C, SampleCounts &Counts,
              SampleFailures &Failures, const SampledThreads &Sampled,
              const MethodIds &Methods)
      : C(C), Counts(Counts), Failures(Failures), Sampled(Sampled),
        Methods(Methods) {}

  void start(JNIEnv &Jni);
  /// Samples all threads except \p Self. Only one thread may call this.
  void look(JNIEnv &Jni, jthread Self);

private:
  void lookAt(JNIEnv &Jni, jthread T, uint32_t Serial, uint32_t Samples,
              CpuCredit &Credit);

  const RecordingContext C;
  SampleCounts &Counts;
  SampleFailures &Failures;
  const SampledThreads &Sampled;
  const MethodIds &Methods;
  /// Returns the virtual thread mounted on a thread. Null if the VM lacks it.
  jvmtiExtensionFunction GetVirtualThread = nullptr;
  llvm::DenseMap<uint32_t, CpuCredit> Credits; ///< By the thread's serial.
  bool IsFirst = true;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_POLLSAMPLER_H
