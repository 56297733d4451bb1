//===- CallTimes.cpp - Calls and times of methods (cpu=times|old) ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CallTimes.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/Messages.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/JvmError.h"
#include "CallProfile.h"
#include "CallTracker.h"
#include "ClassEditor.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class CallTimes final : public Recording {
public:
  explicit CallTimes(const RecordingContext &C)
      : C(C), IsOld(C.Opts.CpuOld), Option(IsOld ? "cpu=old" : "cpu=times"),
        Editor(*C.J.Ti, C.Memory, Option) {}

  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Cpu;
  }
  StringRef title() const override {
    return IsOld ? "CPU usage in old prof format"
                 : "CPU usage by timing methods";
  }
  Error want(const Jvm &J, jvmtiCapabilities &Wanted) override;
  Error start(JNIEnv &Jni) override;
  Error dump(JNIEnv &Jni) override;
  void stop(JNIEnv &Jni) override;
  void goOn(JNIEnv &Jni) override;
  void pause() override { mute(true); }
  void resume() override { mute(false); }
  void threadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) override;
  void virtualThreadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) override {
    threadStarted(Jni, T, Serial);
  }
  void threadEnded() override;
  void classPrepared(JNIEnv &Jni, jclass Class) override {
    Tracker.classPrepared(Jni, Class);
  }
  void classFileLoaded(const ClassFileEvent &E) override { Editor.edit(E); }

private:
  Error findThreads(JNIEnv &Jni);
  void mute(bool IsMuted);
  uint32_t serialOf(int64_t Thread);
  CallProfile profile(JNIEnv &Jni, const CallTracker::Totals &T);
  uint32_t keyOf(JNIEnv &Jni, ArrayRef<jint> Frames, int64_t Thread);
  std::optional<uint32_t> traceOf(JNIEnv &Jni, ArrayRef<jint> Frames,
                                  int64_t Thread);
  uint32_t pairOf(ArrayRef<jint> Frames);
  void makeMissing(JNIEnv &Jni);
  std::vector<CallRow> withMissing(std::vector<CallRow> Rows,
                                   uint64_t Lost) const;
  void writeTimes(const CallProfile &P, uint64_t Lost);
  void writePairs(const CallProfile &P, uint64_t Lost);

  const RecordingContext C;
  const bool IsOld;
  const std::string Option;
  ClassEditor Editor;
  CallTracker Tracker;
  std::atomic<bool> IsStarted{false};
  bool HasEdited = false;

  // For thread=y: serials by Java thread id.
  jfieldID ThreadId = nullptr;
  std::mutex Lock;
  DenseMap<int64_t, uint32_t> Serials;

  // State for dumps.
  static constexpr uint32_t NoKey = UINT32_MAX;
  struct Known {
    uint32_t Key;
    uint64_t Calls;
    int64_t Nanos;
  };
  std::vector<Known> Last; ///< Counts at the last dump, by tracker trace.
  struct Pair {
    jint Callee, Caller; ///< -1 if unknown.
  };
  std::vector<Pair> Pairs;
  DenseMap<std::pair<jint, jint>, uint32_t> PairIndex;
  std::optional<uint32_t> Missing; ///< Key of uncounted calls.
  jint NumLost = 0;                ///< Lost calls at the last dump.
  bool HasToldFull = false, HasToldLost = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Life cycle
//===----------------------------------------------------------------------===//

Error CallTimes::want(const Jvm &J, jvmtiCapabilities &Wanted) {
  if (!J.Potential.can_retransform_classes)
    return make_error<JvmError>(Option +
                                ": this VM does not allow instrumenting loaded "
                                "classes (can_retransform_classes)");
  Wanted.can_retransform_classes = 1;
  Wanted.can_retransform_any_class = J.Potential.can_retransform_any_class;
  return Error::success();
}

