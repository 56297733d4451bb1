//===- CpuSampler.cpp - CPU usage by samples (cpu=samples) ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CpuSampler.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/Messages.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/AgentThread.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "MethodIds.h"
#include "NativeThreads.h"
#include "PollSampler.h"
#include "SampleFailures.h"
#include "SampledThreads.h"
#include "SignalSampler.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Interval at which samples are fetched from the queue.
static constexpr uint64_t DrainMillis = 50;

namespace {
class CpuSampler final : public Recording {
public:
  explicit CpuSampler(const RecordingContext &C)
      : C(C), Methods(*C.J.Ti, C.Traces),
        Poll(C, Counts, Failures, Sampled, Methods) {}

  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Cpu;
  }
  StringRef title() const override {
    return "CPU usage by sampling running threads";
  }
  Error want(const Jvm &J, jvmtiCapabilities &Wanted) override;
  Error prepare() override;
  Error start(JNIEnv &Jni) override;
  Error dump(JNIEnv &Jni) override { return report(Jni, C.Opts.Cutoff); }
  bool knows(const Command &Asked) const override;
  Error command(JNIEnv &Jni, const Command &Asked) override;
  void stop(JNIEnv &Jni) override;
  void threadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) override;
  void threadEnded() override;
  bool needsMounts() const override {
    return UsesSignals && C.Traces.hasThreads();
  }
  void virtualThreadMounted(JNIEnv &Jni, jthread T) override;
  void virtualThreadUnmounted() override;
  void classPrepared(JNIEnv &Jni, jclass Class) override;
  void codeGenerated(const void *Begin, size_t Bytes) override {
    if (Signals)
      Signals->code().add(Begin, Bytes);
  }
  void pause() override;
  void resume() override;

private:
  Error startSignals();
  std::vector<std::string> notes() const;
  Error startPolling(JNIEnv &Jni);
  void stopSignals();
  Error wantVirtualThreads();
  Error tellThreadsApart(JNIEnv &Jni);
  void findNativeThreads(JNIEnv &Jni);
  void drain(JNIEnv &Jni);
  void count(JNIEnv &Jni, const TakenSample &S);
  void countFailed(JNIEnv &Jni, const FailedSamples &Of);
  void addFailed(JNIEnv &Jni);
  Error report(JNIEnv &Jni, double Cutoff);
  bool isThread(uint32_t Serial);
  Error choose(JNIEnv &Jni, uint64_t ThreadId, bool IsOn);

  const RecordingContext C;
  AsyncGetCallTraceFn GetTrace = nullptr;
  MethodIds Methods;
  SampleCounts Counts;
  SampledThreads Sampled;
  SampleFailures Failures;
  std::unique_ptr<SignalSampler> Signals; ///< Null without AsyncGetCallTrace.
  bool UsesSignals = false;               ///< Set before the drainer starts.
  PollSampler Poll;
  AgentThread Drainer;
  std::atomic<unsigned> NumPauses{0};
  std::atomic<bool> HasToldTimer{false}; ///< Reported that there is no timer.
  /// With so few samples, a measured 50% may really be 40 to 60%.
  static constexpr uint32_t FewSamples = 100;
  std::atomic<uint32_t> LastTotal{FewSamples}; ///< Samples in the last profile.
  std::atomic<bool> HasToldFew{false};
  // Changed by commands from the peer of net=.
  bool IsOff = false, HasNativeThreads = false;
  bool HasToldThread = false; ///< Reported an unknown thread.
};
} // namespace

//===----------------------------------------------------------------------===//
// Life cycle
//===----------------------------------------------------------------------===//

