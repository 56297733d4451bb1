//===- RecordLocator.h - Locations of objects in a dump ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Locates the objects of a mapped dump, with about 0.4 bytes per object.
/// Objects are in runs of up to 64, in which ids mostly ascend. Each run stores
/// its lowest and highest id and the offset of its first object. A lookup scans
/// the records of the few runs that can contain the object. Roots have no ids:
/// the locations of runs of roots are stored, to read them in file order.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_RECORDLOCATOR_H
#define HPROF_ANALYSIS_GRAPH_RECORDLOCATOR_H

#include "hprof/Analysis/Columns/BigArray.h"
#include "hprof/Analysis/Heap/RootRun.h"
#include "llvm/Support/Compiler.h"
#include <vector>

namespace hprof {

/// A run of records, in the form stored in index files.
struct RecordBlock {
  uint64_t Lowest = 0;
  uint64_t Highest = 0;
  uint64_t Place = 0; ///< Offset of the first object << 8 | count().

  uint64_t offset() const { return Place >> 8; }
  /// Returns the number of objects (instances, arrays, classes). There may be
  /// other records between them.
  unsigned count() const { return Place & 0xff; }
};

class RecordLocator {
public:
  class Builder;

  RecordLocator() = default;
  /// \p Blocks must be sorted by Lowest.
  RecordLocator(BigArray<RecordBlock> Blocks, BigArray<uint64_t> ClassDumps,
                BigArray<RootRun> Roots)
      : Blocks(std::move(Blocks)), ClassDumps(std::move(ClassDumps)),
        Roots(std::move(Roots)) {}

  /// Returns the blocks, sorted by Lowest, then by Highest, then in file order.
  llvm::ArrayRef<RecordBlock> blocks() const { return Blocks.ref(); }
  /// Returns the offsets of all CLASS DUMPs, in file order.
  llvm::ArrayRef<uint64_t> classDumps() const { return ClassDumps.ref(); }
  /// Returns the locations of all roots, in file order.
  llvm::ArrayRef<RootRun> roots() const { return Roots.ref(); }

private:
  BigArray<RecordBlock> Blocks;
  BigArray<uint64_t> ClassDumps;
  BigArray<RootRun> Roots;
};

/// Receives the objects of consecutive segments in file order. The resulting
/// blocks depend only on the segments, not on their distribution over threads.
class RecordLocator::Builder {
public:
  void add(uint64_t Id, uint64_t Offset) {
    // If ids descend, the unsigned difference is huge, unless they wrap around.
    if (LLVM_UNLIKELY(Count == MostObjects || Id - Last > MostStep))
      Count = begin(Id, Offset);
    ++Count;
    Last = Id;
    Lowest = std::min(Lowest, Id);
    Highest = std::max(Highest, Id);
  }
  void addClassDump(uint64_t Offset) { ClassDumps.push_back(Offset); }
  void addRoot(uint64_t Offset);
  void endSegment();

  /// Appends \p Other, whose segments follow in the file.
  void merge(Builder &Other);
  llvm::Expected<RecordLocator> finish(MemoryBudget *Budget = nullptr);

private:
  static constexpr unsigned MostObjects = 64;
  /// With larger gaps between ids, runs would overlap.
  static constexpr uint64_t MostStep = 1 << 20;

  unsigned begin(uint64_t Id, uint64_t Offset);
  void close();

  std::vector<RecordBlock> Blocks;
  std::vector<uint64_t> ClassDumps;
  std::vector<RootRun> Roots;
  /// Number of blocks and Count at the time when the last root was added. If
  /// they are unchanged, no object has been added since then.
  std::pair<uint64_t, unsigned> AtRoot = {UINT64_MAX, 0};
  uint64_t Last = 0;
  uint64_t Lowest = 0;
  uint64_t Highest = 0;
  uint64_t Offset = 0;
  unsigned Count = MostObjects; ///< Objects in the block being filled.
  bool IsOpen = false;
  uint64_t SegmentObjects = 0; ///< Objects in closed blocks of this segment.
  uint64_t SegmentBlocks = 0;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_RECORDLOCATOR_H
