//===- NodeIds.cpp - Object ids and dense node numbers --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/NodeIds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

using namespace hprof;
using namespace llvm;

// Bytes that chunks may use, fixed and per object, before ids are sorted.
static constexpr uint64_t FreeBytes = 64 << 20;
static constexpr uint64_t BytesPerObject = 24;
// Maximum number of directory entries; 4 MiB of them cover 4 TiB of addresses.
static constexpr uint64_t MaxDirectory = 1 << 20;

NodeIds NodeIds::fromColumns(Columns C) {
  assert(C.IsSorted ? C.Sorted.size() == C.Count
                    : C.Cells.size() == C.Keys.size() * ChunkCells);
  NodeIds Ids;
  Ids.Data = std::move(C);
  return Ids;
}

Node NodeIds::findSorted(uint64_t Id) const {
  ArrayRef<uint64_t> All = Data.Sorted.ref();
  const uint64_t *It = lower_bound(All, Id);
  return It != All.end() && *It == Id ? Node(It - All.begin()) : NoNode;
}

uint64_t NodeIds::id(Node N) const {
  if (Data.IsSorted)
    return Data.Sorted[N];
  const Cell *Last = std::upper_bound(
      Data.Cells.data(), Data.Cells.data() + Data.Cells.size(), N,
      [](Node Value, const Cell &C) { return Value < C.Before; });
  // If several cells have the same count, only the last contains objects.
  uint64_t At = uint64_t(Last - Data.Cells.data()) - 1;
  uint64_t Word = Data.Cells[At].Word;
  for (uint64_t Skip = N - Data.Cells[At].Before; Skip; --Skip)
    Word &= Word - 1;
  uint64_t Key = Data.Keys[At / ChunkCells] << ChunkBits |
                 (At % ChunkCells) << 6 | uint64_t(llvm::countr_zero(Word));
  return Key << Data.Shift;
}

uint64_t *NodeIds::Builder::newWords() {
  if (!ChunksLeft) {
    // Mapped separately, since the allocator would never release the memory.
    auto Made = BigArray<uint64_t>::make(SlabChunks * ChunkCells);
    if (!Made)
      report_bad_alloc_error(toString(Made.takeError()).c_str());
    Slabs.push_back(std::move(*Made));
    ChunksLeft = SlabChunks;
  }
  --ChunksLeft;
  Slabs.back().populate(ChunkCells * ChunksLeft, ChunkCells);
  return &Slabs.back()[ChunkCells * ChunksLeft];
}

bool NodeIds::Builder::select(uint64_t Chunk, uint64_t Id) {
  if (IsLoose) {
    Loose.push_back(Id);
    return false;
  }
  uint64_t *&Words = Chunks[Chunk];
  if (!Words) {
    if (Chunks.size() * (ChunkSize / 8) > FreeBytes + BytesPerObject * Count) {
      Chunks.erase(Chunk);
      loosen();
      Loose.push_back(Id);
      return false;
    }
    Words = newWords();
  }
  LastChunk = Chunk;
  Last = Words;
  return true;
}

/// Converts the bitmap to a list of ids.
void NodeIds::Builder::loosen() {
  IsLoose = true;
  Last = nullptr;
  for (auto &[Chunk, Words] : Chunks)
    for (uint64_t Cell = 0; Cell != ChunkCells; ++Cell)
      for (uint64_t W = Words[Cell]; W; W &= W - 1)
        Loose.push_back(
            (Chunk << ChunkBits | Cell << 6 | uint64_t(llvm::countr_zero(W)))
            << Shift);
  Chunks.clear();
  Slabs.clear();
  ChunksLeft = 0;
}

void NodeIds::Builder::merge(Builder &Other) {
  Unaligned |= Other.Unaligned;
  Duplicates += Other.Duplicates;
  Count += Other.Count;
  if (IsLoose || Other.IsLoose) {
    if (!IsLoose)
      loosen();
    if (!Other.IsLoose)
      Other.loosen();
    Loose.insert(Loose.end(), Other.Loose.begin(), Other.Loose.end());
    Other.Loose = {};
    return;
  }
  for (auto &[Chunk, Words] : Other.Chunks) {
    uint64_t *&Mine = Chunks[Chunk];
    if (!Mine) {
      Mine = Words;
      continue;
    }
    for (uint64_t Cell = 0; Cell != ChunkCells; ++Cell) {
      Duplicates += uint64_t(llvm::popcount(Mine[Cell] & Words[Cell]));
      Mine[Cell] |= Words[Cell];
    }
  }
  Other.Chunks.clear();
  std::move(Other.Slabs.begin(), Other.Slabs.end(), std::back_inserter(Slabs));
  Other.Slabs.clear();
  ChunksLeft = Other.ChunksLeft = 0;
  Last = Other.Last = nullptr;
}

Expected<NodeIds> NodeIds::Builder::finishSorted(MemoryBudget *Budget) {
  sort(Loose);
  auto End = std::unique(Loose.begin(), Loose.end());
  Duplicates += uint64_t(Loose.end() - End);
  Loose.erase(End, Loose.end());
  Columns Ids;
  Ids.IsSorted = true;
  Ids.Count = Loose.size();
  Expected<BigArray<uint64_t>> All =
      BigArray<uint64_t>::make(Loose.size(), Budget, MemoryAccess::Random);
  if (!All)
    return All.takeError();
  llvm::copy(Loose, All->data());
  Ids.Sorted = std::move(*All);
  return fromColumns(std::move(Ids));
}

Expected<NodeIds> NodeIds::Builder::finish(MemoryBudget *Budget) {
  std::vector<uint64_t> Order;
  for (auto &[Chunk, Words] : Chunks)
    Order.push_back(Chunk);
  sort(Order);
  if (!IsLoose && !Order.empty() &&
      Order.back() - Order.front() >= MaxDirectory)
    loosen();
  if (IsLoose)
    return finishSorted(Budget);

  Columns Ids;
  Ids.Shift = Shift;
  if (Order.empty())
    return fromColumns(std::move(Ids));
  Ids.FirstChunk = Order.front();
  uint64_t Span = Order.back() - Order.front() + 1;
  auto Make = [&](auto &Array, uint64_t Size) -> Error {
    auto Made = std::remove_reference_t<decltype(Array)>::make(
        Size, Budget, MemoryAccess::Random);
    if (!Made)
      return Made.takeError();
    Array = std::move(*Made);
    return Error::success();
  };
  if (Error E = Make(Ids.Directory, Span))
    return E;
  if (Error E = Make(Ids.Keys, Order.size()))
    return E;
  if (Error E = Make(Ids.Cells, Order.size() * ChunkCells))
    return E;
  std::fill_n(Ids.Directory.data(), Span, NoChunk);
  for (auto [I, Chunk] : enumerate(Order)) {
    const uint64_t *Words = Chunks[Chunk];
    Ids.Directory[Chunk - Ids.FirstChunk] = uint32_t(I);
    Ids.Keys[I] = Chunk;
    for (uint64_t Cell = 0; Cell != ChunkCells; ++Cell) {
      Ids.Cells[I * ChunkCells + Cell] = {Words[Cell], Ids.Count};
      Ids.Count += countOnes(Words[Cell]);
    }
  }
  Chunks.clear();
  Slabs.clear();
  ChunksLeft = 0;
  return fromColumns(std::move(Ids));
}
