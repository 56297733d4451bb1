//===- JvmMemory.h - Owners of VM allocations ------------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Frees, at the end of a scope, memory returned by JVM TI functions and local
/// references created by JNI and JVM TI functions.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_JVMMEMORY_H
#define HPROF_LIB_AGENT_VM_JVMMEMORY_H

#include "JvmTi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>

namespace hprof::agent {

/// An array or string allocated by a JVM TI function:
///
///     JvmArray<jthread> Threads(Ti);
///     Ti.GetAllThreads(&Threads.Count, Threads.out());
template <class T> class JvmArray {
public:
  explicit JvmArray(jvmtiEnv &Ti) : Ti(Ti) {}
  ~JvmArray() { reset(); }
  JvmArray(const JvmArray &) = delete;
  JvmArray &operator=(const JvmArray &) = delete;

  /// Location at which a function stores the pointer.
  T **out() {
    reset();
    return &Data;
  }
  jint Count = 0;

  T *data() const { return Data; }
  llvm::ArrayRef<T> get() const {
    return {Data, Data && Count > 0 ? size_t(Count) : 0};
  }

private:
  void reset() {
    if (Data)
      Ti.Deallocate(reinterpret_cast<unsigned char *>(Data));
    Data = nullptr;
  }

  jvmtiEnv &Ti;
  T *Data = nullptr;
};

/// A string in modified UTF-8.
class JvmText : public JvmArray<char> {
public:
  using JvmArray::JvmArray;
  llvm::StringRef str() const {
    return data() ? llvm::StringRef(data()) : llvm::StringRef();
  }
};

/// Clears a pending exception, but keeps that of Thread.stop(); see
/// SetAsideException.
void clearException(JNIEnv &Jni);

/// Frees all local references created during its lifetime.
class LocalFrame {
public:
  explicit LocalFrame(JNIEnv &Jni, jint Expected = 16) : Jni(Jni) {
    IsPushed = Jni.PushLocalFrame(Expected) == 0;
    if (!IsPushed)
      clearException(Jni);
  }
  ~LocalFrame() {
    if (IsPushed)
      Jni.PopLocalFrame(nullptr);
  }
  LocalFrame(const LocalFrame &) = delete;
  LocalFrame &operator=(const LocalFrame &) = delete;

  /// Called when a JVM TI function has returned \p Count references.
  void expect(jint Count) {
    constexpr jint Most = 65536; // HotSpot rejects more.
    NumExpected = std::min(NumExpected + std::clamp(Count, 0, Most), Most - 16);
    if (Jni.EnsureLocalCapacity(NumExpected + 16) != 0)
      clearException(Jni);
  }

private:
  JNIEnv &Jni;
  bool IsPushed;
  jint NumExpected = 0; ///< Total from expect().
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_JVMMEMORY_H
