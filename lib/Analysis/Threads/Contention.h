//===- Contention.h - Threads that block others -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_THREADS_CONTENTION_H
#define LIB_ANALYSIS_THREADS_CONTENTION_H

#include <cstdint>
#include <vector>

namespace hprof {

class LockGraph;

/// A lock that threads are blocked on.
struct ContendedLock {
  uint32_t Lock;       ///< Index in the graph.
  uint64_t Direct = 0; ///< Threads blocked on it.
  /// Threads blocked directly, threads blocked on their locks, and so on. In a
  /// deadlock, the owner itself does not count.
  uint64_t InAll = 0;
};

/// Returns the locks that threads are blocked on, sorted by InAll, then Direct,
/// largest first, then in the order of the dump.
std::vector<ContendedLock> findContention(const LockGraph &Graph);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_CONTENTION_H
