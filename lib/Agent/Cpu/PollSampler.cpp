//===- PollSampler.cpp - Samples taken by polling threads -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PollSampler.h"
#include "Agent/Options/Options.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/Extensions.h"

using namespace hprof::agent;
using namespace llvm;

uint32_t CpuCredit::look(int64_t Now, int64_t Interval) {
  const int64_t Used = std::max<int64_t>(Now - Last, 0);
  Last = Now;
  Credit += Used;
  // A sleeping thread is not sampled: it used the CPU time elsewhere.
  return Used ? uint32_t(std::min<int64_t>(Credit / Interval, UINT32_MAX)) : 0;
}

void PollSampler::start(JNIEnv &) {
  if (C.J.hasVirtualThreads())
    GetVirtualThread = findExtensionFunction(*C.J.Ti, GetVirtualThreadFunction);
}

void PollSampler::lookAt(JNIEnv &Jni, jthread T, uint32_t Serial,
                         uint32_t Samples, CpuCredit &Credit) {
  const int64_t Interval = int64_t(C.Opts.IntervalMillis) * 1000000;
  if (GetVirtualThread) {
    jthread Mounted = nullptr;
    if (GetVirtualThread(C.J.Ti, T, &Mounted) == JVMTI_ERROR_NONE && Mounted) {
      T = Mounted;
      if (C.Traces.hasThreads())
        Serial = C.Threads.started(Jni, T).Serial;
    }
  }
  jint State = 0;
  if (C.J.Ti->GetThreadState(T, &State) != JVMTI_ERROR_NONE ||
      !(State & JVMTI_THREAD_STATE_RUNNABLE)) {
    Credit.defer(Interval);
    return;
  }
  if (!Sampled.has(Serial))
    return Credit.pay(Samples, Interval);
  const Trace *Found = Methods.traceOf(Jni, T, Serial);
  if (!Found) {
    Failures.add(SampleFailures::Lost, Samples);
  } else if (Found->NumFrames || !C.Opts.Depth) {
    // Otherwise, the thread is a VM thread without Java frames.
    Failures.addGood(Samples);
    Counts.add(Found->Index, Samples);
  }
  Credit.pay(Samples, Interval);
}

void PollSampler::look(JNIEnv &Jni, jthread Self) {
  LocalFrame Refs(Jni);
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return consumeError(Live.takeError());
  const int64_t Interval = int64_t(C.Opts.IntervalMillis) * 1000000;
  // Ended threads are dropped.
  DenseMap<uint32_t, CpuCredit> Next;
  for (const ThreadTable::Live &L : *Live) {
    jlong Nanos = 0;
    if (C.J.Ti->GetThreadCpuTime(L.Thread, &Nanos) != JVMTI_ERROR_NONE)
      continue;
    CpuCredit &Credit = Next[L.Known.Serial] = Credits.lookup(L.Known.Serial);
    // CPU time before the first look() is ignored.
    if (IsFirst)
      Credit.Last = Nanos;
    if (uint32_t Samples = Credit.look(Nanos, Interval))
      if (!Jni.IsSameObject(L.Thread, Self))
        lookAt(Jni, L.Thread, L.Known.Serial, Samples, Credit);
  }
  Credits = std::move(Next);
  IsFirst = false;
}