Error CpuSampler::want(const Jvm &J, jvmtiCapabilities &Wanted) {
  TraceTable::want(J, Wanted);
  using Sampler = Options::Sampler;
  const Sampler Way = C.Opts.CpuSampler;
  if (Way != Sampler::JvmTi &&
      J.Potential.can_generate_compiled_method_load_events)
    GetTrace = findAsyncGetCallTrace(*J.Vm);
  if (!GetTrace && Way == Sampler::Agct)
    return make_error<JvmError>("sampler=agct: this VM has no "
                                "AsyncGetCallTrace; use sampler=jvmti");
  if (!GetTrace && !J.Potential.can_get_thread_cpu_time)
    return make_error<JvmError>(
        "cpu=samples: this VM does not report the CPU time of threads");
  Wanted.can_get_thread_cpu_time = J.Potential.can_get_thread_cpu_time;
  Wanted.can_generate_compiled_method_load_events = GetTrace != nullptr;
  if (GetTrace)
    Signals = std::make_unique<SignalSampler>(*J.Vm, GetTrace, C.Memory,
                                              std::max(C.Opts.Depth, 1U) +
                                                  MethodIds::MaxOwnFrames,
                                              C.Opts.IntervalMillis);
  return Error::success();
}

/// Requests the events for sampling virtual threads. The events slow these
/// threads down a little.
Error CpuSampler::wantVirtualThreads() {
  if (!C.J.hasVirtualThreads())
    return Error::success();
  jvmtiCapabilities Wanted = {};
  setBit(Wanted, VirtualThreadsBit);
  if (Error E = check("AddCapabilities", C.J.Ti->AddCapabilities(&Wanted)))
    return E;
  // With thread=y, virtual threads get a START THREAD when they are sampled.
  return C.Traces.hasThreads() ? setEvent(*C.J.Ti, VirtualThreadEndEvent, true)
                               : Error::success();
}

/// Events for generated code, always enabled and disabled together.
static constexpr jvmtiEvent CodeEvents[] = {JVMTI_EVENT_COMPILED_METHOD_LOAD,
                                            JVMTI_EVENT_DYNAMIC_CODE_GENERATED};

Error CpuSampler::prepare() {
  if (!GetTrace)
    return Error::success();
  // With CompiledMethodLoad enabled, HotSpot's compilers record the method of
  // instructions even between safepoints. Otherwise, time in inlined methods is
  // attributed to their callers.
  for (jvmtiEvent E : CodeEvents)
    if (Error Refused = setEvent(*C.J.Ti, E, true))
      return Refused;
  return Error::success();
}

Error CpuSampler::startSignals() {
  // AsyncGetCallTrace requires this event.
  if (Error E = setEvent(*C.J.Ti, JVMTI_EVENT_CLASS_LOAD, true))
    return E;
  // Requests events for existing code.
  if (C.J.IsAttached)
    for (jvmtiEvent E : CodeEvents)
      if (Error Refused = check("GenerateEvents", C.J.Ti->GenerateEvents(E)))
        return Refused;
  Signals->onFailed(
      [this](JNIEnv &Jni, const FailedSamples &Of) { countFailed(Jni, Of); });
  return Signals->start();
}

void CpuSampler::stopSignals() {
  Signals->stop();
  consumeError(setEvent(*C.J.Ti, JVMTI_EVENT_CLASS_LOAD, false));
  for (jvmtiEvent E : CodeEvents)
    consumeError(setEvent(*C.J.Ti, E, false));
}

Error CpuSampler::startPolling(JNIEnv &Jni) {
  if (!C.J.Potential.can_get_thread_cpu_time)
    return make_error<JvmError>(
        "this VM does not report the CPU time of threads");
  if (Error E = wantVirtualThreads())
    return E;
  Poll.start(Jni);
  return Drainer.start(*C.J.Ti, Jni, "HPROF CPU sampler by JVM TI",
                       C.Opts.IntervalMillis, [this](JNIEnv &Jni) {
                         if (!NumPauses && C.Out.isOpen())
                           Poll.look(Jni, Drainer.object());
                       });
}

