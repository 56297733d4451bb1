//===- CallTracker.cpp - The Java code that counts calls ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CallTracker.h"
#include "Agent/Vm/Jvm.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "TrackerClasses.h"
#include <atomic>
#include <ctime>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

classfile::CallHooks CallTracker::hooks() {
  return {trackerClasses().back().Name, "enter", "exit"};
}

bool CallTracker::isOwnClass(StringRef Name) {
  for (const TrackerClass &C : trackerClasses())
    if (Name == C.Name)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// The native method of the tracker
//===----------------------------------------------------------------------===//

static jlong JNICALL cpuTimeOfThread(JNIEnv *, jclass, jlong Thread) {
  // A virtual thread may continue on another native thread, and another virtual
  // thread on this one.
  static thread_local jlong LastThread = 0, LastNanos = 0;
  struct timespec Now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  const jlong Nanos = jlong(Now.tv_sec) * 1000000000 + Now.tv_nsec;
  const jlong More = LastThread == Thread ? Nanos - LastNanos : 0;
  LastThread = Thread;
  LastNanos = Nanos;
  return More;
}

//===----------------------------------------------------------------------===//
// Life cycle
//===----------------------------------------------------------------------===//

Error CallTracker::findMethods(JNIEnv &Jni) {
  struct {
    jmethodID &Id;
    const char *Name, *Descriptor;
  } Wanted[] = {{Start, "start", "(IIZZZ)V"},
                {Claim, "claim", "(JJ)Z"},
                {Release, "release", "(J)V"},
                {Ended, "ended", "()V"},
                {Mute, "mute", "(Z)V"},
                {IsFull, "isFull", "()Z"},
                {NumLost, "numLost", "()I"},
                {PrepareClock, "prepareClock", "()V"},
                {GetBuffers, "buffers", "()[Ljava/lang/Object;"},
                {GetTotals, "totals", "(I)I"}};
  for (auto &W : Wanted) {
    // Initializes the class.
    W.Id = Jni.GetStaticMethodID(Class, W.Name, W.Descriptor);
    if (Error E = takeException(Jni, "preparing the tracker"))
      return E;
  }
  return Error::success();
}

Error CallTracker::define(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  const ArrayRef<TrackerClass> Files = trackerClasses();
  // An earlier load of the agent may have defined the classes.
  jclass Last = Jni.FindClass(Files.back().Name);
  const bool IsThere = Last && !Jni.ExceptionCheck();
  clearException(Jni);
  jclass First = nullptr;
  for (const TrackerClass &C : Files) {
    Last = IsThere
               ? Jni.FindClass(C.Name)
               : Jni.DefineClass(C.Name, nullptr,
                                 reinterpret_cast<const jbyte *>(C.File.data()),
                                 jsize(C.File.size()));
    if (Error E = takeException(Jni, "defining the tracker"))
      return E;
    if (!First)
      First = Last;
  }
  Clock = static_cast<jclass>(Jni.NewGlobalRef(First));
  Class = static_cast<jclass>(Jni.NewGlobalRef(Last));
  if (!Clock || !Class)
    return make_error<JvmError>("NewGlobalRef: out of memory");
  if (Error E = findMethods(Jni))
    return E;
  return claim(Jni);
}

/// The load, in this copy of the library, that last claimed the tracker. While
/// it records, other loads are rejected before they reach claim().
static std::atomic<const CallTracker *> LastOwner{nullptr};

/// Addresses are unique among loads in this process.
static jlong numberOf(const CallTracker *Load) {
  return jlong(reinterpret_cast<uintptr_t>(Load));
}

Error CallTracker::claim(JNIEnv &Jni) {
  const bool IsMine = Jni.CallStaticBooleanMethod(Class, Claim, numberOf(this),
                                                  numberOf(LastOwner.load()));
  if (Error E = takeException(Jni, "preparing the tracker"))
    return E;
  if (!IsMine)
    return make_error<JvmError>(
        "another copy of this agent is already timing methods; only one load "
        "per VM can do that at a time");
  LastOwner = this;
  return Error::success();
}

/// Whether the native method is defined. It remains defined after the load that
/// defined it, possibly in another copy of the library, has ended.
bool CallTracker::hasClock(JNIEnv &Jni) const {
  jmethodID Read = Jni.GetStaticMethodID(Clock, "cpuTime", "(J)J");
  if (Read)
    Jni.CallStaticLongMethod(Clock, Read, jlong(0));
  return !errorToBool(takeException(Jni, "reading the tracker's clock"));
}

void CallTracker::classPrepared(JNIEnv &Jni, jclass C) {
  if (!Clock || !Jni.IsSameObject(C, Clock))
    return;
  // NOLINTBEGIN: the declarations of JNI have no const.
  const JNINativeMethod Native = {const_cast<char *>("cpuTime"),
                                  const_cast<char *>("(J)J"),
                                  reinterpret_cast<void *>(cpuTimeOfThread)};
  // NOLINTEND
  Jni.RegisterNatives(C, &Native, 1);
  consumeError(takeException(Jni, "preparing the tracker's clock"));
}

Error CallTracker::prepareClock(jvmtiEnv &Ti, JNIEnv &Jni, bool IsNeeded) {
  if (Error E = setEvent(Ti, JVMTI_EVENT_CLASS_PREPARE, true))
    return E;
  Jni.CallStaticVoidMethod(Class, PrepareClock);
  Error E = takeException(Jni, "preparing the tracker's clock");
  E = joinErrors(std::move(E), setEvent(Ti, JVMTI_EVENT_CLASS_PREPARE, false));
  if (E)
    return E;
  if (IsNeeded && !hasClock(Jni))
    return make_error<JvmError>("times=cpu: the tracker's clock cannot be "
                                "prepared in this VM; use times=real");
  return Error::success();
}

Error CallTracker::start(JNIEnv &Jni, const Settings &S) {
  Jni.CallStaticVoidMethod(Class, Start, jint(S.Depth), jint(S.MaxTraces),
                           jboolean(S.UsesCpuClock), jboolean(S.CountsCallees),
                           jboolean(S.HasThreads));
  if (Error E = takeException(Jni, "starting the tracker"))
    return E;
  return findBuffers(Jni);
}

/// Finds the arrays in which the tracker returns its counters. They are
/// allocated before the program fills the Java heap.
Error CallTracker::findBuffers(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  auto *Pair =
      static_cast<jobjectArray>(Jni.CallStaticObjectMethod(Class, GetBuffers));
  if (Error E = takeException(Jni, "starting the tracker"))
    return E;
  jobject Local = Jni.GetObjectArrayElement(Pair, 0);
  if (Error E = takeException(Jni, "starting the tracker"))
    return E;
  Frames = static_cast<jintArray>(Jni.NewGlobalRef(Local));
  Local = Jni.GetObjectArrayElement(Pair, 1);
  if (Error E = takeException(Jni, "starting the tracker"))
    return E;
  Sums = static_cast<jlongArray>(Jni.NewGlobalRef(Local));
  if (!Frames || !Sums)
    return make_error<JvmError>("NewGlobalRef: out of memory");
  return Error::success();
}

void CallTracker::stop(JNIEnv &Jni) {
  if (Class && Release) {
    Jni.CallStaticVoidMethod(Class, Release, numberOf(this));
    consumeError(takeException(Jni, "stopping the tracker"));
  }
  for (jobject Ref : std::initializer_list<jobject>{Clock, Class, Frames, Sums})
    if (Ref)
      Jni.DeleteGlobalRef(Ref);
  Clock = Class = nullptr;
  Frames = nullptr;
  Sums = nullptr;
}

void CallTracker::threadEnded(JNIEnv &Jni) {
  SetAsideException Kept(Jni);
  Jni.CallStaticVoidMethod(Class, Ended);
  consumeError(takeException(Jni, "ending a thread in the tracker"));
}

void CallTracker::mute(JNIEnv &Jni, bool IsMuted) {
  Jni.CallStaticVoidMethod(Class, Mute, jboolean(IsMuted));
  consumeError(takeException(Jni, "muting the tracker"));
}

/// Copies \p Num traces from the buffers.
Error CallTracker::takeBuffers(JNIEnv &Jni, jint Num, Totals &To) {
  std::vector<jint> Chunk(size_t(Jni.GetArrayLength(Frames)));
  Jni.GetIntArrayRegion(Frames, 0, jsize(Chunk.size()), Chunk.data());
  if (Error E = takeException(Jni, "reading the tracker's counters"))
    return E;
  size_t Used = 0;
  for (jint I = 0; I != Num && Used < Chunk.size(); ++I)
    Used += 1 + size_t(Chunk[Used]);
  To.Frames.insert(To.Frames.end(), Chunk.begin(),
                   Chunk.begin() + ptrdiff_t(std::min(Used, Chunk.size())));
  const size_t Before = To.Sums.size();
  To.Sums.resize(Before + 3 * size_t(Num));
  Jni.GetLongArrayRegion(Sums, 0, 3 * Num, To.Sums.data() + Before);
  return takeException(Jni, "reading the tracker's counters");
}

Expected<CallTracker::Totals> CallTracker::totals(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  Totals Result;
  while (true) {
    const auto First = jint(Result.Sums.size() / 3);
    const jint Num = Jni.CallStaticIntMethod(Class, GetTotals, First);
    if (Error E = takeException(Jni, "reading the tracker's counters"))
      return E;
    if (Num <= 0)
      break;
    if (Error E = takeBuffers(Jni, Num, Result))
      return E;
  }
  Result.IsFull = Jni.CallStaticBooleanMethod(Class, IsFull);
  if (Error E = takeException(Jni, "reading the tracker's counters"))
    return E;
  Result.NumLost = Jni.CallStaticIntMethod(Class, NumLost);
  if (Error E = takeException(Jni, "reading the tracker's counters"))
    return E;
  return Result;
}
