//===- HeldObjects.h - Finds known objects in a heap dump ------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap dump by the VM names objects by their addresses, of which the agent
/// knows none. Before the dump, an array of the classes and threads that the
/// agent knows is held by a global JNI reference: its root in the dump has the
/// number of the reference, and the elements are the ids of these objects.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_HELDOBJECTS_H
#define HPROF_LIB_AGENT_HEAP_HELDOBJECTS_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class HeldObjects {
public:
  /// Makes the array, and no other reference to it.
  static llvm::Expected<HeldObjects> hold(JNIEnv &Jni,
                                          llvm::ArrayRef<jobject> Objects);
  HeldObjects(HeldObjects &&Other);
  ~HeldObjects();

  /// What dumps of HotSpot state as the id of the reference.
  uint64_t handle() const;

private:
  HeldObjects(JNIEnv &Jni, jobject Array) : Jni(Jni), Array(Array) {}

  JNIEnv &Jni;
  jobject Array; ///< A global reference.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_HELDOBJECTS_H
