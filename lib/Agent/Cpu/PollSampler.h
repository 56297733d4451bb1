//===- PollSampler.h - Samples taken by looking at threads ---- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the stacks of threads by JVM TI at regular times. A thread counts for
/// each interval of CPU time that it has used, so one that is blocked does not
/// count. HotSpot stops threads at safepoints only, so the innermost frames are
/// those where compiled code has one.
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

/// CPU time of a thread that no sample stands for yet.
class CpuCredit {
public:
  /// The thread has used \p Now nanoseconds in all. \return how many samples of
  /// \p Interval nanoseconds are due.
  uint32_t look(int64_t Now, int64_t Interval);
  /// The samples are taken.
  void pay(uint32_t Samples, int64_t Interval) { Credit -= Samples * Interval; }
  /// The thread does not run at this moment: at most one sample stays due.
  void defer(int64_t Interval) { Credit = std::min(Credit, Interval); }

  /// From which on time counts.
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
  /// Looks once at all threads but \p Self. To be called by one thread.
  void look(JNIEnv &Jni, jthread Self);

private:
  void lookAt(JNIEnv &Jni, jthread T, uint32_t Serial, uint32_t Samples,
              CpuCredit &Credit);

  const RecordingContext C;
  SampleCounts &Counts;
  SampleFailures &Failures;
  const SampledThreads &Sampled;
  const MethodIds &Methods;
  /// Returns the virtual thread that a thread runs. Null if there is none.
  jvmtiExtensionFunction GetVirtualThread = nullptr;
  llvm::DenseMap<uint32_t, CpuCredit> Credits; ///< By the thread's serial.
  bool IsFirst = true;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_POLLSAMPLER_H
