//===- HeapWalkArena.h - Memory of a heap walk -----------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap walk records data in mapped memory, within a limit that all its
/// tables share. When the limit is reached, or the system has no memory,
/// requests fail and the walk is abandoned; nothing else is affected.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKARENA_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKARENA_H

#include "Agent/Memory/TableMemory.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace hprof::agent {

/// Bytes appended in pieces and read back in the same order.
class WalkArena {
public:
  explicit WalkArena(TableMemory &From) : From(From) {}
  ~WalkArena();
  WalkArena(const WalkArena &) = delete;
  WalkArena &operator=(const WalkArena &) = delete;

  /// Returns \p N contiguous zeros; null when the budget is exhausted.
  uint8_t *allocate(size_t N) {
    if (LLVM_UNLIKELY(N > Left))
      if (!grow(N))
        return nullptr;
    uint8_t *Result = Cursor;
    Cursor += N;
    Left -= N;
    return Result;
  }

  /// Reads the allocated pieces. A piece may be read in parts, but no part may
  /// span two separately allocated pieces.
  class Reader {
  public:
    explicit Reader(const WalkArena &A) : A(A) { enter(0); }
    bool atEnd() {
      while (Cursor == End && Index < A.Chunks.size())
        enter(Index + 1);
      return Index >= A.Chunks.size();
    }
    const uint8_t *take(size_t N) {
      if (LLVM_UNLIKELY(Cursor == End))
        (void)atEnd();
      assert(size_t(End - Cursor) >= N && "reading differs from writing");
      const uint8_t *Result = Cursor;
      Cursor += N;
      return Result;
    }

  private:
    void enter(size_t I) {
      Index = I;
      Cursor = End = nullptr;
      if (I >= A.Chunks.size())
        return;
      Cursor = A.Chunks[I].Data;
      End = I + 1 == A.Chunks.size() ? A.Cursor : Cursor + A.Chunks[I].Used;
    }
    const WalkArena &A;
    size_t Index = 0;
    const uint8_t *Cursor = nullptr, *End = nullptr;
  };

private:
  static constexpr size_t ChunkSize = size_t(1) << 20;
  struct Chunk {
    uint8_t *Data;
    size_t Size;
    size_t Used; ///< Not up to date in the last chunk.
  };
  bool grow(size_t N);

  TableMemory &From;
  std::vector<Chunk> Chunks;
  uint8_t *Cursor = nullptr;
  size_t Left = 0;
};

/// Values appended one at a time.
template <class T> class WalkList {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  explicit WalkList(TableMemory &From) : From(From) {}
  ~WalkList() {
    for (uint8_t *P : Chunks)
      From.unmap(P, ChunkSize);
  }
  WalkList(const WalkList &) = delete;
  WalkList &operator=(const WalkList &) = delete;

  /// \return false when the budget is exhausted.
  bool add(const T &V) {
    if (Count == Chunks.size() * PerChunk) {
      auto *P = static_cast<uint8_t *>(From.map(ChunkSize));
      if (!P)
        return false;
      Chunks.push_back(P);
    }
    std::memcpy(at(Count++), &V, sizeof(T));
    return true;
  }
  uint64_t size() const { return Count; }
  T operator[](uint64_t I) const {
    assert(I < Count);
    T V;
    std::memcpy(&V, at(I), sizeof(T));
    return V;
  }

private:
  static constexpr size_t ChunkSize = size_t(256) << 10;
  static constexpr size_t PerChunk = ChunkSize / sizeof(T);
  uint8_t *at(uint64_t I) const {
    return Chunks[size_t(I / PerChunk)] + size_t(I % PerChunk) * sizeof(T);
  }

  TableMemory &From;
  std::vector<uint8_t *> Chunks;
  uint64_t Count = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKARENA_H
