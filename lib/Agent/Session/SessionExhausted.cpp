//===- SessionExhausted.cpp - OutOfMemoryError and other VM exits ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Calls/CallTracker.h"
#include "Agent/Output/Messages.h"
#include "Agent/Recording/OwnWork.h"
#include "Agent/Vm/Collector.h"
#include "Agent/Vm/JavaRuntime.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "Session.h"
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Exit status of -XX:+ExitOnOutOfMemoryError.
static constexpr int ExitStatus = 3;

Error Session::watchMemory(JNIEnv &Jni) {
  if (Opts.Oom == Options::OutOfMemory::Ignore ||
      !J.Potential.can_generate_resource_exhaustion_heap_events)
    return Error::success();
  Reserve.take(*J.Ti, Jni);
  return setEvent(*J.Ti, JVMTI_EVENT_RESOURCE_EXHAUSTED, true);
}

/// Whether the current thread runs Java code of the agent, which handles a full
/// heap itself.
static bool isInTracker(jvmtiEnv &Ti, JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  jvmtiFrameInfo Top;
  jint Num = 0;
  jclass Class = nullptr;
  if (Ti.GetStackTrace(nullptr, 0, 1, &Top, &Num) != JVMTI_ERROR_NONE ||
      Num == 0 ||
      Ti.GetMethodDeclaringClass(Top.method, &Class) != JVMTI_ERROR_NONE)
    return false;
  JvmText Signature(Ti);
  if (Ti.GetClassSignature(Class, Signature.out(), nullptr) != JVMTI_ERROR_NONE)
    return false;
  StringRef Name = Signature.str();
  return Name.consume_front("L") && Name.consume_back(";") &&
         CallTracker::isOwnClass(Name);
}

void Session::resourceExhausted(JNIEnv &Jni, const Twine &What) {
  // A callback of this thread may hold locks that a dump takes.
  if (OwnWork::isHere() || CallbackGate::isHere())
    return;
  SetAsideException Kept(Jni);
  if (isInTracker(*J.Ti, Jni))
    return;
  {
    CallbackGate::Stay In(Gate);
    if (!In || !IsLive || isOver())
      return;
    if (HasRunOut.exchange(true))
      return waitForExhaustionDump();
    if (Opts.Verbose)
      reportNote("OutOfMemoryError: " + What);
    Reserve.release(Jni);
    dump(Jni, Options::DumpRequest::All);
    // HotSpot prints a line for each event.
    consumeError(setEvent(*J.Ti, JVMTI_EVENT_RESOURCE_EXHAUSTED, false));
    jvmtiCapabilities NoLonger = {};
    NoLonger.can_generate_resource_exhaustion_heap_events = 1;
    NoLonger.can_generate_resource_exhaustion_threads_events = 1;
    J.Ti->RelinquishCapabilities(&NoLonger);
    std::lock_guard<std::mutex> Hold(ExhaustionLock);
    HasDumpedExhausted = true;
    ExhaustionDumped.notify_all();
  }
  if (Opts.Oom != Options::OutOfMemory::Exit)
    return;
  // Other loads of the agent write their last dumps when the VM dies.
  if (Gate.close())
    end(Jni);
  reportNote("terminating the VM (oom=exit)");
  LocalFrame Refs(Jni);
  Expected<JavaRuntime> Runtime =
      JavaRuntime::find(*J.Ti, Jni, "terminating the program");
  Error Failed =
      Runtime ? Runtime->end("halt", ExitStatus) : Runtime.takeError();
  if (Failed) {
    reportError(std::move(Failed));
    ::_exit(ExitStatus);
  }
}

/// Waits for the dump: the next thread that runs out of memory may terminate
/// the VM, without an event, during the dump. The wait is limited in case a
/// thread holds a lock that the dump needs.
void Session::waitForExhaustionDump() {
  std::unique_lock<std::mutex> Hold(ExhaustionLock);
  ExhaustionDumped.wait_for(Hold, std::chrono::seconds(60),
                            [&] { return HasDumpedExhausted; });
}

bool Session::mayRunJavaAtEnd(JNIEnv &Jni) const {
  if (!HasRunOut || !collectsInOwnThreads())
    return true;
  LocalFrame Refs(Jni);
  Expected<JavaRuntime> Runtime =
      JavaRuntime::find(*J.Ti, Jni, "the heap's room");
  if (!Runtime) {
    consumeError(Runtime.takeError());
    return false;
  }
  uint64_t Sizes[3] = {};
  const char *const Methods[] = {"maxMemory", "totalMemory", "freeMemory"};
  for (unsigned I = 0; I != 3; ++I) {
    Expected<uint64_t> Size = Runtime->bytes(Methods[I]);
    if (!Size) {
      consumeError(Size.takeError());
      return false;
    }
    Sizes[I] = *Size;
  }
  // Some of the free memory is in pages from which threads can no longer
  // allocate.
  constexpr uint64_t Enough = UINT64_C(8) << 20;
  return Sizes[0] + Sizes[2] >= Sizes[1] + Enough;
}

void Session::processEnds() const {
  if (IsLive && Records.isOpen())
    reportNote(
        "the VM is exiting without notifying the agent; data recorded since "
        "the last dump is missing from '" +
        Out.To->name() + "'");
}
