//===- RecordLocator.h - Where objects lie in a dump ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random access to the objects of a mapped dump in about 0.4 bytes per object:
/// runs of up to 64 records, in each of which ids mostly ascend, are known by
/// their lowest and highest id and where the first of them lies. Who wants an
/// object hops over the records of the few runs that can have it.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_RECORDLOCATOR_H
#define HPROF_ANALYSIS_GRAPH_RECORDLOCATOR_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "llvm/Support/Compiler.h"
#include <vector>

namespace hprof {

/// A run of records. Kept in index files as it is.
struct RecordBlock {
  uint64_t Lowest = 0;
  uint64_t Highest = 0;
  uint64_t Place = 0; ///< File offset of the first object, and their number.

  uint64_t offset() const { return Place >> 8; }
  /// Objects (instances, arrays, classes). Between them there may be other
  /// records.
  unsigned count() const { return Place & 0xff; }
};

class RecordLocator {
public:
  class Builder;

  RecordLocator() = default;
  /// \p Blocks must be sorted by Lowest.
  RecordLocator(BigArray<RecordBlock> Blocks, BigArray<uint64_t> ClassDumps)
      : Blocks(std::move(Blocks)), ClassDumps(std::move(ClassDumps)) {}

  /// By Lowest, then Highest, then in file order.
  llvm::ArrayRef<RecordBlock> blocks() const { return Blocks.ref(); }
  /// Offsets of all CLASS DUMPs, in file order.
  llvm::ArrayRef<uint64_t> classDumps() const { return ClassDumps.ref(); }

private:
  BigArray<RecordBlock> Blocks;
  BigArray<uint64_t> ClassDumps;
};

/// Is told of the objects of consecutive segments in file order. The blocks
/// depend on the segments only, not on how they are shared out to threads.
class RecordLocator::Builder {
public:
  void add(uint64_t Id, uint64_t Offset) {
    // A descent is a huge step.
    if (LLVM_UNLIKELY(Count == MostObjects || Id - Last > MostStep))
      Count = begin(Id, Offset);
    ++Count;
    Last = Id;
    Highest = std::max(Highest, Id);
  }
  void addClassDump(uint64_t Offset) { ClassDumps.push_back(Offset); }
  void endSegment();

  /// Appends what follows in the file.
  void merge(Builder &Other);
  llvm::Expected<RecordLocator> finish(MemoryBudget *Budget = nullptr);

private:
  static constexpr unsigned MostObjects = 64;
  /// Over larger gaps between ids, runs would cover each other.
  static constexpr uint64_t MostStep = 1 << 20;

  unsigned begin(uint64_t Id, uint64_t Offset);
  void close();

  std::vector<RecordBlock> Blocks;
  std::vector<uint64_t> ClassDumps;
  uint64_t Last = 0;
  uint64_t Lowest = 0;
  uint64_t Highest = 0;
  uint64_t Offset = 0;
  unsigned Count = MostObjects; ///< Of the block that is being filled.
  bool IsOpen = false;
  uint64_t SegmentObjects = 0; ///< In closed blocks of this segment.
  uint64_t SegmentBlocks = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_RECORDLOCATOR_H