/// Returns the limitations of samples by signals.
std::vector<std::string> CpuSampler::notes() const {
  std::vector<std::string> Result;
  if (C.J.IsAttached)
    Result.push_back("inlined frames biased; add -XX:+DebugNonSafepoints");
  const double Tick = timerTickMillis();
  if (C.Opts.IntervalMillis < Tick) {
    std::string Text;
    raw_string_ostream(Text)
        << "one per " << format("%.3g", Tick)
        << " ms of CPU time (the system's timer tick) instead of "
        << C.Opts.IntervalMillis << " ms";
    Result.push_back(std::move(Text));
  }
  return Result;
}

Error CpuSampler::start(JNIEnv &Jni) {
  if (Error E = Methods.start(Jni))
    return E;
  if (Signals) {
    Error E = startSignals();
    UsesSignals = !E;
    if (E) {
      stopSignals();
      if (C.Opts.CpuSampler == Options::Sampler::Agct)
        return make_error<JvmError>("sampler=agct: " +
                                    Twine(toString(std::move(E))));
      reportNote("no CPU samples from AsyncGetCallTrace: " +
                 toString(std::move(E)) + "; using JVM TI");
    }
  }
  if (!UsesSignals)
    return startPolling(Jni);
  if (C.Traces.hasThreads())
    if (Error E = tellThreadsApart(Jni))
      return E;
  std::string Name = "HPROF CPU sampler by AsyncGetCallTrace";
  for (const std::string &Note : notes()) {
    reportNote("CPU samples: " + Note);
    Name += "; " + Note;
  }
  return Drainer.start(*C.J.Ti, Jni, Name, DrainMillis, [this](JNIEnv &Jni) {
    if (C.Out.isOpen())
      drain(Jni);
    else
      Signals->stop();
  });
}

void CpuSampler::stop(JNIEnv &Jni) {
  if (Signals)
    stopSignals();
  // The stopped session stays in memory, and most of that memory is the queue.
  if (Drainer.stop() && Signals)
    Signals->ring().close();
  Methods.stop(Jni);
}

void CpuSampler::pause() {
  ++NumPauses;
  if (UsesSignals)
    Signals->pause();
}

void CpuSampler::resume() {
  if (--NumPauses == 0 && UsesSignals)
    Signals->resume();
  // Lost samples are the agent's own failure, which is always reported.
  const bool HasLost = Failures.hasLost();
  const std::string Failed = Failures.takeText();
  if (!Failed.empty() && (C.Opts.Verbose || HasLost))
    reportNote(Failed);
  const uint32_t Few = LastTotal.exchange(FewSamples);
  if (Few < FewSamples && C.Opts.Verbose && !HasToldFew.exchange(true))
    reportNote("CPU SAMPLES contains " + counted(Few, "sample") +
               "; fewer than " + Twine(FewSamples) +
               " are unreliable (use a longer run or a shorter interval=)");
}

//===----------------------------------------------------------------------===//
// Threads and classes
//===----------------------------------------------------------------------===//

void CpuSampler::threadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) {
  if (!Signals || Jni.IsSameObject(T, Drainer.object()))
    return;
  const std::error_code E = Signals->timers().arm(::gettid(), Serial);
  if (E && !HasToldTimer.exchange(true))
    reportNote("cannot create a timer for a thread: " + E.message() +
               "; CPU time is missing for this and other such threads (ulimit "
               "-i limits timers)");
}

void CpuSampler::threadEnded() {
  if (Signals)
    Signals->timers().disarm(::gettid());
}

void CpuSampler::virtualThreadMounted(JNIEnv &Jni, jthread T) {
  if (Signals)
    Signals->timers().mount(::gettid(), C.Threads.started(Jni, T).Serial);
}

void CpuSampler::virtualThreadUnmounted() {
  if (Signals)
    Signals->timers().unmount(::gettid());
}

void CpuSampler::classPrepared(JNIEnv &Jni, jclass Class) {
  Methods.prepared(Jni, Class);
}

/// Prepares for samples by thread, for thread=y.
Error CpuSampler::tellThreadsApart(JNIEnv &Jni) {
  findNativeThreads(Jni);
  return wantVirtualThreads();
}

