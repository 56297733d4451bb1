//===- HeapReserve.h - Java heap set aside for a dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dumps by the VM's beans run Java code, which needs Java heap: most of all
/// when the program has used up all of it. So the agent holds some from the
/// start and lets go of it then.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H
#define HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H

#include "Agent/Vm/JvmTi.h"
#include <mutex>

namespace hprof::agent {

/// Thread-safe.
class HeapReserve {
public:
  /// Takes less when there is not as much; that is no error. A second call
  /// changes nothing.
  void take(JNIEnv &Jni);
  /// How much that is for a heap of \p HeapSize bytes at most.
  static uint64_t bytesFor(uint64_t HeapSize);
  /// The next garbage collection frees it.
  void release(JNIEnv &Jni);

private:
  std::mutex Lock;
  /// A global reference to an array, whose first element is a sentence about
  /// it, for those who find it in a dump.
  jobject Held = nullptr;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_HEAPRESERVE_H
