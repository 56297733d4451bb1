//===- Session.cpp - One load of the agent --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Session.h"
#include "Agent/Calls/CallTimes.h"
#include "Agent/Cpu/CpuSampler.h"
#include "Agent/Cpu/SampledHook.h"
#include "Agent/Heap/HeapDump.h"
#include "Agent/Monitors/MonitorRecording.h"
#include "Agent/Output/Messages.h"
#include "Agent/Recording/OwnWork.h"
#include "Agent/Sites/SiteRecording.h"
#include "Agent/Threads/ThreadRecording.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "MountEvents.h"
#include "OutputNote.h"
#include "hprof/Agent/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <sys/time.h>
#include <thread>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Returns the memory that writing a dump needs in addition to the tables. Text
/// output keeps its own copy of the names and stacks in the tables.
static uint64_t leftToOutput(const Options &O) {
  return O.Binary ? O.Memory / 4 : O.Memory / 2;
}

Session::Session(const Jvm &J, Options O, Output To)
    : J(J), Opts(std::move(O)), Out(std::move(To)),
      Records(Out.To, Opts.Binary), Classes(*J.Ti, Records, J.Use),
      Threads(*J.Ti, Records, J.Use),
      Memory(Opts.Memory, memoryAccount(), leftToOutput(Opts)),
      Traces(*J.Ti, Records, Classes, Memory, Opts) {
  const RecordingContext Context = {this->J, Opts,   Records, Classes,
                                    Threads, Traces, Memory};
  std::unique_ptr<SiteRecording> Sites;
  if (Opts.HeapSites)
    Sites = std::make_unique<SiteRecording>(Context);
  Allocations = Sites.get();
  if (Opts.Threads)
    Recordings.push_back(makeThreadRecording(Context));
  if (Opts.Monitor)
    Recordings.push_back(makeMonitorRecording(Context));
  if (Opts.HeapDump)
    Recordings.push_back(makeHeapDump(Context, Sites.get()));
  if (Sites)
    Recordings.push_back(std::move(Sites));
  if (Opts.CpuSamples)
    Recordings.push_back(makeCpuSampler(Context));
  if (Opts.CpuTimes || Opts.CpuOld)
    Recordings.push_back(makeCallTimes(Context));
  if (!Opts.toSocket())
    return;
  Listener = std::make_unique<CommandListener>(Out.Fd, Out.To->name());
  if (!Opts.HeapDump)
    HeapOnRequest = makeHeapDump(Context);
}

Session::~Session() { close(); }

Session *agent::sessionOf(jvmtiEnv &Ti) {
  void *Stored = nullptr;
  if (Ti.GetEnvironmentLocalStorage(&Stored) != JVMTI_ERROR_NONE)
    return nullptr;
  return static_cast<Session *>(Stored);
}

//===----------------------------------------------------------------------===//
// Callbacks
//===----------------------------------------------------------------------===//

