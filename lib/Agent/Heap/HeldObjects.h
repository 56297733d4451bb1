//===- HeldObjects.h - Finds known objects in a heap dump ------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap dump by the VM identifies objects by address, which the agent cannot
/// obtain. Therefore, classes and threads that the agent has numbered are held
/// by global JNI references during the dump: their roots in the dump contain
/// these references. This needs no Java heap.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_HELDOBJECTS_H
#define HPROF_LIB_AGENT_HEAP_HELDOBJECTS_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace hprof::agent {

class HeldObjects {
public:
  explicit HeldObjects(JNIEnv &Jni) : Jni(Jni) {}
  ~HeldObjects();
  HeldObjects(const HeldObjects &) = delete;
  HeldObjects &operator=(const HeldObjects &) = delete;

  /// Fails if the VM has no memory for the reference.
  llvm::Error hold(jobject Object);

  /// Ids of the references in HotSpot dumps, in the order of the hold() calls.
  std::vector<uint64_t> handles() const;

private:
  JNIEnv &Jni;
  std::vector<jobject> References;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_HELDOBJECTS_H
