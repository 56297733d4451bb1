//===- Arena.h - Memory that is never freed individually --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Allocates memory from a budget for many small objects that live as long as
/// the arena. Not thread-safe.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_MEMORY_ARENA_H
#define HPROF_LIB_AGENT_MEMORY_ARENA_H

#include "TableMemory.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstring>

namespace hprof::agent {

class Arena {
public:
  explicit Arena(TableMemory &Budget) : Budget(Budget) {}
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena() {
    while (Last) {
      Block *B = Last;
      Last = B->Before;
      Budget.unmap(B, B->Bytes);
    }
  }

  /// Returns zeros, aligned for any type; null if there is no memory.
  void *allocate(size_t Bytes) {
    if (Bytes > SIZE_MAX / 2)
      return nullptr;
    Bytes = (Bytes + Alignment - 1) / Alignment * Alignment;
    if (Bytes > size_t(End - Next) && !grow(Bytes))
      return nullptr;
    void *P = Next;
    Next += Bytes;
    return P;
  }

  /// Copies \p Text. \return false if there is no memory.
  bool save(llvm::StringRef Text, llvm::StringRef &Copy) {
    Copy = llvm::StringRef();
    if (Text.empty())
      return true;
    auto *P = static_cast<char *>(allocate(Text.size()));
    if (!P)
      return false;
    std::memcpy(P, Text.data(), Text.size());
    Copy = llvm::StringRef(P, Text.size());
    return true;
  }

private:
  static constexpr size_t Alignment = alignof(std::max_align_t);
  static constexpr size_t BlockBytes = 64 << 10;
  struct alignas(Alignment) Block {
    Block *Before;
    size_t Bytes;
  };

  bool grow(size_t Bytes) {
    const size_t Size = std::max(BlockBytes, Bytes + sizeof(Block));
    auto *New = static_cast<Block *>(Budget.map(Size));
    if (!New)
      return false;
    New->Before = Last;
    New->Bytes = Size;
    Last = New;
    Next = reinterpret_cast<char *>(New + 1);
    End = reinterpret_cast<char *>(New) + Size;
    return true;
  }

  TableMemory &Budget;
  Block *Last = nullptr;
  char *Next = nullptr, *End = nullptr;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_MEMORY_ARENA_H
