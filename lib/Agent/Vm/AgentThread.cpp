//===- AgentThread.cpp - Threads of the agent -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AgentThread.h"
#include "JvmError.h"
#include "JvmMemory.h"
#include <chrono>
#include <csignal>
#include <utility>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Creates a java.lang.Thread in the top-level group, not started. Returns a
/// local reference.
static Expected<jthread> makeThread(jvmtiEnv &Ti, JNIEnv &Jni,
                                    const std::string &Name) {
  JvmArray<jthreadGroup> Groups(Ti);
  if (Error E = check("GetTopThreadGroups",
                      Ti.GetTopThreadGroups(&Groups.Count, Groups.out())))
    return E;
  jclass Class = Jni.FindClass("java/lang/Thread");
  if (Error E = takeException(Jni, "FindClass(java.lang.Thread)"))
    return E;
  jmethodID Make = Jni.GetMethodID(
      Class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V");
  if (Error E = takeException(Jni, "GetMethodID(Thread.<init>)"))
    return E;
  jstring Text = Jni.NewStringUTF(Name.c_str());
  if (Error E = takeException(Jni, "NewStringUTF"))
    return E;
  jobject T = Jni.NewObject(
      Class, Make, Groups.Count > 0 ? Groups.data()[0] : nullptr, Text);
  if (Error E = takeException(Jni, "NewObject(Thread)"))
    return E;
  return T;
}

Error AgentThread::start(jvmtiEnv &Ti, JNIEnv &Jni, const Twine &Name,
                         uint64_t Pause, Work W) {
  LocalFrame Refs(Jni);
  Expected<jthread> New = makeThread(Ti, Jni, Name.str());
  if (!New)
    return New.takeError();
  if (HasObject)
    Thread = Jni.NewGlobalRef(*New);
  Do = std::move(W);
  PauseMillis = Pause;
  IsRunning = true;
  Error E =
      check("RunAgentThread",
            Ti.RunAgentThread(*New, run, this, JVMTI_THREAD_MAX_PRIORITY));
  if (E) {
    IsRunning = false;
    Jni.DeleteGlobalRef(std::exchange(Thread, nullptr));
  }
  return E;
}

void JNICALL AgentThread::run(jvmtiEnv *, JNIEnv *Jni, void *This) {
  sigset_t Most;
  ::sigfillset(&Most);
  // Faults, and the signal by which HotSpot suspends a thread, are not blocked.
  for (int Needed : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGUSR2})
    ::sigdelset(&Most, Needed);
  ::pthread_sigmask(SIG_BLOCK, &Most, nullptr);
  static_cast<AgentThread *>(This)->loop(*Jni);
}

void AgentThread::loop(JNIEnv &Jni) {
  std::unique_lock<std::mutex> Hold(Lock);
  while (!IsToStop) {
    Hold.unlock();
    {
      LocalFrame Refs(Jni);
      Do(Jni);
    }
    Hold.lock();
    Changed.wait_for(Hold, std::chrono::milliseconds(PauseMillis),
                     [&] { return IsToStop; });
  }
  IsRunning = false;
  Changed.notify_all();
}

void AgentThread::finish() {
  std::lock_guard<std::mutex> Hold(Lock);
  IsToStop = true;
}

void AgentThread::leave() {
  std::lock_guard<std::mutex> Hold(Lock);
  IsToStop = true;
  IsRunning = false;
  Changed.notify_all();
}

bool AgentThread::stop() {
  std::unique_lock<std::mutex> Hold(Lock);
  IsToStop = true;
  Changed.notify_all();
  return Changed.wait_for(Hold, std::chrono::seconds(1),
                          [&] { return !IsRunning; });
}
