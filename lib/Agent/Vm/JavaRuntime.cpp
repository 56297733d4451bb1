//===- JavaRuntime.cpp - The program's java.lang.Runtime ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JavaRuntime.h"
#include "JvmError.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Expected<JavaRuntime> JavaRuntime::find(JNIEnv &Jni, const char *During) {
  jclass Class = Jni.FindClass("java/lang/Runtime");
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