static void JNICALL onVmInit(jvmtiEnv *Ti, JNIEnv *Jni, jthread) {
  if (Session *S = sessionOf(*Ti))
    S->vmInit(*Jni);
}
static void JNICALL onVmDeath(jvmtiEnv *Ti, JNIEnv *Jni) {
  if (Session *S = sessionOf(*Ti))
    S->vmDeath(*Jni);
}
static void JNICALL onThreadStart(jvmtiEnv *Ti, JNIEnv *Jni, jthread T) {
  if (Session *S = sessionOf(*Ti))
    S->threadStart(*Jni, T);
}
static void JNICALL onAllocation(jvmtiEnv *Ti, JNIEnv *Jni, jthread T,
                                 jobject Object, jclass Class, jlong Size) {
  SampledHook Here;
  if (Session *S = sessionOf(*Ti))
    S->allocation(*Jni, T, Object, Class, uint64_t(Size));
}
static void JNICALL onThreadEnd(jvmtiEnv *Ti, JNIEnv *Jni, jthread T) {
  if (Session *S = sessionOf(*Ti))
    S->threadEnd(*Jni, T);
}
static void JNICALL onVirtualThreadStart(jvmtiEnv *Ti, JNIEnv *Jni, jthread T) {
  if (Session *S = sessionOf(*Ti))
    S->virtualThreadStart(*Jni, T);
}
static void JNICALL onVirtualThreadEnd(jvmtiEnv *Ti, JNIEnv *Jni, jthread T) {
  if (Session *S = sessionOf(*Ti))
    S->virtualThreadEnd(*Jni, T);
}
static void JNICALL onContendedEnter(jvmtiEnv *Ti, JNIEnv *Jni, jthread T,
                                     jobject Object) {
  if (Session *S = sessionOf(*Ti))
    S->monitorUse(*Jni, MonitorUse::Blocks, T, Object);
}
static void JNICALL onContendedEntered(jvmtiEnv *Ti, JNIEnv *Jni, jthread T,
                                       jobject Object) {
  if (Session *S = sessionOf(*Ti))
    S->monitorUse(*Jni, MonitorUse::Enters, T, Object);
}
static void JNICALL onWait(jvmtiEnv *Ti, JNIEnv *Jni, jthread T, jobject Object,
                           jlong Millis) {
  if (Session *S = sessionOf(*Ti))
    S->monitorUse(*Jni, MonitorUse::Waits, T, Object, Millis);
}
static void JNICALL onWaited(jvmtiEnv *Ti, JNIEnv *Jni, jthread T,
                             jobject Object, jboolean) {
  if (Session *S = sessionOf(*Ti))
    S->monitorUse(*Jni, MonitorUse::Returns, T, Object);
}
static void JNICALL onResourceExhausted(jvmtiEnv *Ti, JNIEnv *Jni, jint,
                                        const void *, const char *What) {
  if (Session *S = sessionOf(*Ti))
    S->resourceExhausted(*Jni, What ? What : "a resource is exhausted");
}
static void JNICALL onClassPrepare(jvmtiEnv *Ti, JNIEnv *Jni, jthread,
                                   jclass C) {
  if (Session *S = sessionOf(*Ti))
    S->classPrepare(*Jni, C);
}
static void JNICALL onClassFileLoad(jvmtiEnv *Ti, JNIEnv *, jclass Old, jobject,
                                    const char *Name, jobject, jint Size,
                                    const unsigned char *File, jint *NewSize,
                                    unsigned char **NewFile) {
  SampledHook Here;
  Session *S = sessionOf(*Ti);
  if (S && File && Size > 0)
    S->classFileLoad(
        {Name, {File, size_t(Size)}, NewSize, NewFile, Old != nullptr});
}
/// Callbacks for events that only need to be enabled.
static void JNICALL onClassLoad(jvmtiEnv *, JNIEnv *, jthread, jclass) {}
static void JNICALL onCompiledMethodLoad(jvmtiEnv *Ti, jmethodID, jint Bytes,
                                         const void *Begin, jint,
                                         const jvmtiAddrLocationMap *,
                                         const void *) {
  if (Session *S = sessionOf(*Ti))
    S->codeGenerated(Begin, size_t(Bytes));
}
static void JNICALL onDynamicCode(jvmtiEnv *Ti, const char *, const void *Begin,
                                  jint Bytes) {
  if (Session *S = sessionOf(*Ti))
    S->codeGenerated(Begin, size_t(Bytes));
}
/// The VM passes no JNI environment: the thread is one of its own.
static void JNICALL onDataDump(jvmtiEnv *Ti) {
  Session *S = sessionOf(*Ti);
  if (!S)
    return;
  JavaVM *Vm = S->vm();
  void *Jni = nullptr;
  if (Vm->GetEnv(&Jni, JNI_VERSION_1_6) == JNI_OK)
    S->dataDump(*static_cast<JNIEnv *>(Jni));
}

//===----------------------------------------------------------------------===//
// Life cycle
//===----------------------------------------------------------------------===//

