//===- HeapSegments.h - The heap dump records of one dump -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H
#define HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H

#include "hprof/Format/Records/Records.h"
#include <utility>
#include <vector>

namespace hprof {

/// The heap dump records of one dump in a mapped file (HeapFile::dumps()), and
/// their distribution to workers (HeapWalk.h).
class HeapSegments {
public:
  /// Creates dump number \p Number, from 1, of the file \p Bytes. \p Header is
  /// the preceding file header.
  HeapSegments(llvm::ArrayRef<uint8_t> Bytes, const FileHeader &Header,
               unsigned Number)
      : File(Bytes), Header(Header), Number(Number) {}
  /// Adds the next record, whose body is \p Length bytes long.
  void add(const Frame &F, uint64_t Length);

  unsigned number() const { return Number; }
  const FileHeader &header() const { return Header; }
  llvm::ArrayRef<uint8_t> file() const { return File; }
  uint64_t bytes() const { return Total; } ///< Total size of the bodies.
  llvm::ArrayRef<Frame> frames() const { return Frames; }

  /// Input of the workers: frames(), or pieces of them after cut().
  llvm::ArrayRef<Frame> pieces() const {
    return Pieces.empty() ? Frames : Pieces;
  }
  /// Splits pieces() into at most \p Wanted parts. \return the number of parts.
  unsigned split(unsigned Wanted);
  /// For each part from split() or cut(), the index after its last piece.
  llvm::ArrayRef<size_t> ends() const { return Ends; }

  /// Returns the offsets at which to cut the bodies of heap dumps so that \p
  /// Wanted workers get equal shares; empty if split() suffices.
  std::vector<uint64_t> findCuts(unsigned Wanted) const;
  /// Creates pieces that begin at \p Offsets, each the start of a sub-record,
  /// and one before the first offset. Each piece is a part.
  void cut(llvm::ArrayRef<uint64_t> Offsets);

private:
  llvm::ArrayRef<uint8_t> File;
  FileHeader Header;
  unsigned Number;
  uint64_t Total = 0;
  std::vector<Frame> Frames, Pieces;
  std::vector<size_t> Ends;
};

/// Returns the range of offsets in which damage belongs to dump number \p Dump
/// of \p Dumps, all dumps in a file: from the start of its own file, if files
/// are concatenated, to the next file or heap dump. Damage from a missing end
/// is treated as one byte earlier, because it is reported at the start of the
/// next file.
std::pair<uint64_t, uint64_t> damageRange(llvm::ArrayRef<HeapSegments> Dumps,
                                          unsigned Dump);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H
