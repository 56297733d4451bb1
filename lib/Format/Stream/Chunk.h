//===- Chunk.h - Buffers between a decoder and its reader -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A decoder runs in a separate thread and pushes chunks into a bounded queue;
/// the source pops them. Chunks are recycled, so a stream of any length uses a
/// small, fixed number of buffers.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_CHUNK_H
#define HPROF_LIB_FORMAT_STREAM_CHUNK_H

#include "PageMemory.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace hprof::stream {

/// A buffer with headroom before its bytes. Unconsumed bytes of one chunk are
/// moved into the headroom of the next, so that a record that straddles chunks
/// costs only a copy of its first part. Unwritten headroom does not become
/// resident.
class Chunk {
public:
  static constexpr size_t Headroom = size_t(1) << 20;

  /// Makes room for \p N bytes; discards the contents.
  void reserve(size_t N) {
    Size = 0;
    if (Capacity >= N)
      return;
    Memory = allocatePages(Headroom + N);
    Capacity = N;
  }
  /// Null before the first reserve().
  uint8_t *data() { return Memory ? Memory.get() + Headroom : nullptr; }
  size_t capacity() const { return Capacity; }
  /// The free bytes that follow the used ones.
  llvm::MutableArrayRef<uint8_t> rest() {
    return {data() + Size, Capacity - Size};
  }

  size_t Size = 0;

private:
  PageMemory Memory;
  size_t Capacity = 0;
};

class ChunkQueue {
public:
  explicit ChunkQueue(size_t Limit) : Limit(Limit) {}

  /// For the decoder: returns an empty chunk for at least \p N bytes.
  Chunk take(size_t N);
  /// Queues \p C; blocks while the queue is full. Returns false after close().
  bool push(Chunk C);
  /// Number of bytes pushed so far: the offset of the next one.
  uint64_t pushed() const { return Pushed; }
  /// Ends the queue with \p Why as the reason.
  void finish(llvm::Error Why);

  /// For the reader: blocks until the next chunk; returns false at the end.
  bool pop(Chunk &C);
  void recycle(Chunk C);
  /// Returns the reason for the end. Must be called once, after the end.
  llvm::Error takeError();
  /// Makes the decoder's push() fail.
  void close();

  ~ChunkQueue() { llvm::consumeError(std::move(Why)); }

private:
  const size_t Limit;
  std::mutex Mutex;
  std::condition_variable Changed;
  std::deque<Chunk> Full;
  std::vector<Chunk> Free;
  uint64_t Pushed = 0; // Used only by the decoder.
  bool Finished = false, Closed = false;
  llvm::Error Why = llvm::Error::success();
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_CHUNK_H