/// Returns UINT64_MAX if unknown.
static uint64_t maxJavaHeap(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  jclass Class = Jni.FindClass("java/lang/Runtime");
  jmethodID Get = Class ? Jni.GetStaticMethodID(Class, "getRuntime",
                                                "()Ljava/lang/Runtime;")
                        : nullptr;
  jmethodID Max = Get ? Jni.GetMethodID(Class, "maxMemory", "()J") : nullptr;
  jobject Runtime = Max ? Jni.CallStaticObjectMethod(Class, Get) : nullptr;
  clearException(Jni);
  const jlong Bytes = Runtime ? Jni.CallLongMethod(Runtime, Max) : 0;
  clearException(Jni);
  return Bytes > 0 ? uint64_t(Bytes) : UINT64_MAX;
}

Error CallTimes::start(JNIEnv &Jni) {
  makeMissing(Jni); // While there is memory for it.
  if (Error E = Tracker.define(Jni))
    return make_error<JvmError>(Option + ": " + toString(std::move(E)));
  if (Error E = Tracker.prepareClock(*C.J.Ti, Jni, C.Opts.CpuClock))
    return E;
  if (C.Traces.hasThreads())
    if (Error E = findThreads(Jni))
      return E;
  // New classes are edited from now on; the loaded ones follow.
  if (Error E = setEvent(*C.J.Ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, true))
    return E;
  HasEdited = true;
  if (Error E = Editor.editLoaded(Jni))
    return E;
  CallTracker::Settings S = {};
  S.Depth = IsOld ? 2 : std::max(C.Opts.Depth, 1U);
  // Approximate size of a trace in the Java heap, most of which belongs to the
  // program.
  const uint64_t TraceBytes = 192 + UINT64_C(8) * S.Depth;
  const uint64_t Most =
      std::min<uint64_t>(C.Opts.Memory, maxJavaHeap(Jni) / 16);
  S.MaxTraces =
      uint32_t(std::clamp<uint64_t>(Most / TraceBytes, 1, INT32_MAX / 8));
  S.UsesCpuClock = C.Opts.CpuClock;
  S.CountsCallees = IsOld;
  S.HasThreads = C.Traces.hasThreads() && !IsOld;
  if (Error E = Tracker.start(Jni, S))
    return E;
  IsStarted = true;
  return Error::success();
}

void CallTimes::stop(JNIEnv &Jni) {
  IsStarted = false;
  consumeError(setEvent(*C.J.Ti, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, false));
  Tracker.stop(Jni);
}

/// Restores the original methods: classes are retransformed without edits.
void CallTimes::goOn(JNIEnv &Jni) {
  if (!HasEdited)
    return;
  if (Error E = Editor.restore(Jni))
    reportNote(Twine(Option) +
               ": methods remain instrumented: " + toString(std::move(E)));
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Error CallTimes::findThreads(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  jclass Class = Jni.FindClass("java/lang/Thread");
  if (Error E = takeException(Jni, "looking up java.lang.Thread"))
    return E;
  ThreadId = Jni.GetFieldID(Class, "tid", "J");
  if (Error E = takeException(Jni, "looking up java.lang.Thread.tid"))
    return E;
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return Live.takeError();
  for (const ThreadTable::Live &L : *Live)
    threadStarted(Jni, L.Thread, L.Known.Serial);
  return Error::success();
}

void CallTimes::threadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) {
  if (!ThreadId)
    return;
  const int64_t Id = Jni.GetLongField(T, ThreadId);
  std::lock_guard<std::mutex> Hold(Lock);
  Serials[Id] = Serial;
}

uint32_t CallTimes::serialOf(int64_t Thread) {
  if (Thread == 0)
    return 0;
  std::lock_guard<std::mutex> Hold(Lock);
  auto It = Serials.find(Thread);
  return It == Serials.end() ? uint32_t(Numbers::UnknownThread) : It->second;
}

void CallTimes::threadEnded() {
  if (JNIEnv *Jni = IsStarted ? C.J.jni() : nullptr)
    Tracker.threadEnded(*Jni);
}

/// Excludes Java code that a dump runs in the current thread.
void CallTimes::mute(bool IsMuted) {
  if (JNIEnv *Jni = IsStarted ? C.J.jni() : nullptr)
    Tracker.mute(*Jni, IsMuted);
}

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

