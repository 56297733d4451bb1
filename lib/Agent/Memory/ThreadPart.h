//===- ThreadPart.h - A part of a table for each thread ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counters and tables that all threads change at a time have several parts, of
/// which each thread uses one.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORY_THREADPART_H
#define HPROF_LIB_AGENT_MEMORY_THREADPART_H

#include <atomic>

namespace hprof::agent {

/// A number for the current thread, to be taken modulo the number of parts.
/// Threads get consecutive ones, in the order of their first call.
inline unsigned partOfThread() {
  static std::atomic<unsigned> Next{0};
  static thread_local unsigned Mine = 0; // 0 if there is none.
  if (__builtin_expect(!Mine, 0))
    Mine = Next.fetch_add(1, std::memory_order_relaxed) * 2 + 1;
  return Mine / 2;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORY_THREADPART_H
