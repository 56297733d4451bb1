//===- JvmError.h - Refusals of the VM -------------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The error of this library: a function of JVM TI or JNI that failed, or Java
/// code that threw.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JVMERROR_H
#define HPROF_LIB_AGENT_VM_JVMERROR_H

#include "JvmTi.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof::agent {

class JvmError : public llvm::ErrorInfo<JvmError> {
public:
  static char ID;
  explicit JvmError(const llvm::Twine &What) : What(What.str()) {}
  /// "GetLoadedClasses: out of memory (JVM TI error 110)".
  JvmError(const char *Function, jvmtiError Code);

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string What;
};

/// Success if \p Code is JVMTI_ERROR_NONE.
llvm::Error check(const char *Function, jvmtiError Code);

/// Clears the exception that Java code or a JNI function left pending, if any,
/// and returns it as an error that names \p During. Never fails itself.
llvm::Error takeException(JNIEnv &Jni, const char *During);

/// Sets aside the exception that was pending when the VM called the agent, so
/// that JNI may be used, and throws it again at the end. So it does with the
/// one of Thread.stop() (up to JDK 19), which may come in any call of JNI.
class SetAsideException {
public:
  explicit SetAsideException(JNIEnv &Jni);
  ~SetAsideException();
  SetAsideException(const SetAsideException &) = delete;
  SetAsideException &operator=(const SetAsideException &) = delete;

private:
  friend void clearException(JNIEnv &Jni);

  JNIEnv &Jni;
  jthrowable Pending;
  jthrowable Stop = nullptr; ///< The one of Thread.stop(). A global reference.
  SetAsideException *const Outer;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JVMERROR_H
