//===- ChunkFeed.h - Where a window's chunks come from ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a source with a window asks for its bytes. Decoders and inputs that
/// keep a reader waiting run ahead in a thread of their own. A file that is
/// stored as it is has nothing to wait for: a copy by the kernel takes less
/// time than handing a chunk from one thread to another.
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

  /// Waits for the next chunk, false at the end.
  virtual bool pop(Chunk &C) = 0;
  /// Takes back a chunk that is no longer needed.
  virtual void recycle(Chunk C) = 0;
  /// After the end: why it was reached. Once.
  virtual llvm::Error takeError() = 0;

  /// Feeds what \p In holds; both arguments must outlive the feed.
  static std::unique_ptr<ChunkFeed> create(RawInput &In, Compression Kind,
                                           const SourceOptions &Options);
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_CHUNKFEED_H