/// Returns a method id for traces that differs from all ids of the VM: those
/// are user-space addresses or small numbers.
static jmethodID idOf(jint Method) {
  return reinterpret_cast<jmethodID>(uintptr_t(1) << 63 | uintptr_t(Method));
}

/// Placeholder for methods whose calls were not counted; method numbers start
/// at 0.
static constexpr jint NotCounted = INT32_MAX;

std::optional<uint32_t> CallTimes::traceOf(JNIEnv &Jni, ArrayRef<jint> Frames,
                                           int64_t Thread) {
  std::vector<jvmtiFrameInfo> Places;
  for (jint Number : Frames) {
    const EditedMethods::Method &M = Editor.methods().method(uint32_t(Number));
    const EditedMethods::Class &Class = Editor.methods().classOf(M);
    const jmethodID Id = idOf(Number);
    if (!C.Traces.name(Id,
                       {Class.Name, M.Name, M.Descriptor, Class.SourceFile}))
      return std::nullopt;
    Places.push_back({Id, 0});
  }
  Stack S;
  S.Frames = Places;
  S.Thread = serialOf(Thread);
  const Trace *T = C.Traces.get(Jni, S);
  if (!T)
    return std::nullopt;
  return T->Index;
}

uint32_t CallTimes::pairOf(ArrayRef<jint> Frames) {
  const Pair P = {Frames[0], Frames.size() > 1 ? Frames[1] : -1};
  auto [It, IsNew] = PairIndex.try_emplace(std::pair(P.Callee, P.Caller),
                                           uint32_t(Pairs.size()));
  if (IsNew)
    Pairs.push_back(P);
  return It->second;
}

/// Returns NoKey if the agent's memory is exhausted.
uint32_t CallTimes::keyOf(JNIEnv &Jni, ArrayRef<jint> Frames, int64_t Thread) {
  // Code edited for an earlier load of the agent may still have been running
  // and have passed unknown numbers.
  for (jint Number : Frames)
    if (!Editor.methods().has(uint32_t(Number)))
      return NoKey;
  if (IsOld)
    return pairOf(Frames);
  return traceOf(Jni, Frames, Thread).value_or(NoKey);
}

/// Returns the counts since the last dump.
CallProfile CallTimes::profile(JNIEnv &Jni, const CallTracker::Totals &T) {
  CallProfile P;
  ArrayRef<jint> Rest = T.Frames;
  bool HasLost = false;
  const size_t Num = T.Sums.size() / 3;
  for (size_t I = 0; I != Num; ++I) {
    const ArrayRef<jint> Frames = Rest.slice(1, size_t(Rest[0]));
    Rest = Rest.drop_front(1 + Frames.size());
    const int64_t Thread = T.Sums[3 * I];
    const auto Calls = uint64_t(T.Sums[3 * I + 1]);
    const int64_t Nanos = T.Sums[3 * I + 2];
    if (I == Last.size())
      Last.push_back({keyOf(Jni, Frames, Thread), 0, 0});
    Known &Before = Last[I];
    if (Before.Key == NoKey)
      HasLost = true;
    else
      P.add(Before.Key, Calls - Before.Calls, Nanos - Before.Nanos);
    Before.Calls = Calls;
    Before.Nanos = Nanos;
  }
  if (HasLost && !HasToldLost)
    reportNote(Twine(Option) + ": the tables have reached the limit memory=" +
               Twine(C.Memory.limit()) + "; some traces are omitted");
  HasToldLost |= HasLost;
  return P;
}

/// A row without time shows readers of the profile that calls are missing.
void CallTimes::makeMissing(JNIEnv &Jni) {
  if (IsOld) {
    Missing = pairOf({NotCounted});
    return;
  }
  const jmethodID Id = idOf(NotCounted);
  const jvmtiFrameInfo Frame = {Id, -1}; // Native.
  Stack S;
  S.Frames = Frame;
  S.Thread = Numbers::UnknownThread;
  if (!C.Traces.name(Id, {"HPROF", "callsNotCounted", "()V", "libhprof.so"}))
    return;
  if (const Trace *T = C.Traces.get(Jni, S))
    Missing = T->Index;
}

