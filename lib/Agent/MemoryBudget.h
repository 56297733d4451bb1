//===- MemoryBudget.h - Bounds the memory of the agent's tables -*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables that grow with the program's classes, traces and sites take their
/// memory from the system in blocks that a budget counts. When there is no
/// more, a table says so to its caller, who stops recording; nothing throws.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORYBUDGET_H
#define HPROF_LIB_AGENT_MEMORYBUDGET_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sys/mman.h>

namespace hprof::agent {

class MemoryBudget {
public:
  /// \p Limit is in bytes.
  explicit MemoryBudget(uint64_t Limit) : Limit(Limit) {}
  MemoryBudget(const MemoryBudget &) = delete;
  MemoryBudget &operator=(const MemoryBudget &) = delete;

  /// \p Bytes of zeros; null beyond the limit, or when the system has none.
  /// Thread-safe.
  void *map(size_t Bytes) {
    if (Used.fetch_add(Bytes, std::memory_order_relaxed) + Bytes <= Limit) {
      void *P = ::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (P != MAP_FAILED)
        return P;
    }
    Used.fetch_sub(Bytes, std::memory_order_relaxed);
    return nullptr;
  }
  void unmap(void *P, size_t Bytes) {
    ::munmap(P, Bytes);
    Used.fetch_sub(Bytes, std::memory_order_relaxed);
  }

  uint64_t used() const { return Used.load(std::memory_order_relaxed); }
  uint64_t limit() const { return Limit; }

private:
  const uint64_t Limit;
  std::atomic<uint64_t> Used{0};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORYBUDGET_H
