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

/// A lock on which threads are blocked.
struct ContendedLock {
  uint32_t Lock;       ///< Index in the graph.
  uint64_t Direct = 0; ///< Number of threads blocked on the lock itself.
  /// Number of threads blocked on the lock, on locks of those threads, and so
  /// on. In a deadlock, the owner itself is not counted.
  uint64_t InAll = 0;
};

/// Returns the locks on which threads are blocked, sorted by descending InAll,
/// then by descending Direct, then in the order of the dump.
std::vector<ContendedLock> findContention(const LockGraph &Graph);

} // namespace hprof

#endif // LIB_ANALYSIS_THREADS_CONTENTION_H
