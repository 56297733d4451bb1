//===- HeapReserve.h - Java heap reserved for a dump ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Thread dumps run Java code of the VM's beans, which needs Java heap,
/// especially on first use. In case the program has used up the heap by then,
/// the agent reserves some at the start. After the first dump, the beans are
/// loaded, and nothing more is reserved.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H
#define HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H

#include "Agent/Vm/JvmTi.h"
#include <atomic>

namespace hprof::agent {

class HeapReserve {
public:
  /// Reserves the memory; called once, at the start. If the heap is nearly
  /// full, less is reserved than intended, which is not an error.
  void take(jvmtiEnv &Ti, JNIEnv &Jni);
  /// Returns the size of the reserve for a maximum heap size of \p HeapSize
  /// bytes.
  static uint64_t bytesFor(uint64_t HeapSize);
  /// Releases the reserve to the next garbage collection. Thread-safe.
  void release(JNIEnv &Jni);

private:
  /// Global reference to an array whose first element explains the array to
  /// readers of a dump.
  std::atomic<jobject> Held{nullptr};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H
