//===- MethodIds.cpp - Methods seen by signal handlers --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MethodIds.h"
#include "Agent/Calls/CallTracker.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/Jvm.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

bool agent::isHiddenClass(StringRef Signature) {
  // "LMain$$Lambda.0x00007f;"; before JDK 15 "LMain$$Lambda/12;".
  const size_t Slash = Signature.rfind('/');
  return Signature.contains('.') ||
         (Slash != StringRef::npos && Slash + 1 < Signature.size() &&
          isDigit(Signature[Slash + 1]));
}

static Expected<jobject> loaderBy(JNIEnv &Jni, const char *Method) {
  jclass Class = Jni.FindClass("java/lang/ClassLoader");
  if (Error E = takeException(Jni, "FindClass(java.lang.ClassLoader)"))
    return E;
  jmethodID Get =
      Jni.GetStaticMethodID(Class, Method, "()Ljava/lang/ClassLoader;");
  if (Error E = takeException(Jni, Method))
    return E;
  jobject Loader = Jni.CallStaticObjectMethod(Class, Get);
  if (Error E = takeException(Jni, Method))
    return E;
  return Jni.NewGlobalRef(Loader);
}

Error MethodIds::start(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  // Without these loaders, more names are queried than needed.
  if (Expected<jobject> L = loaderBy(Jni, "getSystemClassLoader"))
    System = *L;
  else
    consumeError(L.takeError());
  if (Expected<jobject> L = loaderBy(Jni, "getPlatformClassLoader"))
    Platform = *L;
  else
    consumeError(L.takeError());
  // Classes prepared later are reported by the ClassPrepare event.
  if (Error E = setEvent(Ti, JVMTI_EVENT_CLASS_PREPARE, true))
    return E;
  JvmArray<jclass> All(Ti);
  if (Error E =
          check("GetLoadedClasses", Ti.GetLoadedClasses(&All.Count, All.out())))
    return E;
  Refs.expect(All.Count);
  for (jclass C : All.get())
    prepared(Jni, C);
  return Error::success();
}

bool MethodIds::mayUnload(JNIEnv &Jni, jclass C, StringRef Signature) const {
  jobject Loader = nullptr;
  if (isHiddenClass(Signature) ||
      Ti.GetClassLoader(C, &Loader) != JVMTI_ERROR_NONE)
    return true;
  if (!Loader)
    return false;
  const bool Lives =
      Jni.IsSameObject(Loader, System) || Jni.IsSameObject(Loader, Platform);
  Jni.DeleteLocalRef(Loader);
  return !Lives;
}

void MethodIds::findEntries(ArrayRef<jmethodID> Methods) {
  size_t N = 0;
  for (jmethodID M : Methods) {
    JvmText Name(Ti);
    if (Ti.GetMethodName(M, Name.out(), nullptr, nullptr) == JVMTI_ERROR_NONE &&
        is_contained({"enter", "enter0", "enterSpecial"}, Name.str()) &&
        N != std::size(Entries))
      Entries[N++] = M;
  }
}

/// For example "Ljava/lang/HprofTracker;".
static bool isOfTracker(StringRef Signature) {
  return Signature.consume_front("L") && Signature.consume_back(";") &&
         CallTracker::isOwnClass(Signature);
}

void MethodIds::prepared(JNIEnv &Jni, jclass C) {
  JvmArray<jmethodID> Methods(Ti);
  // Arrays and unprepared classes have no methods.
  if (Ti.GetClassMethods(C, &Methods.Count, Methods.out()) !=
          JVMTI_ERROR_NONE ||
      Methods.get().empty())
    return;
  JvmText Signature(Ti);
  Ti.GetClassSignature(C, Signature.out(), nullptr);
  if (Signature.str() == "Ljdk/internal/vm/Continuation;")
    findEntries(Methods.get());
  if (isOfTracker(Signature.str())) {
    std::lock_guard<std::mutex> Hold(Lock);
    Own.insert(Methods.get().begin(), Methods.get().end());
  }
  if (!mayUnload(Jni, C, Signature.str()))
    return;
  for (jmethodID M : Methods.get())
    if (!Traces.learn(Jni, M))
      return;
}

const Trace *MethodIds::traceOf(JNIEnv &Jni, jthread T,
                                uint32_t ThreadSerial) const {
  return Traces.current(Jni, T, ThreadSerial, MaxOwnFrames,
                        [this](jmethodID M) { return isOwn(M); });
}

void MethodIds::stop(JNIEnv &Jni) {
  for (jobject *L : {&System, &Platform}) {
    if (*L)
      Jni.DeleteGlobalRef(*L);
    *L = nullptr;
  }
}
