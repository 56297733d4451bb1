//===- Collector.h - The VM's garbage collector -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// JVM TI does not say which garbage collector the VM has.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_COLLECTOR_H
#define HPROF_LIB_AGENT_VM_COLLECTOR_H

namespace hprof::agent {

/// ZGC and Shenandoah collect in threads that have ended before VMDeath. Then
/// an allocation that finds no room waits forever. False if the system does not
/// list the process's threads.
bool collectsInOwnThreads();

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_COLLECTOR_H
