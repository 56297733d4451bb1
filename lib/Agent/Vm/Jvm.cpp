//===- Jvm.cpp - The VM that the agent observes ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Jvm.h"
#include "JvmError.h"
#include "llvm/ADT/Twine.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Expected<Jvm> Jvm::open(JavaVM &Vm, bool IsAttached) {
  Jvm Result;
  Result.Vm = &Vm;
  Result.IsAttached = IsAttached;
  void *Env = nullptr;
  if (jint Code = Vm.GetEnv(&Env, NeededVersion); Code != JNI_OK)
    return make_error<JvmError>(
        "this VM has no JVM TI of version 11 (GetEnv returned " +
        Twine(int(Code)) + "); the agent needs JDK 11 or later");
  Result.Ti = static_cast<jvmtiEnv *>(Env);
  if (Error E = check("GetPotentialCapabilities",
                      Result.Ti->GetPotentialCapabilities(&Result.Potential))) {
    Result.Ti->DisposeEnvironment();
    return E;
  }
  return Result;
}

JNIEnv *Jvm::jni() const {
  void *Env = nullptr;
  return Vm->GetEnv(&Env, JNI_VERSION_1_6) == JNI_OK
             ? static_cast<JNIEnv *>(Env)
             : nullptr;
}

Error agent::setEvent(jvmtiEnv &Ti, jvmtiEvent E, bool IsOn) {
  return check("SetEventNotificationMode",
               Ti.SetEventNotificationMode(IsOn ? JVMTI_ENABLE : JVMTI_DISABLE,
                                           E, nullptr));
}
