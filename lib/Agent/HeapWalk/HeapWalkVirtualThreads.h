//===- HeapWalkVirtualThreads.h - Virtual threads for a walk ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot accesses the continuation of a virtual thread that FollowReferences
/// visits, and crashes if the constructor has not set it yet. Therefore, a walk
/// visits only virtual threads numbered before it begins: those of the session,
/// and those found here to be complete.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKVIRTUALTHREADS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKVIRTUALTHREADS_H

#include "Agent/Vm/Jvm.h"
#include "HeapWalkTags.h"

namespace hprof::agent {

/// Numbers the complete instances of \p Class, java.lang.VirtualThread, in
/// \p Ti, the environment of the walk.
llvm::Error numberVirtualThreads(const Jvm &J, jvmtiEnv &Ti, JNIEnv &Jni,
                                 const WalkTags &Tags, jclass Class);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKVIRTUALTHREADS_H
