//===- MountEvents.h - When virtual threads begin to run ------ -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI has no events for virtual threads that begin or cease to run on a
/// thread of the system; HotSpot has, as extensions.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SESSION_MOUNTEVENTS_H
#define HPROF_LIB_AGENT_SESSION_MOUNTEVENTS_H

#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

/// Has the session of \p Ti called for these events, if the VM has them. The
/// environment must have can_support_virtual_threads.
llvm::Error enableMountEvents(jvmtiEnv &Ti);
/// Has it not called any more.
void disableMountEvents(jvmtiEnv &Ti);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SESSION_MOUNTEVENTS_H
