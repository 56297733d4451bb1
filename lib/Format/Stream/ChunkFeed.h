//===- ChunkFeed.h - Supplies chunks to a window ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Supplies the bytes of a source with a window. Decoders, and inputs that may
/// block, are read ahead in a separate thread. Uncompressed files do not block:
/// a copy by the kernel takes less time than passing a chunk between threads.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_CHUNKFEED_H
#define HPROF_LIB_FORMAT_STREAM_CHUNKFEED_H

#include "Chunk.h"

namespace hprof {
enum class Compression : uint8_t;
struct SourceOptions;
} // namespace hprof

namespace hprof::stream {

class RawInput;

class ChunkFeed {
public:
  virtual ~ChunkFeed();

  /// Blocks until the next chunk; returns false at the end.
  virtual bool pop(Chunk &C) = 0;
  /// Takes back a chunk that is no longer needed.
  virtual void recycle(Chunk C) = 0;
  /// Returns the reason for the end. Must be called once, after the end.
  virtual llvm::Error takeError() = 0;

  /// Creates a feed of the contents of \p In; both arguments must outlive it.
  static std::unique_ptr<ChunkFeed> create(RawInput &In, Compression Kind,
                                           const SourceOptions &Options);
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_CHUNKFEED_H
