//===- SampledHook.cpp - Samples during agent callbacks -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SampledHook.h"
#include "SignalSampler.h"
#include <ctime>

using namespace hprof;
using namespace hprof::agent;

/// Maximum CPU time between a sample and a callback with the same stack. An
/// allocation takes the VM about a microsecond, or more if it needs a new
/// thread-local buffer.
static constexpr int64_t MaxNanosBefore = 50000;

thread_local SampledHook::OfThread SampledHook::Mine;

static int64_t cpuTimeOfThread() {
  struct timespec Now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return int64_t(Now.tv_sec) * 1000000000 + Now.tv_nsec;
}

void SampledHook::failed(unsigned Reason, uint32_t Thread) {
  // Outside a scope, only the last failure matters: samples are at least a
  // millisecond apart.
  if (!Mine.Depth)
    take();
  Mine.ByReason[Reason].fetch_add(1, Relaxed);
  Mine.Thread.store(Thread, Relaxed);
  Mine.Nanos.store(cpuTimeOfThread(), Relaxed);
  Mine.Num.fetch_add(1, Relaxed);
}

FailedSamples SampledHook::take() {
  FailedSamples Result;
  Mine.Num.store(0, Relaxed);
  for (unsigned I = 0; I != FailedSamples::NumReasons; ++I)
    Result.ByReason[I] = Mine.ByReason[I].exchange(0, Relaxed);
  Result.Thread = Mine.Thread.load(Relaxed);
  return Result;
}

/// Drops failures that are too old to have the current stack.
void SampledHook::forgetOld() {
  if (cpuTimeOfThread() - Mine.Nanos.load(Relaxed) > MaxNanosBefore)
    take();
}

void SampledHook::count() { SignalSampler::countFailed(); }
