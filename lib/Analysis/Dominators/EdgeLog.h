//===- EdgeLog.h - Edges that a search skips --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DOMINATORS_EDGELOG_H
#define HPROF_LIB_ANALYSIS_DOMINATORS_EDGELOG_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Endian.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

namespace hprof {

/// Edges between numbers, logged in any order, each in the block of 32768
/// numbers that contains its target. Blocks are read and dropped one by one.
///
/// An edge takes 3 bytes: two for its target within the block, and one for the
/// difference between its source and the previous source in the block. An edge
/// with the same target as the previous edge takes one byte. If the difference
/// is too large, the number of the source follows.
template <class T> class EdgeLog {
public:
  static constexpr unsigned BlockBits = 15;
  static constexpr size_t BlockSize = size_t(1) << BlockBits;

  /// Size of the first slabs of memory; the size doubles after every
  /// SlabsOfASize slabs. Tests change this.
  inline static size_t SlabSize = size_t(4) << 20;
  static constexpr size_t SlabsOfASize = 64;

  /// Logs edges to numbers less than \p Limit.
  EdgeLog(T Limit, MemoryBudget *Budget)
      : Budget(Budget), Blocks((Limit >> BlockBits) + 1) {}

  /// If memory runs out, this edge and later ones may be dropped; takeError()
  /// returns the reason.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void add(T From, T To) {
    Block &B = Blocks[To >> BlockBits];
    if (LLVM_UNLIKELY(B.At >= B.End))
      if (!grow(B))
        return;
    uint32_t Low = To & (BlockSize - 1);
    bool IsSame = Low == B.LastTo;
    T Move = zigZag(From - B.LastFrom);
    B.LastFrom = From;
    B.LastTo = Low;
    if (LLVM_LIKELY(Move < Far)) {
      write<uint32_t>(B.At, IsSame ? uint32_t(Move) << 1 | SameTo
                                   : Low << 1 | uint32_t(Move) << MoveAt);
      B.At += IsSame ? 1 : Short;
      return;
    }
    write<uint32_t>(B.At, Low << 1 | Far << MoveAt);
    write<T>(B.At + Short, From);
    B.At += Long;
  }
  /// Populates memory for future edges until close(), in a separate thread.
  void supply() {
    for (;;) {
      size_t Size;
      {
        std::unique_lock<std::mutex> Lock(Mutex);
        Changed.wait(Lock, [&] { return IsClosed || Spare.empty(); });
        if (IsClosed)
          return;
        Size = nextSize();
      }
      auto Made = BigArray<uint8_t>::make(Size, Budget);
      if (!Made) // grow() reports the error.
        return llvm::consumeError(Made.takeError());
      Made->populate(0, Size);
      std::lock_guard<std::mutex> Lock(Mutex);
      if (!IsClosed)
        Spare = std::move(*Made);
    }
  }
  /// Call after the last add().
  void close() {
    std::lock_guard<std::mutex> Lock(Mutex);
    for (Block &B : Blocks)
      if (!B.Chunks.empty())
        B.Chunks.back().End = B.At;
    IsClosed = true;
    Spare = {};
    Changed.notify_all();
  }
  llvm::Error takeError() {
    if (Failure.empty())
      return llvm::Error::success();
    return llvm::createStringError(Failure);
  }

  size_t blocks() const { return Blocks.size(); }
  /// Returns the approximate size of all edges. Valid after close().
  uint64_t bytes() const {
    uint64_t Sum = 0;
    for (const BigArray<uint8_t> &S : Slabs)
      Sum += S.size();
    return Sum - SlabLeft;
  }
  size_t slabs() const { return Slabs.size(); }
  /// Size of the edges of a block, at least 1 byte each. Valid after close().
  uint64_t bytes(size_t Index) const {
    uint64_t Sum = 0;
    for (const Chunk &C : Blocks[Index].Chunks)
      Sum += uint64_t(C.End - C.Begin);
    return Sum;
  }
  /// Calls \p F with the source of each edge of a block and the edge's target
  /// within the block, in the order of addition. Valid after close().
  template <class Fn> void forEach(size_t Index, Fn &&F) const {
    Edge E;
    for (const Chunk &C : Blocks[Index].Chunks)
      decode(C, E, F);
  }
  /// Same as above, and drops the edges.
  template <class Fn> void drain(size_t Index, Fn &&F) {
    Edge E;
    for (const Chunk &C : Blocks[Index].Chunks) {
      decode(C, E, F);
      BigArray<uint8_t> &Slab = Slabs[C.Slab];
      if (--ChunksLeft[C.Slab])
        Slab.discard(uint64_t(C.Begin - Slab.data()), ChunkSize);
      else
        Slab = {};
    }
    Blocks[Index].Chunks = {};
  }

private:
  static constexpr size_t ChunkSize = size_t(16) << 10;
  // Layout of the first bytes of an edge: either SameTo and a 7-bit source
  // difference, or the target followed, at bit MoveAt, by a source difference.
  static constexpr uint32_t SameTo = 1;
  static constexpr unsigned MoveAt = 16;
  static constexpr uint32_t Far = 127;
  static constexpr size_t Short = 3, Long = Short + sizeof(T);

