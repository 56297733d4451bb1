//===- HeapWalkVirtualThreads.h - Virtual threads for a walk ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot looks at the continuation of a virtual thread that FollowReferences
/// visits, and crashes if the constructor has not set it yet. So a walk visits
/// those virtual threads only that have a number before it begins: those that
/// the session knows, and those that are found here to be complete.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKVIRTUALTHREADS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKVIRTUALTHREADS_H

#include "Agent/Vm/Jvm.h"
#include "HeapWalkTags.h"

namespace hprof::agent {

/// Numbers the complete instances of \p Class, which is
/// java.lang.VirtualThread, in \p Ti, the environment of the walk.
llvm::Error numberVirtualThreads(const Jvm &J, jvmtiEnv &Ti, JNIEnv &Jni,
                                 const WalkTags &Tags, jclass Class);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKVIRTUALTHREADS_H
