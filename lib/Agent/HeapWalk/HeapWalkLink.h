//===- HeapWalkLink.h - Links classes before a heap walk --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot maps instances of some java.base classes from its archive even if
/// the classes are not linked, and JVM TI does not describe unlinked classes.
/// Their instances would have no fields in a heap walk, unlike in a dump by the
/// VM, which may be in the same output.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKLINK_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKLINK_H

#include "Agent/Vm/JvmTi.h"

namespace hprof::agent {

/// Links all loaded classes of the VM's own loader, as far as possible, without
/// initializing them. Linking needs Java heap, so this is also called at the
/// start, for all classes in the archive.
void linkClasses(jvmtiEnv &Ti, JNIEnv &Jni);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKLINK_H
