//===- SignalSampler.cpp - Samples taken by SIGPROF -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SignalSampler.h"
#include "SampleFailures.h"
#include "llvm/ADT/ScopeExit.h"
#include <cerrno>
#include <unistd.h>

using namespace hprof::agent;
using namespace llvm;

static std::atomic<SignalSampler *> Active{nullptr};
/// Number of running handlers.
static std::atomic<unsigned> NumInside{0};

//===----------------------------------------------------------------------===//
// In the handler
//===----------------------------------------------------------------------===//

void SignalSampler::onSignal(int, siginfo_t *Info, void *Context) {
  if (Info->si_code != SI_TIMER)
    return;
  const int Before = errno;
  // The order matters, and stop() uses the reverse order: either stop() notices
  // this handler, or the handler notices that the sampler is gone.
  NumInside.fetch_add(1);
  if (SignalSampler *S = Active.load())
    if (TimedThread *T = S->Timers.find(uint32_t(Info->si_value.sival_int)))
      if (T->Tid == ::gettid())
        S->sample(*T, Context);
  NumInside.fetch_sub(1);
  errno = Before;
}

void SignalSampler::sample(TimedThread &T, void *Context) {
  if (IsPaused)
    return;
  AsyncTrace Trace = {};
  void *Env = nullptr;
  // GetEnv only reads thread-local storage.
  if (Vm.GetEnv(&Env, JNI_VERSION_1_6) != JNI_OK) {
    // A thread of the garbage collector, for example. If such a thread attaches
    // later, it gets a new timer.
    ThreadTimers::stop(T);
    return;
  }
  Trace.Env = static_cast<JNIEnv *>(Env);
  Ring.put(T.Serial, [&](AsyncFrame *Frames) {
    Trace.Frames = Frames;
    GetTrace(&Trace, jint(Ring.depth()), Context);
    if (isLostInJava(Trace.NumFrames))
      retryFromCaller(GetTrace, Trace, jint(Ring.depth()), Context, Code);
    if (Trace.NumFrames > 0) {
      T.IsJava = T.HadFrames = true;
    } else {
      // Compilers and agents run in Java threads without Java frames.
      if (!T.IsJava || (Trace.NumFrames == 0 && !T.HadFrames))
        return SampleRing::NoSample;
      SampledHook::failed(SampleFailures::reasonOf(Trace.NumFrames), T.Serial);
    }
    return std::min(Trace.NumFrames, jint(Ring.depth()));
  });
}

//===----------------------------------------------------------------------===//
// Outside the handler
//===----------------------------------------------------------------------===//

void SignalSampler::countFailed() {
  NumInside.fetch_add(1);
  SignalSampler *S = Active.load();
  void *Env = nullptr;
  if (S && S->OnFailed && S->Vm.GetEnv(&Env, JNI_VERSION_1_6) == JNI_OK)
    S->OnFailed(*static_cast<JNIEnv *>(Env), SampledHook::take());
  NumInside.fetch_sub(1);
}

static bool isFree(const struct sigaction &A) {
  return !(A.sa_flags & SA_SIGINFO) &&
         (A.sa_handler == SIG_DFL || A.sa_handler == SIG_IGN);
}

static Error cannot(const Twine &Why) {
  return createStringError(inconvertibleErrorCode(), Why);
}

Error SignalSampler::start() {
  if (!Ring.open())
    return cannot("no memory for the samples");
  struct sigaction Before = {};
  ::sigaction(SIGPROF, nullptr, &Before);
  if (!isFree(Before))
    return cannot("SIGPROF already has a handler");
  SignalSampler *None = nullptr;
  if (!Active.compare_exchange_strong(None, this))
    return cannot("this agent is already sampling");
  struct sigaction Ours = {};
  Ours.sa_sigaction = onSignal;
  Ours.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigfillset(&Ours.sa_mask);
  for (int Fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    ::sigdelset(&Ours.sa_mask, Fault);
  ::sigaction(SIGPROF, &Ours, &Before);
  if (!isFree(Before)) {
    // Another handler was installed meanwhile.
    ::sigaction(SIGPROF, &Before, nullptr);
    Active = nullptr;
    return cannot("SIGPROF already has a handler");
  }
  if (std::error_code E = Timers.armAll()) {
    stop();
    return cannot("cannot create a timer: " + E.message());
  }
  return Error::success();
}

void SignalSampler::stop() {
  SignalSampler *This = this;
  if (!Active.compare_exchange_strong(This, nullptr))
    return;
  Timers.disarmAll();
  struct sigaction Now = {};
  ::sigaction(SIGPROF, nullptr, &Now);
  if ((Now.sa_flags & SA_SIGINFO) && Now.sa_sigaction == onSignal) {
    struct sigaction Ignore = {};
    Ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPROF, &Ignore, nullptr);
  }
  while (NumInside.load() != 0)
    ::usleep(100);
}
