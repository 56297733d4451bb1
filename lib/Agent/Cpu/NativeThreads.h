//===- NativeThreads.h - Matches Java and native threads --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A thread can get its own native id, but JVM TI does not report the
/// native ids of other threads. Threads are matched by CPU time, which both the
/// VM and the system report in nanoseconds.
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

/// Returns the CPU time from the system's clock.
std::optional<int64_t> cpuTimeOf(pid_t Tid);

/// Returns the native id, from \p Tids, of each of \p NumThreads threads; 0 if
/// unknown. \p OfThread reads a thread's time by its index.
std::vector<pid_t> matchThreads(llvm::ArrayRef<pid_t> Tids, ReadTidTime OfTid,
                                size_t NumThreads, ReadThreadTime OfThread);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CPU_NATIVETHREADS_H