Error Session::setCallbacks() {
  EventCallbacks On;
  On.set(JVMTI_EVENT_VM_INIT, onVmInit);
  On.set(JVMTI_EVENT_VM_DEATH, onVmDeath);
  On.set(JVMTI_EVENT_THREAD_START, onThreadStart);
  On.set(JVMTI_EVENT_THREAD_END, onThreadEnd);
  On.set(JVMTI_EVENT_DATA_DUMP_REQUEST, onDataDump);
  On.set(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, onAllocation);
  if (HasVirtualThreads)
    On.set(VirtualThreadStartEvent, onVirtualThreadStart);
  On.set(VirtualThreadEndEvent, onVirtualThreadEnd);
  On.set(JVMTI_EVENT_MONITOR_CONTENDED_ENTER, onContendedEnter);
  On.set(JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, onContendedEntered);
  On.set(JVMTI_EVENT_MONITOR_WAIT, onWait);
  On.set(JVMTI_EVENT_MONITOR_WAITED, onWaited);
  On.set(JVMTI_EVENT_RESOURCE_EXHAUSTED, onResourceExhausted);
  On.set(JVMTI_EVENT_CLASS_LOAD, onClassLoad);
  On.set(JVMTI_EVENT_CLASS_PREPARE, onClassPrepare);
  On.set(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, onClassFileLoad);
  On.set(JVMTI_EVENT_COMPILED_METHOD_LOAD, onCompiledMethodLoad);
  On.set(JVMTI_EVENT_DYNAMIC_CODE_GENERATED, onDynamicCode);
  return check("SetEventCallbacks", On.install(*J.Ti));
}

Error Session::prepare() {
  jvmtiCapabilities Wanted = {};
  // Classes are recognized by their tags.
  Wanted.can_tag_objects = 1;
  for (const std::unique_ptr<Recording> &R : Recordings)
    if (Error E = R->want(J, Wanted))
      return E;
  if (Opts.Oom != Options::OutOfMemory::Ignore) {
    Wanted.can_generate_resource_exhaustion_heap_events =
        J.Potential.can_generate_resource_exhaustion_heap_events;
    Wanted.can_generate_resource_exhaustion_threads_events =
        J.Potential.can_generate_resource_exhaustion_threads_events;
  }
  // Needed for separate traces of virtual threads, which otherwise share those
  // of the carrier.
  HasVirtualThreads = Opts.ThreadInTraces && J.hasVirtualThreads();
  if (HasVirtualThreads)
    setBit(Wanted, VirtualThreadsBit);
  if (Error E = check("AddCapabilities", J.Ti->AddCapabilities(&Wanted)))
    return E;
  if (Error E = check("SetEnvironmentLocalStorage",
                      J.Ti->SetEnvironmentLocalStorage(this)))
    return E;
  if (Error E = setCallbacks())
    return E;
  for (const std::unique_ptr<Recording> &R : Recordings)
    if (Error E = R->prepare())
      return E;
  for (jvmtiEvent Each : {JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_VM_INIT})
    if (Error E = setEvent(*J.Ti, Each, true))
      return E;
  return Out.To->prepare();
}

static uint64_t millisNow() {
  struct timeval Now;
  ::gettimeofday(&Now, nullptr);
  return uint64_t(Now.tv_sec) * 1000 + uint64_t(Now.tv_usec) / 1000;
}

Error Session::start(JNIEnv &Jni) {
  const std::string Note = outputNote(J, Jni, Opts);
  Records.with([&](RecordStream &S) {
    const bool HasHeap = Opts.HeapDump || Opts.HeapSites;
    // With cpu=old alone, output has never had a prologue.
    if (Opts.CpuOld && Recordings.size() == 1)
      return S.beginBare();
    S.begin(millisNow() - S.now() / 1000,
            uint32_t(HasHeap) | uint32_t(Opts.CpuSamples) << 1,
            uint16_t(Opts.Depth), Note);
  });
  {
    LocalFrame Refs(Jni);
    Expected<std::vector<NumberedClasses::Loaded>> Found =
        Classes.refresh(Refs);
    if (!Found)
      return Found.takeError();
  }
  for (jvmtiEvent E : {JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END,
                       JVMTI_EVENT_DATA_DUMP_REQUEST})
    if (Error Refused = setEvent(*J.Ti, E, true))
      return Refused;
  if (HasVirtualThreads)
    for (jvmtiEvent E : {VirtualThreadStartEvent, VirtualThreadEndEvent})
      if (Error Refused = setEvent(*J.Ti, E, true))
        return Refused;
  if (Error E = Threads.find(Jni))
    return E;
  // In reverse order: recordings that edit classes are last in the list and
  // must start first, so that the other recordings do not count this work as
  // events.
  for (const std::unique_ptr<Recording> &R : reverse(Recordings))
    if (Error E = R->start(Jni))
      return E;
  if (J.hasVirtualThreads() &&
      any_of(Recordings, [](const auto &R) { return R->needsMounts(); }))
    if (Error E = enableMountEvents(*J.Ti))
      return E;
  if (Error E = watchMemory(Jni))
    return E;
  // The peer should receive the header soon.
  if (Opts.toSocket())
    Records.with([](RecordStream &S) { S.flush(); });
  IsLive = true;
  if (Error E = listen(Jni))
    return E;
  return limitDuration(Jni);
}

