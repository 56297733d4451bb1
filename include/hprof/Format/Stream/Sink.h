//===- Sink.h - Byte outputs ------------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One type for all outputs: files, pipes, memory; uncompressed, as gzip or as
/// zstd. The counterpart of Source for writers.
///
/// gzip is written in the form of HotSpot's "jcmd GC.heap_dump -gz": members of
/// at most 1 MiB, the first one with the comment "HPROF BLOCKSIZE=1048576",
/// which means that members can be read in any order. zstd is written as frames
/// of 4 MiB with size and checksum. Members and frames are compressed in
/// parallel; the output does not depend on the number of threads.
///
/// After an error, further output is discarded, so a writer need not check each
/// call; finish() returns the error.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_SINK_H
#define HPROF_FORMAT_STREAM_SINK_H

#include "hprof/Format/Stream/Compression.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstring>
#include <memory>
#include <system_error>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

struct SinkOptions {
  Compression Kind = Compression::None;
  /// Compression level: 1 to 12 for gzip (default 1, HotSpot's), 1 to 22 for
  /// zstd (default 3). 0 is the default; higher values select the maximum.
  unsigned Level = 0;
  /// Number of compressing threads; 0 is one per core.
  unsigned Threads = 0;
};

class Sink {
public:
  /// Writes to \p Fd from its current position. The caller keeps ownership and
  /// closes it after finish().
  static std::unique_ptr<Sink> toFile(int Fd, const SinkOptions &Options = {});
  /// Appends to \p Out.
  static std::unique_ptr<Sink> toMemory(llvm::SmallVectorImpl<char> &Out,
                                        const SinkOptions &Options = {});
  /// Writes to \p OS, which records its own errors, as raw_fd_ostream does.
  static std::unique_ptr<Sink> toStream(llvm::raw_ostream &OS,
                                        const SinkOptions &Options = {});

  /// Without finish() the tail of the output is missing.
  virtual ~Sink();
  Sink(const Sink &) = delete;
  Sink &operator=(const Sink &) = delete;

  void append(llvm::ArrayRef<uint8_t> Bytes) {
    if (Bytes.size() > std::min(size_t(BufferEnd - Cursor), MaxPiece))
      return appendSlow(Bytes);
    if (!Bytes.empty())
      memcpy(Cursor, Bytes.data(), Bytes.size());
    Cursor += Bytes.size();
  }
  void append(llvm::StringRef Text) {
    append(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()),
                          Text.size()));
  }

  /// Bytes appended so far, before compression.
  uint64_t offset() const { return Emitted + uint64_t(Cursor - Buffer); }

  /// Whether patch() works, which requires uncompressed output to memory or a
  /// regular file.
  virtual bool canPatch() const { return false; }
  /// Overwrites bytes at \p Offset, all of which must already have been
  /// appended.
  void patch(uint64_t Offset, llvm::ArrayRef<uint8_t> Bytes);

  /// Whether an error has happened, so that further work is pointless.
  bool hasFailed() const { return bool(Failure); }
  /// Writes buffered data and closes the container. The error is that of the
  /// first failed write: a plain error code (no space, broken pipe), to which
  /// the caller adds the file name. Nothing may be appended after this.
  llvm::Error finish();

protected:
  Sink() = default;
  /// Writes out and empties the buffer, which is full or, with \p IsLast,
  /// contains the end of the output.
  virtual void emit(bool IsLast) = 0;
  /// Like append(), for data that is large or does not fit in the buffer.
  virtual void appendSlow(llvm::ArrayRef<uint8_t> Bytes);
  /// Overwrites bytes that have left the buffer.
  virtual void patchEmitted(uint64_t Offset, llvm::ArrayRef<uint8_t> Bytes) {}
  void fail(std::error_code EC) {
    if (!Failure)
      Failure = EC;
  }

  /// The maximum number of bytes per memcpy(). For more, memcpy() uses string
  /// instructions, which are many times slower if the destination address
  /// modulo 4096 is slightly higher than the source's, as is often the case for
  /// data passed through almost unchanged.
  static constexpr size_t MaxPiece = 2048;

  uint8_t *Buffer = nullptr, *Cursor = nullptr, *BufferEnd = nullptr;
  uint64_t Emitted = 0; // Bytes that have left the buffer.

private:
  std::error_code Failure;
};

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_SINK_H
