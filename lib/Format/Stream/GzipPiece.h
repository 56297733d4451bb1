//===- GzipPiece.h - A run of gzip members for a worker ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_GZIPPIECE_H
#define HPROF_LIB_FORMAT_STREAM_GZIPPIECE_H

#include "Chunk.h"
#include "Format/Parallel/OrderedJobs.h"
#include <optional>

struct libdeflate_decompressor;

namespace hprof::stream {

/// Limits for inflating out of order. A larger member is inflated as a stream,
/// so they limit memory, not the input.
struct GzipPieceLimits {
  static constexpr size_t Input = (size_t(1) << 20) + (size_t(1) << 18);
  static constexpr size_t Output = size_t(4) << 20;
  /// Enough work to justify another thread.
  static constexpr size_t EnoughInput = size_t(1) << 18;
  static constexpr size_t EnoughOutput = size_t(1) << 20;
};

/// Position at which the first piece of the rest of a gzip file is split off.
struct GzipCut {
  size_t Input = 0;  ///< Bytes of the piece; 0 if no boundary was found.
  size_t Output = 0; ///< Inflated size, if the boundary is real.
};

/// Guesses the ends of members: the compressed size of a member is not stored,
/// but the next one begins with a header of known form, and the four bytes
/// before that are the uncompressed size (RFC 1952 2.3). Reads only \p Bytes,
/// so the result does not depend on threads or timing. \p IsEnd: \p Bytes is
/// the end of the file.
GzipCut findGzipCut(llvm::ArrayRef<uint8_t> Bytes, bool IsEnd);

/// Inflates whole members until the input ends or one fails.
class GzipPiece : public OrderedJobs::Job {
public:
  GzipPiece();
  ~GzipPiece() override;
  void run() override;

  std::vector<uint8_t> In;
  Chunk Out;           ///< Reserved to OutLimit by the poster.
  size_t OutLimit = 0; ///< GzipCut::Output.
  /// Size of the intact members of In: all of In if the guess was right.
  size_t Used = 0;

private:
  libdeflate_decompressor *Inflater; ///< Null if there is not enough memory.
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_GZIPPIECE_H
