//===- IndexTable.h - Finds indices by hash ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hash table that maps objects, stored elsewhere, to their indices. Lookups
/// take no lock, so a successful lookup never waits. Entries are never removed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORY_INDEXTABLE_H
#define HPROF_LIB_AGENT_MEMORY_INDEXTABLE_H

#include "TableMemory.h"
#include "llvm/Support/Compiler.h"
#include <optional>

namespace hprof::agent {

/// Hashes numbers one by one.
class HashOf {
public:
  HashOf &add(uint64_t N) {
    H = (H ^ N) * UINT64_C(0x9e3779b97f4a7c15);
    H ^= H >> 32;
    return *this;
  }
  uint32_t get() const { return uint32_t(H ^ (H >> 29)); }

private:
  uint64_t H = 0;
};

class IndexTable {
public:
  explicit IndexTable(TableMemory &Budget) : Budget(Budget) {}
  IndexTable(const IndexTable &) = delete;
  IndexTable &operator=(const IndexTable &) = delete;
  ~IndexTable() {
    for (Slots *S = Now.load(std::memory_order_relaxed); S;) {
      Slots *Before = S->Before;
      Budget.unmap(S, bytesFor(S->Mask + 1));
      S = Before;
    }
  }

  /// Returns the index with \p Hash for which \p Is returns true. Thread-safe,
  /// even while another thread inserts; the new entry may not be found yet.
  template <class Fn> std::optional<uint32_t> find(uint32_t Hash, Fn Is) const {
    const Slots *S = Now.load(std::memory_order_acquire);
    if (LLVM_UNLIKELY(!S))
      return std::nullopt;
    for (uint32_t I = Hash & S->Mask;; I = (I + 1) & S->Mask) {
      const uint64_t E = S->Entries[I].load(std::memory_order_acquire);
      if (!E)
        return std::nullopt;
      if (uint32_t(E >> 32) == Hash && Is(uint32_t(E) - 1))
        return uint32_t(E) - 1;
    }
  }

  /// Adds the index \p Index, less than UINT32_MAX, of a completed object. The
  /// caller serializes insertions. \return false if there is no memory.
  bool insert(uint32_t Hash, uint32_t Index) {
    Slots *S = Now.load(std::memory_order_relaxed);
    if (!S || Count >= S->Mask / 2)
      S = grow(S);
    if (!S)
      return false;
    put(*S, uint64_t(Hash) << 32 | (Index + 1));
    ++Count;
    return true;
  }

private:
  static constexpr uint32_t FirstSize = 512;
  struct Slots {
    Slots *Before; ///< Smaller table, which other threads may still read.
    uint32_t Mask;
    std::atomic<uint64_t> Entries[1]; ///< Hash, and index + 1; 0 if free.
  };
  static size_t bytesFor(uint64_t N) {
    return sizeof(Slots) + size_t(N - 1) * sizeof(std::atomic<uint64_t>);
  }
  static void put(Slots &S, uint64_t Entry) {
    uint32_t I = uint32_t(Entry >> 32) & S.Mask;
    while (S.Entries[I].load(std::memory_order_relaxed))
      I = (I + 1) & S.Mask;
    S.Entries[I].store(Entry, std::memory_order_release);
  }
  Slots *grow(Slots *Old) {
    const uint64_t Size = Old ? (uint64_t(Old->Mask) + 1) * 2 : FirstSize;
    if (Size > UINT32_MAX)
      return nullptr;
    auto *New = static_cast<Slots *>(Budget.map(bytesFor(Size)));
    if (!New)
      return nullptr;
    New->Before = Old;
    New->Mask = uint32_t(Size - 1);
    for (uint64_t I = 0; Old && I <= Old->Mask; ++I)
      if (uint64_t E = Old->Entries[I].load(std::memory_order_relaxed))
        put(*New, E);
    Now.store(New, std::memory_order_release);
    return New;
  }

  TableMemory &Budget;
  std::atomic<Slots *> Now{nullptr};
  uint32_t Count = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORY_INDEXTABLE_H
