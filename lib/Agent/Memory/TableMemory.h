//===- TableMemory.h - Bounds the memory of the agent's tables --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Tables that grow with the program's heap, classes, traces and sites
/// allocate their memory from the system in blocks that count towards a budget.
/// When the budget is exhausted, a table reports this to its caller, which
/// stops recording; nothing throws. The blocks also count towards the library's
/// account, part of which is reserved for memory without a budget, so that
/// output is still possible when the tables are full.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORY_TABLEMEMORY_H
#define HPROF_LIB_AGENT_MEMORY_TABLEMEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hprof::agent {

class MemoryAccount;

/// Thread-safe.
class TableMemory {
public:
  /// \p Limit is in bytes, as is the part of \p Account reserved for others. \p
  /// Account may be null, and must outlive this.
  explicit TableMemory(uint64_t Limit, MemoryAccount *Account = nullptr,
                       uint64_t LeftToOthers = 0)
      : Limit(Limit), Account(Account), LeftToOthers(LeftToOthers) {}
  /// Creates a budget for one task in addition to the tables of \p Of, with the
  /// same limit and account, but reserves \p Left more bytes of the account for
  /// others.
  TableMemory(const TableMemory &Of, uint64_t Left)
      : TableMemory(Of.Limit, Of.Account, Of.LeftToOthers + Left) {}
  TableMemory(const TableMemory &) = delete;
  TableMemory &operator=(const TableMemory &) = delete;

  /// Maps \p Bytes of zeros; null beyond the limit, or when the system lacks
  /// memory.
  void *map(size_t Bytes);
  void unmap(void *P, size_t Bytes);

  uint64_t used() const { return Used.load(std::memory_order_relaxed); }
  uint64_t limit() const { return Limit; }

private:
  bool take(size_t Bytes);
  void giveBack(size_t Bytes);

  const uint64_t Limit;
  MemoryAccount *const Account;
  const uint64_t LeftToOthers;
  std::atomic<uint64_t> Used{0};
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORY_TABLEMEMORY_H
