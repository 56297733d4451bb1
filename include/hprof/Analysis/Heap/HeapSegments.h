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

/// The heap dump records of one dump of a mapped file (HeapFile::dumps()), and
/// how they are distributed over workers (HeapWalk.h).
class HeapSegments {
public:
  /// The dump with this \p Number, from 1, of the file \p Bytes, under the file
  /// header \p Header.
  HeapSegments(llvm::ArrayRef<uint8_t> Bytes, const FileHeader &Header,
               unsigned Number)
      : File(Bytes), Header(Header), Number(Number) {}
  /// Adds the next record, whose body has \p Length bytes.
  void add(const Frame &F, uint64_t Length);

  unsigned number() const { return Number; }
  const FileHeader &header() const { return Header; }
  llvm::ArrayRef<uint8_t> file() const { return File; }
  uint64_t bytes() const { return Total; } ///< Sum over the bodies.
  llvm::ArrayRef<Frame> frames() const { return Frames; }

  /// What workers walk: frames(), or pieces of these after cut().
  llvm::ArrayRef<Frame> pieces() const {
    return Pieces.empty() ? Frames : Pieces;
  }
  /// Splits pieces() into at most \p Wanted parts. \return their number.
  unsigned split(unsigned Wanted);
  /// For each part made by split() or cut(), the index after its last piece.
  llvm::ArrayRef<size_t> ends() const { return Ends; }

  /// Where to cut the bodies of heap dumps so that \p Wanted workers have equal
  /// shares; empty when split() manages without cuts.
  std::vector<uint64_t> findCuts(unsigned Wanted) const;
  /// Makes pieces that begin at \p Offsets, each the start of a sub-record, and
  /// one before the first of them. Each piece is a part.
  void cut(llvm::ArrayRef<uint64_t> Offsets);

private:
  llvm::ArrayRef<uint8_t> File;
  FileHeader Header;
  unsigned Number;
  uint64_t Total = 0;
  std::vector<Frame> Frames, Pieces;
  std::vector<size_t> Ends;
};

/// The offsets whose damage counts for the dump with number \p Dump, of all
/// \p Dumps of a file: from where its own one of concatenated files begins to
/// the next file or heap dump. A missing end counts as one byte earlier: it is
/// reported where the next file begins.
std::pair<uint64_t, uint64_t> damageRange(llvm::ArrayRef<HeapSegments> Dumps,
                                          unsigned Dump);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPSEGMENTS_H
