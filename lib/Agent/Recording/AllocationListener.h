//===- AllocationListener.h - Listens for allocations -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Listener that a session calls when the VM reports an allocation, in any
/// thread, even while a dump is written.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDING_ALLOCATIONLISTENER_H
#define HPROF_LIB_AGENT_RECORDING_ALLOCATIONLISTENER_H

#include "Agent/Vm/JvmTi.h"

namespace hprof::agent {

class AllocationListener {
public:
  /// Called after the current thread \p T has allocated \p Object with \p Size
  /// bytes.
  virtual void allocated(JNIEnv &Jni, jthread T, jobject Object, jclass Class,
                         uint64_t Size) = 0;

protected:
  ~AllocationListener() = default;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDING_ALLOCATIONLISTENER_H