  /// The source, and the target within its block.
  struct Edge {
    T From = 0;
    uint32_t To = 0;
  };
  struct Chunk {
    const uint8_t *Begin, *End;
    size_t Slab;
  };
  struct Block {
    uint8_t *At = nullptr;
    uint8_t *End = nullptr; ///< Beyond this, an edge might not fit.
    T LastFrom = 0;
    uint32_t LastTo = BlockSize;
    std::vector<Chunk> Chunks;
  };

  static T zigZag(T Difference) {
    using Signed = std::make_signed_t<T>;
    return T(Difference << 1) ^ T(Signed(Difference) >> (8 * sizeof(T) - 1));
  }
  static T unZigZag(T V) { return T(V >> 1) ^ T(-T(V & 1)); }
  template <class U> static void write(uint8_t *To, U V) {
    llvm::support::endian::write<U, llvm::endianness::little>(To, V);
  }
  template <class U> static U read(const uint8_t *From) {
    return llvm::support::endian::read<U, llvm::endianness::little>(From);
  }

  /// Calls \p F with the edges of a chunk; \p E holds the previous edge.
  template <class Fn> static void decode(const Chunk &C, Edge &E, Fn &&F) {
    T From = E.From;
    uint32_t To = E.To;
    for (const uint8_t *P = C.Begin; P != C.End;) {
      uint32_t Word = read<uint32_t>(P);
      if (Word & SameTo) {
        From += unZigZag(Word >> 1 & Far);
        ++P;
      } else {
        To = Word >> 1 & (BlockSize - 1);
        uint32_t Move = Word >> MoveAt & Far;
        P += Short;
        if (LLVM_LIKELY(Move != Far)) {
          From += unZigZag(Move);
        } else {
          From = read<T>(P);
          P += sizeof(T);
        }
      }
      F(From, To);
    }
    E = {From, To};
  }

  LLVM_ATTRIBUTE_NOINLINE bool grow(Block &B) {
    if (!Failure.empty())
      return false;
    if (SlabLeft == 0 && !addSlab())
      return false;
    if (!B.Chunks.empty())
      B.Chunks.back().End = B.At;
    B.At = Slabs.back().data() + (Slabs.back().size() - SlabLeft);
    // Writing a short edge stores one byte more than the edge needs.
    B.End = B.At + ChunkSize - Long;
    B.Chunks.push_back({B.At, nullptr, Slabs.size() - 1});
    SlabLeft -= ChunkSize;
    ++ChunksLeft.back();
    return true;
  }
  bool addSlab() {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!Spare.empty()) {
      Slabs.push_back(std::move(Spare));
      Changed.notify_all();
    } else {
      auto Made = BigArray<uint8_t>::make(nextSize(), Budget);
      if (!Made) {
        Failure = llvm::toString(Made.takeError());
        return false;
      }
      Made->populate(0, Made->size());
      Slabs.push_back(std::move(*Made));
    }
    ChunksLeft.push_back(0);
    SlabLeft = Slabs.back().size();
    return true;
  }
  /// Returns the size of the next slab. Each slab may be a file, and a process
  /// can have only about 1,000 open files.
  size_t nextSize() const {
    return SlabSize << std::min<size_t>(Slabs.size() / SlabsOfASize, 6);
  }

  MemoryBudget *Budget;
  std::vector<Block> Blocks;
  std::vector<BigArray<uint8_t>> Slabs;
  std::vector<size_t> ChunksLeft; ///< By slab: chunks not yet dropped.
  size_t SlabLeft = 0;            ///< Unused bytes in the last slab.
  std::string Failure;
  std::mutex Mutex; ///< Guards all following members.
  std::condition_variable Changed;
  bool IsClosed = false;
  BigArray<uint8_t> Spare; ///< The next slab, already populated.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DOMINATORS_EDGELOG_H
