//===- NodeIds.h - Object ids and dense node numbers ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers objects from 0 to size() - 1 in the order of their ids, which are
/// mostly addresses. A bitmap of the possible addresses, with a count per 64
/// bits, finds the number of an id in one or two cache misses and takes one or
/// two bytes per object. If ids are too scattered for a bitmap, a sorted list
/// is used.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_NODEIDS_H
#define HPROF_ANALYSIS_GRAPH_NODEIDS_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "hprof/Format/Base/SeededHash.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Compiler.h"
#include <memory>
#include <vector>

namespace hprof {

/// Number of an object in a HeapGraph; numbers are consecutive.
using Node = uint64_t;
constexpr Node NoNode = UINT64_MAX;

class NodeIds {
public:
  class Builder;

  uint64_t size() const { return Data.Count; }
  /// Returns the memory size in bytes.
  uint64_t bytes() const {
    return Data.Cells.size() * sizeof(Cell) + Data.Sorted.size() * 8;
  }

  /// Returns the number of the object with \p Id, or NoNode.
  Node find(uint64_t Id) const { return findWith<countOnes>(Id); }
  /// Same as above, but uses \p CountBits to count the set bits of a word.
  template <unsigned (*CountBits)(uint64_t)>
  LLVM_ATTRIBUTE_ALWAYS_INLINE Node findWith(uint64_t Id) const;
  /// Prefetches the memory that find() will read.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void prefetch(uint64_t Id) const {
    uint64_t Slot = (Id >> Data.Shift >> ChunkBits) - Data.FirstChunk;
    if (Slot >= Data.Directory.size() || Data.Directory[Slot] == NoChunk)
      return;
    LLVM_PREFETCH(&Data.Cells[Data.Directory[Slot] * ChunkCells +
                              (((Id >> Data.Shift) & (ChunkSize - 1)) >> 6)],
                  0, 3);
  }
  /// Returns the id of \p N, which must be less than size().
  uint64_t id(Node N) const;

  static constexpr unsigned ChunkBits = 19;
  static constexpr uint64_t ChunkSize = uint64_t(1) << ChunkBits; ///< In keys.
  static constexpr uint64_t ChunkCells = ChunkSize / 64;
  static constexpr uint32_t NoChunk = UINT32_MAX;

  /// 64 possible ids.
  struct Cell {
    uint64_t Word;   ///< One bit per existing id.
    uint64_t Before; ///< Number of objects with lower ids.
  };
  /// Storage of ids: a bitmap in chunks, or a list. Arrays may be views.
  struct Columns {
    unsigned Shift = 3; ///< Bits of ids that are always 0.
    uint64_t Count = 0;
    uint64_t FirstChunk = 0;
    /// Index of each chunk from FirstChunk on, or NoChunk.
    BigArray<uint32_t> Directory;
    BigArray<uint64_t> Keys; ///< Per chunk: id >> Shift >> ChunkBits.
    BigArray<Cell> Cells;    ///< ChunkCells per chunk.
    bool IsSorted = false;
    BigArray<uint64_t> Sorted; ///< All ids if there is no bitmap.
  };
  const Columns &columns() const { return Data; }
  static NodeIds fromColumns(Columns C);

private:
  // Implemented here because baseline x86-64 has no popcount instruction.
  static unsigned countOnes(uint64_t V) {
    V -= V >> 1 & 0x5555555555555555;
    V = (V & 0x3333333333333333) + (V >> 2 & 0x3333333333333333);
    return unsigned(
        ((V + (V >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
  }
  Node findSorted(uint64_t Id) const;

  Columns Data;
};

template <unsigned (*CountBits)(uint64_t)>
LLVM_ATTRIBUTE_ALWAYS_INLINE Node NodeIds::findWith(uint64_t Id) const {
  if (LLVM_UNLIKELY(Data.IsSorted))
    return findSorted(Id);
  uint64_t Key = Id >> Data.Shift;
  uint64_t Slot = (Key >> ChunkBits) - Data.FirstChunk;
  if (LLVM_UNLIKELY(Slot >= Data.Directory.size() || (Key << Data.Shift) != Id))
    return NoNode;
  uint64_t Chunk = Data.Directory[Slot];
  if (LLVM_UNLIKELY(Chunk == NoChunk))
    return NoNode;
  const Cell &C =
      Data.Cells[Chunk * ChunkCells + ((Key & (ChunkSize - 1)) >> 6)];
  uint64_t Bit = uint64_t(1) << (Key & 63);
  if (LLVM_UNLIKELY(!(C.Word & Bit)))
    return NoNode;
  return C.Before + CountBits(C.Word & (Bit - 1));
}

/// Collects ids in any order. Several builders, one per thread, can be merged.
class NodeIds::Builder {
public:
  /// \p Shift is the number of low bits that are 0 in all ids.
  explicit Builder(unsigned Shift = 3) : Shift(Shift) {}

  Builder(Builder &&) = default;
  Builder &operator=(Builder &&) = default;

  void insert(uint64_t Id) {
    uint64_t Key = Id >> Shift;
    if (LLVM_UNLIKELY((Key << Shift) != Id))
      Unaligned = true;
    uint64_t Chunk = Key >> ChunkBits;
    if (LLVM_UNLIKELY(Chunk != LastChunk || !Last))
      if (!select(Chunk, Id))
        return;
    uint64_t &Word = Last[(Key & (ChunkSize - 1)) >> 6];
    uint64_t Bit = uint64_t(1) << (Key & 63);
    Duplicates += (Word & Bit) != 0;
    Word |= Bit;
    ++Count;
  }
  void merge(Builder &Other);

  /// Whether some id was not a multiple of 2^Shift. If so, all ids must be
  /// collected again with a shift of 0.
  bool isUnaligned() const { return Unaligned; }
  /// Returns the number of repeated insertions. Valid after finish().
  uint64_t duplicates() const { return Duplicates; }
  llvm::Expected<NodeIds> finish(MemoryBudget *Budget = nullptr);

private:
  /// Number of chunks that are allocated and released together.
  static constexpr uint64_t SlabChunks = 64;

  bool select(uint64_t Chunk, uint64_t Id);
  uint64_t *newWords();
  void loosen();
  llvm::Expected<NodeIds> finishSorted(MemoryBudget *Budget);

  unsigned Shift;
  bool Unaligned = false;
  bool IsLoose = false; ///< Too many chunks: ids are only added to Loose.
  uint64_t Duplicates = 0;
  uint64_t Count = 0; ///< Number of insertions.
  uint64_t LastChunk = 0;
  uint64_t *Last = nullptr; ///< The words of LastChunk.
  /// The words of each chunk.
  llvm::DenseMap<uint64_t, uint64_t *, SeededInfo> Chunks;
  std::vector<BigArray<uint64_t>> Slabs; ///< Storage for the words in Chunks.
  uint64_t ChunksLeft = 0; ///< Number of unused chunks in the last slab.
  std::vector<uint64_t> Loose;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_NODEIDS_H
