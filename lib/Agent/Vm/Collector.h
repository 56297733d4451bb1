//===- Collector.h - The VM's garbage collector -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI does not report which garbage collector the VM uses.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_COLLECTOR_H
#define HPROF_LIB_AGENT_VM_COLLECTOR_H

namespace hprof::agent {

/// Whether the VM collects garbage in threads that end before VMDeath, as with
/// ZGC and Shenandoah. After these threads end, an allocation in a full heap
/// waits forever. False if the system does not list the process's threads.
bool collectsInOwnThreads();

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_COLLECTOR_H
