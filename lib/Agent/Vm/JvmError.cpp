//===- JvmError.cpp - Errors from the VM ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JvmError.h"
#include "JvmMemory.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

char JvmError::ID;

static const char *textOf(jvmtiError Code) {
  switch (Code) {
  case JVMTI_ERROR_OUT_OF_MEMORY:
    return "out of memory";
  case JVMTI_ERROR_MUST_POSSESS_CAPABILITY:
    return "the VM did not grant the capability";
  case JVMTI_ERROR_NOT_AVAILABLE:
    return "not available in this VM";
  case JVMTI_ERROR_WRONG_PHASE:
    return "not possible in this phase of the VM";
  case JVMTI_ERROR_UNATTACHED_THREAD:
    return "the thread is not attached to the VM";
  case JVMTI_ERROR_ACCESS_DENIED:
    return "access denied";
  default:
    return "failed";
  }
}

JvmError::JvmError(const char *Function, jvmtiError Code)
    : What((Twine(Function) + ": " + textOf(Code) + " (JVM TI error " +
            Twine(int(Code)) + ")")
               .str()) {}

void JvmError::log(raw_ostream &OS) const { OS << What; }

std::error_code JvmError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Error agent::check(const char *Function, jvmtiError Code) {
  if (Code == JVMTI_ERROR_NONE)
    return Error::success();
  return make_error<JvmError>(Function, Code);
}

/// Returns \p E's toString(), since the class would not give the reason.
static std::string describe(JNIEnv &Jni, jthrowable E) {
  jclass C = Jni.GetObjectClass(E);
  jmethodID ToString =
      C ? Jni.GetMethodID(C, "toString", "()Ljava/lang/String;") : nullptr;
  auto Text = ToString ? jstring(Jni.CallObjectMethod(E, ToString)) : jstring();
  std::string Result = "an exception";
  if (Jni.ExceptionCheck() || !Text) {
    Jni.ExceptionClear();
    return Result;
  }
  if (const char *Chars = Jni.GetStringUTFChars(Text, nullptr)) {
    Result = Chars;
    Jni.ReleaseStringUTFChars(Text, Chars);
  }
  Jni.ExceptionClear();
  return Result;
}

Error agent::takeException(JNIEnv &Jni, const char *During) {
  if (!Jni.ExceptionCheck())
    return Error::success();
  jthrowable E = Jni.ExceptionOccurred();
  clearException(Jni);
  LocalFrame Refs(Jni);
  std::string What = describe(Jni, E);
  Jni.DeleteLocalRef(E);
  return make_error<JvmError>(Twine(During) + ": " + What);
}

/// The innermost SetAsideException of this thread.
static thread_local SetAsideException *Innermost = nullptr;

static bool isThreadDeath(JNIEnv &Jni, jthrowable E) {
  jclass Class = Jni.FindClass("java/lang/ThreadDeath");
  if (Jni.ExceptionCheck() || !Class) {
    Jni.ExceptionClear();
    return false;
  }
  const bool Result = Jni.IsInstanceOf(E, Class);
  Jni.DeleteLocalRef(Class);
  return Result;
}

void agent::clearException(JNIEnv &Jni) {
  if (!Jni.ExceptionCheck())
    return;
  jthrowable E = Jni.ExceptionOccurred();
  Jni.ExceptionClear();
  SetAsideException *At = Innermost;
  if (At && !At->Stop && isThreadDeath(Jni, E))
    At->Stop = static_cast<jthrowable>(Jni.NewGlobalRef(E));
  Jni.DeleteLocalRef(E);
}

SetAsideException::SetAsideException(JNIEnv &Jni)
    : Jni(Jni), Pending(Jni.ExceptionOccurred()), Outer(Innermost) {
  Innermost = this;
  if (Pending)
    Jni.ExceptionClear();
}

SetAsideException::~SetAsideException() {
  // No exception of the agent may reach the program.
  clearException(Jni);
  Innermost = Outer;
  if (Stop) {
    Jni.Throw(Stop);
    Jni.DeleteGlobalRef(Stop);
  } else if (Pending) {
    Jni.Throw(Pending);
  }
  if (Pending)
    Jni.DeleteLocalRef(Pending);
}
