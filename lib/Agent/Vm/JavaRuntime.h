//===- JavaRuntime.h - The program's java.lang.Runtime ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls to Java's Runtime object: Java heap sizes, and exiting the program.
/// The calls need no Java heap.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JAVARUNTIME_H
#define HPROF_LIB_AGENT_VM_JAVARUNTIME_H

#include "JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class JavaRuntime {
public:
  /// The result is valid in the caller's local frame. No exception may be
  /// pending, in this and later calls. \p During is for messages.
  static llvm::Expected<JavaRuntime> find(jvmtiEnv &Ti, JNIEnv &Jni,
                                          const char *During);

  /// Returns the result of a method without arguments, such as "freeMemory";
  /// negative values become 0.
  llvm::Expected<uint64_t> bytes(const char *Method) const;
  /// Calls "exit" or "halt" with \p Status. May not return.
  llvm::Error end(const char *Method, int Status) const;

private:
  JavaRuntime(JNIEnv &Jni, const char *During, jclass Class, jobject Self)
      : Jni(Jni), During(During), Class(Class), Self(Self) {}

  JNIEnv &Jni;
  const char *During;
  jclass Class;
  jobject Self;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JAVARUNTIME_H