/// Attributes samples of threads that started before the agent, too.
void CpuSampler::findNativeThreads(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return consumeError(Live.takeError());
  auto OfThread = [&](size_t I) -> std::optional<int64_t> {
    jlong Nanos = 0;
    if (C.J.Ti->GetThreadCpuTime((*Live)[I].Thread, &Nanos) != JVMTI_ERROR_NONE)
      return std::nullopt;
    return int64_t(Nanos);
  };
  const std::vector<pid_t> Tids =
      matchThreads(threadsOfProcess(), cpuTimeOf, Live->size(), OfThread);
  for (size_t I = 0; I != Tids.size(); ++I)
    if (Tids[I])
      Signals->timers().setSerial(Tids[I], (*Live)[I].Known.Serial);
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static uint32_t threadOr(uint32_t Serial) {
  return Serial ? Serial : uint32_t(Numbers::UnknownThread);
}

void CpuSampler::count(JNIEnv &Jni, const TakenSample &Sample) {
  if (Sample.Result == SampleRing::NoSample)
    return;
  if (!Sampled.has(Sample.Thread))
    return;
  if (Sample.Result <= 0)
    return Failures.add(SampleFailures::reasonOf(Sample.Result));
  std::vector<jvmtiFrameInfo> Frames;
  for (const AsyncFrame &F : Sample.Frames) {
    // The following frames belong to the carrier.
    if (Methods.isContinuationEntry(F.Method))
      break;
    if (Frames.empty() && Methods.isOwn(F.Method))
      continue;
    // JVM TI uses -1 for native methods.
    Frames.push_back({F.Method, std::max<jint>(F.Bci, -1)});
  }
  Stack S;
  S.Frames = Frames;
  S.Thread = threadOr(Sample.Thread);
  const Trace *T = C.Traces.get(Jni, S);
  if (!T)
    return Failures.add(SampleFailures::Lost);
  Failures.addGood();
  Counts.add(T->Index);
}

void CpuSampler::drain(JNIEnv &Jni) {
  TakenSample S;
  while (Signals->ring().take(S))
    count(Jni, S);
  Failures.add(SampleFailures::Dropped, Signals->ring().takeDropped());
}

/// Counts samples of the current thread that failed, or will be counted as
/// failed, during agent work caused by the program's method.
void CpuSampler::countFailed(JNIEnv &Jni, const FailedSamples &Of) {
  static_assert(FailedSamples::NumReasons == SampleFailures::UnknownCode + 1);
  if (!Sampled.has(Of.Thread))
    return;
  const Trace *T = Methods.traceOf(Jni, nullptr, threadOr(Of.Thread));
  if (!T || !T->NumFrames)
    return;
  for (unsigned I = 0; I != Of.ByReason.size(); ++I)
    if (const uint32_t N = Of.ByReason[I]) {
      Failures.mend(I, N);
      Counts.add(T->Index, N);
    }
}

/// Returns the method name in a row of failed samples, with underscores instead
/// of spaces and commas.
static std::string methodOfFailed(unsigned Reason) {
  std::string Name = "sampleFailed";
  bool IsBreak = true;
  for (char C : SampleFailures::nameOf(Reason)) {
    if (isAlnum(C)) {
      Name += IsBreak ? "_" : "";
      Name += C;
    }
    IsBreak = !isAlnum(C);
  }
  return Name;
}

/// Adds rows for failed samples: without them, the shares of the other rows
/// would silently be wrong.
void CpuSampler::addFailed(JNIEnv &Jni) {
  const auto Failed = Failures.takeCounts();
  for (unsigned I = 0; I != Failed.size(); ++I) {
    if (!Failed[I])
      continue;
    // Not a method id of the VM; see idOf() in CallTimes.cpp.
    const jmethodID Id = reinterpret_cast<jmethodID>(UINTPTR_MAX - I);
    const std::string Name = methodOfFailed(I);
    const jvmtiFrameInfo Frame = {Id, -1}; // Native.
    Stack S;
    S.Frames = Frame;
    S.Thread = Numbers::UnknownThread;
    // If memory is exhausted, only a message gives their number.
    if (C.Traces.name(Id, {"HPROF", Name, "()V", "libhprof.so"}))
      if (const Trace *T = C.Traces.get(Jni, S))
        Counts.add(T->Index,
                   uint32_t(std::min<uint64_t>(Failed[I], UINT32_MAX)));
  }
}

Error CpuSampler::report(JNIEnv &Jni, double Cutoff) {
  if (UsesSignals)
    drain(Jni);
  addFailed(Jni);
  const SampleCounts::Profile P = Counts.take(Cutoff);
  LastTotal = P.Total;
  C.Traces.writeAll();
  C.Out.with([&](RecordStream &S) {
    ListBuilder<CpuSample> Rows;
    for (const SampleCounts::Row &R : P.Rows)
      Rows.add({R.Count, C.Traces.at(R.Trace)->Serial});
    CpuSamples R;
    R.Total = P.Total;
    R.Samples = Rows.ref();
    S.write(R);
  });
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

bool CpuSampler::knows(const Command &Asked) const {
  if (Asked.Tag != CommandTag::Control)
    return Asked.Tag == CommandTag::CpuSamples;
  return Asked.Option == ControlOption::SamplingOn ||
         Asked.Option == ControlOption::SamplingOff ||
         Asked.Option == ControlOption::ClearSamples ||
         Asked.Option == ControlOption::SetDepth;
}

Error CpuSampler::command(JNIEnv &Jni, const Command &Asked) {
  if (Asked.Tag == CommandTag::CpuSamples)
    return report(Jni, double(Asked.Cutoff));
  if (UsesSignals)
    drain(Jni);
  switch (Asked.Option) {
  case ControlOption::ClearSamples:
    Counts.take(0);
    Failures.takeCounts();
    break;
  case ControlOption::SetDepth:
    if (UsesSignals && Asked.Depth > std::max(C.Opts.Depth, 1U))
      reportNote("CPU samples contain at most " +
                 Twine(std::max(C.Opts.Depth, 1U)) +
                 " frames, the initial depth=");
    break;
  default:
    return choose(Jni, Asked.Thread, Asked.Option == ControlOption::SamplingOn);
  }
  return Error::success();
}

/// Whether this serial belongs or belonged to a thread.
bool CpuSampler::isThread(uint32_t Serial) {
  uint32_t End = 0;
  C.Out.with([&](RecordStream &S) { End = S.Next.ThreadSerials.Next; });
  return Serial && Serial < End;
}

/// Turns sampling of a thread, or of all threads if the id is 0, on or off.
Error CpuSampler::choose(JNIEnv &Jni, uint64_t ThreadId, bool IsOn) {
  if (!ThreadId) {
    Sampled.setAll(IsOn);
  } else {
    const uint32_t Serial = Numbers::threadSerial(ThreadId);
    if (!isThread(Serial)) {
      // A peer can send any number of such commands.
      if (std::exchange(HasToldThread, true))
        return Error::success();
      return make_error<JvmError>(
          "no thread has the id " + Twine(ThreadId) +
          "; START THREAD records contain all thread ids (reported once)");
    }
    if (UsesSignals && !std::exchange(HasNativeThreads, true))
      findNativeThreads(Jni);
    Sampled.set(Serial, IsOn);
  }
  // If no thread is sampled, sampling should cost nothing.
  const bool WasOff = std::exchange(IsOff, Sampled.isEmpty());
  if (IsOff && !WasOff)
    pause();
  if (WasOff && !IsOff)
    resume();
  return Error::success();
}

std::unique_ptr<Recording> agent::makeCpuSampler(const RecordingContext &C) {
  return std::make_unique<CpuSampler>(C);
}
