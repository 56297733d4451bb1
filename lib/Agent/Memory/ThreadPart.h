//===- ThreadPart.h - A part of a table for each thread ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counters and tables that all threads change concurrently have several parts;
/// each thread uses one of them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORY_THREADPART_H
#define HPROF_LIB_AGENT_MEMORY_THREADPART_H

#include <atomic>

namespace hprof::agent {

/// Returns a number for the current thread, to be used modulo the number of
/// parts. Numbers are consecutive, in the order of threads' first calls.
inline unsigned partOfThread() {
  static std::atomic<unsigned> Next{0};
  static thread_local unsigned Mine = 0; // 0 until assigned.
  if (__builtin_expect(!Mine, 0))
    Mine = Next.fetch_add(1, std::memory_order_relaxed) * 2 + 1;
  return Mine / 2;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORY_THREADPART_H