/// Returns \p Rows, plus one for \p Lost calls, if any.
std::vector<CallRow> CallTimes::withMissing(std::vector<CallRow> Rows,
                                            uint64_t Lost) const {
  if (Lost && Missing)
    Rows.push_back({*Missing, Lost, 0});
  return Rows;
}

void CallTimes::writeTimes(const CallProfile &P, uint64_t Lost) {
  const std::vector<CallRow> Rows = withMissing(P.byTime(C.Opts.Cutoff), Lost);
  for (const CallRow &R : Rows)
    C.Traces.write(*C.Traces.at(R.Key));
  C.Out.with([&](RecordStream &S) {
    // Based on nanoseconds, since many methods take less than a millisecond.
    ListBuilder<Percentage> Shares;
    ListBuilder<CpuTime> Times;
    const double All = double(std::max<uint64_t>(P.totalNanos(), 1));
    uint64_t Sum = 0;
    for (const CallRow &R : Rows) {
      Sum += R.Nanos;
      Shares.add({int32_t(std::lround(double(R.Nanos) / All * 1e4)),
                  int32_t(std::lround(double(Sum) / All * 1e4))});
      Times.add({uint32_t(std::min<uint64_t>(R.Calls, UINT32_MAX)),
                 C.Traces.at(R.Key)->Serial, millisOf(R.Nanos)});
    }
    Percentages Columns;
    Columns.Rows = Shares.ref();
    if (!Rows.empty())
      S.write(Columns);
    CpuTimes R;
    R.TotalMillis = millisOf(P.totalNanos());
    R.Times = Times.ref();
    S.write(R);
  });
}

void CallTimes::writePairs(const CallProfile &P, uint64_t Lost) {
  auto NameOf = [&](jint Method) {
    if (Method < 0)
      return std::string();
    if (Method == NotCounted)
      return std::string("HPROF.callsNotCounted()V");
    const EditedMethods::Method &M = Editor.methods().method(uint32_t(Method));
    std::string Name = Editor.methods().classOf(M).Name.str();
    std::replace(Name.begin(), Name.end(), '/', '.');
    return (Name + "." + M.Name + M.Descriptor).str();
  };
  C.Out.with([&](RecordStream &S) {
    ListBuilder<MethodCall> Calls(RecordStream::IdSize);
    for (const CallRow &R : withMissing(P.byCalls(), Lost)) {
      MethodCall M = {};
      M.Calls = uint32_t(std::min<uint64_t>(R.Calls, UINT32_MAX));
      M.Callee = S.name(NameOf(Pairs[R.Key].Callee));
      M.Caller = S.name(NameOf(Pairs[R.Key].Caller));
      M.Millis = int32_t(std::min<uint32_t>(millisOf(R.Nanos), INT32_MAX));
      Calls.add(M);
    }
    MethodCalls R;
    R.Calls = Calls.ref();
    S.write(R);
  });
}

Error CallTimes::dump(JNIEnv &Jni) {
  Expected<CallTracker::Totals> T = Tracker.totals(Jni);
  if (!T)
    return T.takeError();
  const CallProfile P = profile(Jni, *T);
  const uint64_t Lost = uint64_t(T->NumLost - NumLost);
  // The number of calls since the tracker stopped is unknown.
  const uint64_t Missed = Lost + (T->IsFull || HasToldLost || Editor.isFull());
  if (IsOld)
    writePairs(P, Missed);
  else
    writeTimes(P, Missed);
  if (T->IsFull && !HasToldFull)
    reportNote(Twine(Option) + ": the traces have reached the limit memory=" +
               Twine(C.Opts.Memory) +
               " or 1/16 of the Java heap, or the heap is full; later "
               "calls are not counted");
  else if (Lost)
    reportNote(Twine(Option) + ": " + Twine(Lost) +
               " calls were not counted because the Java heap was full");
  NumLost = T->NumLost;
  HasToldFull |= T->IsFull;
  Editor.reportRest();
  return Error::success();
}

std::unique_ptr<Recording> agent::makeCallTimes(const RecordingContext &C) {
  return std::make_unique<CallTimes>(C);
}
