//===- JavaRuntime.cpp - The program's java.lang.Runtime ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JavaRuntime.h"
#include "JvmError.h"
#include "JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Finds the class if it is loaded. FindClass would run a loader's code, which
/// needs Java heap.
static jclass loadedRuntime(jvmtiEnv &Ti, JNIEnv &Jni) {
  jobject Found = nullptr;
  {
    LocalFrame Refs(Jni);
    JvmArray<jclass> All(Ti);
    if (Ti.GetLoadedClasses(&All.Count, All.out()) != JVMTI_ERROR_NONE)
      return nullptr;
    Refs.expect(All.Count);
    for (jclass C : All.get()) {
      JvmText Signature(Ti);
      if (!C ||
          Ti.GetClassSignature(C, Signature.out(), nullptr) !=
              JVMTI_ERROR_NONE ||
          Signature.str() != "Ljava/lang/Runtime;")
        continue;
      Found = Jni.NewGlobalRef(C);
      break;
    }
  }
  auto Class = static_cast<jclass>(Jni.NewLocalRef(Found));
  Jni.DeleteGlobalRef(Found);
  return Class;
}

Expected<JavaRuntime> JavaRuntime::find(jvmtiEnv &Ti, JNIEnv &Jni,
                                        const char *During) {
  jclass Class = loadedRuntime(Ti, Jni);
  if (!Class)
    Class = Jni.FindClass("java/lang/Runtime");
  jmethodID Get = Class ? Jni.GetStaticMethodID(Class, "getRuntime",
                                                "()Ljava/lang/Runtime;")
                        : nullptr;
  jobject Self = Get ? Jni.CallStaticObjectMethod(Class, Get) : nullptr;
  if (Error E = takeException(Jni, During))
    return E;
  if (!Self)
    return make_error<JvmError>(Twine(During) + ": there is no Runtime");
  return JavaRuntime(Jni, During, Class, Self);
}

Expected<uint64_t> JavaRuntime::bytes(const char *Method) const {
  jmethodID Id = Jni.GetMethodID(Class, Method, "()J");
  if (Error E = takeException(Jni, During))
    return E;
  const jlong Value = Jni.CallLongMethod(Self, Id);
  if (Error E = takeException(Jni, During))
    return E;
  return uint64_t(std::max<jlong>(Value, 0));
}

Error JavaRuntime::end(const char *Method, int Status) const {
  jmethodID Id = Jni.GetMethodID(Class, Method, "(I)V");
  if (Error E = takeException(Jni, During))
    return E;
  Jni.CallVoidMethod(Self, Id, jint(Status));
  return takeException(Jni, During);
}
