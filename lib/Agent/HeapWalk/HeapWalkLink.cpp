//===- HeapWalkLink.cpp - Links classes before a heap walk ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkLink.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

static bool isToLink(jvmtiEnv &Ti, JNIEnv &Jni, jclass C) {
  constexpr jint Others =
      JVMTI_CLASS_STATUS_PREPARED | JVMTI_CLASS_STATUS_ARRAY |
      JVMTI_CLASS_STATUS_PRIMITIVE | JVMTI_CLASS_STATUS_ERROR;
  jint Status = 0;
  jobject Loader = nullptr;
  if (Ti.GetClassStatus(C, &Status) != JVMTI_ERROR_NONE || (Status & Others) ||
      Ti.GetClassLoader(C, &Loader) != JVMTI_ERROR_NONE)
    return false;
  // Linking a class of another loader runs program code.
  if (Loader)
    Jni.DeleteLocalRef(Loader);
  return !Loader;
}

void agent::linkClasses(jvmtiEnv &Ti, JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  JvmArray<jclass> All(Ti);
  if (Ti.GetLoadedClasses(&All.Count, All.out()) != JVMTI_ERROR_NONE)
    return;
  Refs.expect(All.Count);
  // Class objects that could not be created because the heap is full are null.
  const auto *Any = find_if(All.get(), [](jclass C) { return C != nullptr; });
  jclass Class = Any != All.get().end() ? Jni.GetObjectClass(*Any) : nullptr;
  // A native method, which first links the class. It loads the types of only
  // the public fields, which are few.
  jmethodID Fields = Class ? Jni.GetMethodID(Class, "getDeclaredFields0",
                                             "(Z)[Ljava/lang/reflect/Field;")
                           : nullptr;
  for (jclass C : All.get()) {
    if (!Fields || !isToLink(Ti, Jni, C))
      continue;
    jobject Found = Jni.CallObjectMethod(C, Fields, jboolean(true));
    // Each attempt to allocate in a full heap causes a garbage collection.
    if (Jni.ExceptionCheck())
      break;
    Jni.DeleteLocalRef(Found);
  }
  clearException(Jni);
}
