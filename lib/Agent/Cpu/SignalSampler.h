//===- SignalSampler.h - Samples taken by SIGPROF ------------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Takes the stack of a thread whenever its timer sends SIGPROF. A
/// process has one SIGPROF handler, so at most one sampler can run.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_SIGNALSAMPLER_H
#define HPROF_LIB_AGENT_CPU_SIGNALSAMPLER_H

#include "CallerRetry.h"
#include "SampleRing.h"
#include "SampledHook.h"
#include "ThreadTimers.h"
#include "llvm/Support/Error.h"
#include <csignal>
#include <functional>

namespace hprof::agent {

/// A sampler that has run stays in memory until the process exits, as a timer's
/// signal may arrive late.
class SignalSampler {
public:
  SignalSampler(JavaVM &Vm, AsyncGetCallTraceFn GetTrace, TableMemory &Budget,
                unsigned Depth, uint64_t IntervalMillis)
      : Vm(Vm), GetTrace(GetTrace), Ring(Budget, Depth),
        Timers(Budget, IntervalMillis) {}

  /// Installs the handler and starts a timer for each thread of the process.
  /// Fails if SIGPROF already has a handler, which is kept.
  llvm::Error start();
  /// Deletes the timers and waits for running handlers. May be called again.
  /// Afterwards, SIGPROF is ignored, since it would terminate the process.
  void stop();
  /// Function that an agent callback calls when failed samples had the current
  /// thread's present stack. Set it before start().
  using FailedFn = std::function<void(JNIEnv &, const FailedSamples &)>;
  void onFailed(FailedFn F) { OnFailed = std::move(F); }
  /// Notifies the running sampler of this thread's failed samples.
  static void countFailed();

  /// No samples are taken between pause() and resume().
  void pause() { IsPaused = true; }
  void resume() { IsPaused = false; }

  ThreadTimers &timers() { return Timers; }
  SampleRing &ring() { return Ring; }
  CodeRange &code() { return Code; }

private:
  static void onSignal(int, siginfo_t *Info, void *Context);
  void sample(TimedThread &T, void *Context);

  JavaVM &Vm;
  const AsyncGetCallTraceFn GetTrace;
  SampleRing Ring;
  CodeRange Code;
  FailedFn OnFailed;
  ThreadTimers Timers;
  std::atomic<bool> IsPaused{false};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_SIGNALSAMPLER_H
