//===- JvmError.h - Errors from the VM -------------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The error class of this library: a failed JVM TI or JNI function, or an
/// exception of Java code.
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
  /// For example "GetLoadedClasses: out of memory (JVM TI error 110)".
  JvmError(const char *Function, jvmtiError Code);

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string What;
};

/// Returns success if \p Code is JVMTI_ERROR_NONE.
llvm::Error check(const char *Function, jvmtiError Code);

/// Clears the exception that Java code or a JNI function left pending, if any,
/// and returns it as an error that names \p During. Never fails itself.
llvm::Error takeException(JNIEnv &Jni, const char *During);

/// Sets aside the exception that was pending when the VM called the agent, so
/// that JNI may be used, and rethrows it in the destructor. Does the same with
/// the exception of Thread.stop() (up to JDK 19), which may occur in any JNI
/// call.
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
  jthrowable Stop =
      nullptr; ///< Exception of Thread.stop(). A global reference.
  SetAsideException *const Outer;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JVMERROR_H
