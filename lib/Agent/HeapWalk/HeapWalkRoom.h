//===- HeapWalkRoom.h - Memory that the VM needs for tags ------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A VM keeps a tag for each object in memory of its own, and ends the program
/// when the system lacks it. So whether it has is found out before a walk.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKROOM_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKROOM_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// For an object the walk itself uses 52 bytes, usually, and HotSpot of JDK 17
/// and 25 uses 68 for its tag.
constexpr uint64_t BytesPerTag = 52 + 68;

/// Fails if the system may lack the memory for a tag on each object of the heap
/// that lacks one. \p Ti can tag objects.
llvm::Error checkRoomForTags(jvmtiEnv &Ti);

/// The same for \p Count objects.
llvm::Error checkRoomForTags(uint64_t Count);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKROOM_H
