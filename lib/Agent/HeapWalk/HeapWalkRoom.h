//===- HeapWalkRoom.h - Memory that the VM needs for tags ------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A VM keeps tags in native memory, and terminates the program if that
/// runs out. Therefore, available memory is checked before a walk.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKROOM_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKROOM_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// The walk itself usually uses 52 bytes per object, and HotSpot (JDK 17 and
/// 25) uses 68 for its tag.
constexpr uint64_t BytesPerTag = 52 + 68;

/// Fails if the system may lack the memory to tag each untagged object of the
/// heap. \p Ti can tag objects.
llvm::Error checkRoomForTags(jvmtiEnv &Ti);

/// Does the same for \p Count objects.
llvm::Error checkRoomForTags(uint64_t Count);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKROOM_H
