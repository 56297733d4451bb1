//===- SignalSampler.h - Samples taken by SIGPROF ------------- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the stack of a thread whenever its timer sends SIGPROF. There is one
/// handler in a process, so there is at most one running sampler.
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

/// A sampler that has run stays in memory until the process ends: the signal
/// of a timer may arrive late.
class SignalSampler {
public:
  SignalSampler(JavaVM &Vm, AsyncGetCallTraceFn GetTrace, TableMemory &Budget,
                unsigned Depth, uint64_t IntervalMillis)
      : Vm(Vm), GetTrace(GetTrace), Ring(Budget, Depth),
        Timers(Budget, IntervalMillis) {}

  /// Installs the handler and starts a timer for each thread of the process.
  /// Fails if SIGPROF has a handler already, which stays.
  llvm::Error start();
  /// Deletes the timers and waits for handlers that are running. May be
  /// called again. SIGPROF is ignored after that, since it would end the
  /// process.
  void stop();
  /// The function to call, in a callback of the agent, when samples have failed
  /// whose stack is that of the current thread now. To be set before start().
  using FailedFn = std::function<void(JNIEnv &, const FailedSamples &)>;
  void onFailed(FailedFn F) { OnFailed = std::move(F); }
  /// Notifies the sampler that runs of the samples of this thread that failed.
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
