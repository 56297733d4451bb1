//===- HeapWalkLink.h - Links classes before a heap walk --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot maps instances of some classes of java.base from its archive,
/// whether their classes are linked or not, and JVM TI does not describe a
/// class that is not. Such an instance would have no fields in a heap walk, but
/// has some in a dump by the VM, which may be in the same output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKLINK_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKLINK_H

#include "Agent/Vm/JvmTi.h"

namespace hprof::agent {

/// Links all loaded classes of the VM's own loader, as far as possible. It
/// needs Java heap for that, so it is done at the start, too, for all classes
/// in the archive. No class is initialised.
void linkClasses(jvmtiEnv &Ti, JNIEnv &Jni);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKLINK_H
