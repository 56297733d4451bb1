//===- AllocationListener.h - Hears of objects ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a session calls when the VM reports that an object was allocated. Any
/// thread may, also while a dump is written.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDING_ALLOCATIONLISTENER_H
#define HPROF_LIB_AGENT_RECORDING_ALLOCATIONLISTENER_H

#include "Agent/Vm/JvmTi.h"

namespace hprof::agent {

class AllocationListener {
public:
  /// The current thread \p T has allocated \p Object with \p Size bytes.
  virtual void allocated(JNIEnv &Jni, jthread T, jobject Object, jclass Class,
                         uint64_t Size) = 0;

protected:
  ~AllocationListener() = default;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDING_ALLOCATIONLISTENER_H
