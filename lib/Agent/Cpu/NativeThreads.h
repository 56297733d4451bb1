//===- NativeThreads.h - Which thread of the system is which -- -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread knows its own number in the system, but JVM TI does not state that
/// of another. The two are matched by their CPU time, which both the VM and the
/// system state in nanoseconds.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CPU_NATIVETHREADS_H
#define HPROF_LIB_AGENT_CPU_NATIVETHREADS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace hprof::agent {

/// Reads the CPU time of a thread in nanoseconds; nothing if it has ended.
using ReadTidTime = llvm::function_ref<std::optional<int64_t>(pid_t)>;
using ReadThreadTime = llvm::function_ref<std::optional<int64_t>(size_t)>;

/// The CPU time by the system's clock.
std::optional<int64_t> cpuTimeOf(pid_t Tid);

/// For each of \p NumThreads threads, whose times \p OfThread reads by their
/// number, the one of \p Tids that it is; 0 where that is unknown.
std::vector<pid_t> matchThreads(llvm::ArrayRef<pid_t> Tids, ReadTidTime OfTid,
                                size_t NumThreads, ReadThreadTime OfThread);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_NATIVETHREADS_H