void Session::vmInit(JNIEnv &Jni) {
  bool HasStarted = true;
  {
    CallbackGate::Stay In(Gate);
    if (!In)
      return;
    SetAsideException Kept(Jni);
    OwnWork Here;
    if (Error E = start(Jni)) {
      reportError(toString(std::move(E)) +
                  "; the program continues without being recorded");
      HasStarted = false;
    }
  }
  if (HasStarted && Records.isOpen())
    return;
  finish(Jni);
  if (!HasStarted)
    Out.To->discard();
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

template <class Fn> void Session::callback(JNIEnv &Jni, Fn Do) {
  CallbackGate::Stay In(Gate);
  if (!In || isOver())
    return;
  SetAsideException Kept(Jni);
  SampledHook Here;
  Do();
}

template <class Fn> void Session::each(Fn Do) {
  for (const std::unique_ptr<Recording> &R : Recordings)
    Do(*R);
}

void Session::threadStart(JNIEnv &Jni, jthread T) {
  callback(Jni, [&] {
    const uint32_t Serial = Threads.started(Jni, T).Serial;
    each([&](Recording &R) { R.threadStarted(Jni, T, Serial); });
  });
}

/// Called when the thread \p T has ended.
void Session::forget(JNIEnv &Jni, jthread T) {
  if (const uint32_t Serial = Threads.ended(T))
    each([&](Recording &R) { R.threadGone(Jni, Serial); });
}

void Session::threadEnd(JNIEnv &Jni, jthread T) {
  callback(Jni, [&] {
    each([](Recording &R) { R.threadEnded(); });
    forget(Jni, T);
  });
}

/// The thread's carrier has already started.
void Session::virtualThreadStart(JNIEnv &Jni, jthread T) {
  callback(Jni, [&] {
    const uint32_t Serial = Threads.started(Jni, T).Serial;
    each([&](Recording &R) { R.virtualThreadStarted(Jni, T, Serial); });
  });
}

void Session::virtualThreadEnd(JNIEnv &Jni, jthread T) {
  callback(Jni, [&] { forget(Jni, T); });
}

void Session::virtualThreadMount(JNIEnv &Jni, jthread T) {
  callback(Jni, [&] {
    each([&](Recording &R) { R.virtualThreadMounted(Jni, T); });
  });
}

void Session::virtualThreadUnmount() {
  CallbackGate::Stay In(Gate);
  if (In)
    each([](Recording &R) { R.virtualThreadUnmounted(); });
}

void Session::monitorUse(JNIEnv &Jni, MonitorUse Use, jthread T, jobject Object,
                         int64_t Millis) {
  callback(Jni, [&] {
    each([&](Recording &R) { R.monitorUsed(Jni, Use, T, Object, Millis); });
  });
}

void Session::allocation(JNIEnv &Jni, jthread T, jobject Object, jclass Class,
                         uint64_t Size) {
  CallbackGate::Stay In(Gate);
  if (In && Allocations && !isOver())
    Allocations->allocated(Jni, T, Object, Class, Size);
}

void Session::classPrepare(JNIEnv &Jni, jclass C) {
  callback(Jni, [&] { each([&](Recording &R) { R.classPrepared(Jni, C); }); });
}

void Session::codeGenerated(const void *Begin, size_t Bytes) {
  CallbackGate::Stay In(Gate);
  if (In)
    each([&](Recording &R) { R.codeGenerated(Begin, Bytes); });
}

void Session::classFileLoad(const ClassFileEvent &E) {
  CallbackGate::Stay In(Gate);
  if (In)
    each([&](Recording &R) { R.classFileLoaded(E); });
}

bool Session::dataDump(JNIEnv &Jni, Options::DumpRequest Kind) {
  CallbackGate::Stay In(Gate);
  return In && dump(Jni, Kind);
}

void Session::vmDeath(JNIEnv &Jni) {
  // Done first, because a thread that is writing may delay this one.
  Out.To->expectEnd(std::chrono::seconds(Opts.NetTimeout));
  {
    CallbackGate::Stay In(Gate);
    if (In && Opts.DumpOnExit) {
      const bool JavaRuns = mayRunJavaAtEnd(Jni);
      for (const std::unique_ptr<Recording> &R : Recordings)
        R->expectEnd(JavaRuns);
      lastDump(Jni);
    }
  }
  if (Gate.close())
    end(Jni);
}

void Session::close() {
  Records.close();
  // The listener notices that the connection is closed.
  if (Listener)
    Listener->stop();
  Timer.stop();
}

bool Session::hasEnded() {
  if (!IsLive.exchange(false))
    return true;
  // The recordings end with the VM.
  EventCallbacks On;
  On.set(JVMTI_EVENT_VM_DEATH, onVmDeath);
  On.install(*J.Ti);
  disableMountEvents(*J.Ti);
  return true;
}

/// Called after this thread has closed the gate.
void Session::end(JNIEnv &Jni) {
  {
    // A dump in progress may take longer than other callbacks.
    std::lock_guard<std::mutex> Hold(DumpLock);
  }
  Gate.wait(std::chrono::seconds(20));
  IsLive = false;
  SetAsideException Kept(Jni);
  for (const std::unique_ptr<Recording> &R : Recordings)
    R->stop(Jni);
  Reserve.release(Jni);
  close();
}

/// Writes the last dump, unless another thread has begun it.
void Session::lastDump(JNIEnv &Jni) {
  if (Opts.DumpOnExit && !HasLastDump.exchange(true))
    dump(Jni, Options::DumpRequest::All);
}

void Session::stop(JNIEnv &Jni) {
  Out.To->expectEnd(std::chrono::seconds(Opts.NetTimeout));
  {
    CallbackGate::Stay In(Gate);
    if (In)
      lastDump(Jni);
  }
  finish(Jni);
}

Error Session::limitDuration(JNIEnv &Jni) {
  if (!Opts.Duration)
    return Error::success();
  // The thread calls the function before its first pause, so the first call
  // does nothing.
  auto Work = [this, IsOver = false](JNIEnv &Jni) mutable {
    if (!std::exchange(IsOver, true))
      return;
    Timer.leave();
    if (Opts.Verbose)
      reportNote("duration= has elapsed; the program continues without being "
                 "recorded");
    stop(Jni);
  };
  return Timer.start(*J.Ti, Jni, "HPROF duration", Opts.Duration * 1000,
                     std::move(Work));
}

void Session::finish(JNIEnv &Jni) {
  if (!Gate.close()) {
    // Another thread is ending the session. Wait until the output is complete.
    for (unsigned I = 0; I != 2000 && Records.isOpen(); ++I)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return;
  }
  J.stopEvents();
  disableMountEvents(*J.Ti);
  end(Jni);
  each([&](Recording &R) { R.goOn(Jni); });
  // A thread that is still inside the gate keeps using the session.
  J.giveBack(/*MayBeUsedAgain=*/Gate.wait(std::chrono::seconds(1)));
}

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

bool Session::dump(JNIEnv &Jni, Options::DumpRequest Kind) {
  std::lock_guard<std::mutex> Hold(DumpLock);
  if (!IsLive || isOver())
    return false;
  SetAsideException Kept(Jni);
  OwnWork Here;
  bool HasFailed = false;
  if (Opts.Verbose)
    say("Dumping");
  // The reserve is not an application object.
  Reserve.release(Jni);
  for (const std::unique_ptr<Recording> &R : Recordings)
    R->pause();
  for (const std::unique_ptr<Recording> &R : Recordings) {
    if (!R->answers(Kind) || !Records.isOpen())
      continue;
    if (Opts.Verbose)
      say(" " + R->title() + " ...");
    if (Error E = R->dump(Jni)) {
      reportError(R->title() + ": " + toString(std::move(E)));
      HasFailed = true;
    }
  }
  Records.with([](RecordStream &S) { S.flush(); });
  HasFailed |= !Records.isOpen();
  if (Opts.Verbose && !HasFailed)
    say(" done.\n");
  for (const std::unique_ptr<Recording> &R : Recordings)
    R->resume();
  return !HasFailed;
}
