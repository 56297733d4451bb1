//===- HeapReserve.h - Java heap set aside for a dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thread dumps run Java code of the VM's beans, which needs Java heap, most of
/// all when it is used first. If the program has used up all of it by then, the
/// agent has some that it holds from the start. After the first dump the beans
/// are there, and no more is set aside.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H
#define HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H

#include "Agent/Vm/JvmTi.h"
#include <atomic>

namespace hprof::agent {

class HeapReserve {
public:
  /// To be called once, at the start. Takes less when there is not as much;
  /// that is no error.
  void take(jvmtiEnv &Ti, JNIEnv &Jni);
  /// How much that is for a heap of \p HeapSize bytes at most.
  static uint64_t bytesFor(uint64_t HeapSize);
  /// The next garbage collection frees it. Thread-safe.
  void release(JNIEnv &Jni);

private:
  /// A global reference to an array, whose first element is a sentence about
  /// it, for those who find it in a dump.
  std::atomic<jobject> Held{nullptr};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H
