//===- MountEvents.h - Mount events of virtual threads ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI has no events for mounting and unmounting virtual threads;
/// HotSpot provides them as extensions.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_MOUNTEVENTS_H
#define HPROF_LIB_AGENT_SESSION_MOUNTEVENTS_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// Enables these events for the session of \p Ti, if the VM provides them. The
/// environment must have can_support_virtual_threads.
llvm::Error enableMountEvents(jvmtiEnv &Ti);
/// Disables the events.
void disableMountEvents(jvmtiEnv &Ti);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_MOUNTEVENTS_H
