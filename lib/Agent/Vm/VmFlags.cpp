//===- VmFlags.cpp - VM flags from the command line -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VmFlags.h"
#include "JvmError.h"
#include "JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Returns the same as
/// ManagementFactory.getRuntimeMXBean().getInputArguments(), without loading
/// its classes.
static jobjectArray arguments(JNIEnv &Jni) {
  jclass Class = Jni.FindClass("jdk/internal/misc/VM");
  jmethodID Get = Class ? Jni.GetStaticMethodID(Class, "getRuntimeArguments",
                                                "()[Ljava/lang/String;")
                        : nullptr;
  jobject All = Get ? Jni.CallStaticObjectMethod(Class, Get) : nullptr;
  if (Error E = takeException(Jni, "VM.getRuntimeArguments")) {
    consumeError(std::move(E));
    return nullptr;
  }
  return static_cast<jobjectArray>(All);
}

std::optional<bool> agent::givenFlag(JNIEnv &Jni, StringRef Name) {
  LocalFrame Refs(Jni);
  std::optional<bool> Result;
  jobjectArray All = arguments(Jni);
  const jsize Count = All ? Jni.GetArrayLength(All) : 0;
  for (jsize I = 0; I != Count; ++I) {
    auto Text = static_cast<jstring>(Jni.GetObjectArrayElement(All, I));
    const char *Chars = Text ? Jni.GetStringUTFChars(Text, nullptr) : nullptr;
    if (!Chars)
      continue;
    StringRef Flag = Chars;
    if (Flag.consume_front("-XX:") && Flag.size() == Name.size() + 1 &&
        Flag.ends_with(Name) && (Flag.front() == '+' || Flag.front() == '-'))
      Result = Flag.front() == '+';
    Jni.ReleaseStringUTFChars(Text, Chars);
    Jni.DeleteLocalRef(Text);
  }
  if (Error E = takeException(Jni, "VM.getRuntimeArguments"))
    consumeError(std::move(E));
  return Result;
}
