//===- Source.h - Byte inputs -----------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One type for all inputs: mapped files, pipes, standard input, gzip
/// (including concatenated and HotSpot's blocked members) and zstd (including
/// several and seekable frames). The container is recognized by its content,
/// never by its name. All offsets are after decompression.
///
/// A source is a window that moves forward:
///
///     while (true) {
///       ArrayRef<uint8_t> W = In.peek(9);
///       if (W.size() < 9)
///         break;            // the end, or damage: see In.takeError()
///       In.consume(use(W));
///     }
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_SOURCE_H
#define HPROF_FORMAT_STREAM_SOURCE_H

#include "hprof/Format/Stream/Compression.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hprof {

class Sink;

struct SourceOptions {
  /// Number of decompressing threads; 0 is one per core. Only containers of
  /// independent members (HotSpot's -gz) can use more than one.
  unsigned Threads = 0;
  /// zstd frames that need a window of more than 2^ZstdWindowLog bytes are
  /// rejected, so that an input cannot determine the memory use. 27 (128 MiB)
  /// is zstd's own default limit.
  unsigned ZstdWindowLog = 27;
  /// Whether to map regular files. Otherwise, they are read through a window
  /// like pipes, so that the file's pages do not count as the process's memory.
  bool Map = true;
  /// The name in messages, if it differs from the path.
  std::string Name;
};

class Source {
public:
  /// Opens \p Path, "-" for standard input. Fails if it cannot be opened or is
  /// a directory, but not because of its content. For a pipe, blocks until four
  /// bytes have arrived.
  static llvm::Expected<std::unique_ptr<Source>>
  open(llvm::StringRef Path, const SourceOptions &Options = {});

  /// Opens regular files as if they were one, in this order: pieces of a file,
  /// as created by split(1). The container is that of the concatenated bytes.
  static llvm::Expected<std::unique_ptr<Source>>
  openPieces(llvm::ArrayRef<std::string> Paths, const SourceOptions &Options);

  /// Opens the regular, readable file of \p Fd, which has been written, from
  /// its first byte. The position of \p Fd is neither used nor moved.
  static llvm::Expected<std::unique_ptr<Source>>
  openWritten(int Fd, llvm::StringRef Name, const SourceOptions &Options = {});

  /// Reads \p Bytes, which must outlive the source, in place. With a nonzero
  /// \p WindowSize, it behaves like a pipe and returns windows of exactly that
  /// many bytes, or as many as peek() requests.
  static std::unique_ptr<Source> fromMemory(llvm::ArrayRef<uint8_t> Bytes,
                                            llvm::StringRef Name,
                                            size_t WindowSize = 0);

  /// Reads \p Bytes, which must outlive the source, as open() reads a file.
  static std::unique_ptr<Source> openMemory(llvm::ArrayRef<uint8_t> Bytes,
                                            llvm::StringRef Name,
                                            const SourceOptions &Options = {});

  /// Reads the output of \p Write, which runs concurrently in another thread, a
  /// few chunks ahead, without a file. The error that \p Write returns is
  /// reported at the end of the input. If the source is destroyed before the
  /// end, the sink fails. Progress is measured in the bytes of \p Progress, if
  /// given, from which \p Write reads, rather than in the source's own. Returns
  /// null if no thread can be started.
  static std::unique_ptr<Source>
  written(llvm::StringRef Name, std::function<llvm::Error(Sink &)> Write,
          const Source *Progress = nullptr);

  virtual ~Source();
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  /// The name in messages: the path, or "<stdin>".
  const std::string &name() const { return Name; }
  Compression compression() const { return Kind; }

  /// All bytes, if they can be addressed without copying (a mapped file).
  virtual std::optional<llvm::ArrayRef<uint8_t>> contents() const {
    return std::nullopt;
  }

  /// The bytes from offset(): at least \p Want of them; fewer only at the end
  /// of the input or before damage. Memory grows with \p Want, so callers must
  /// bound it. Valid until the next call of a non-const member.
  virtual llvm::ArrayRef<uint8_t> peek(size_t Want) = 0;
  /// Moves offset() past \p N bytes of the last peek().
  virtual void consume(size_t N) = 0;
  /// Skips up to \p N bytes; returns the number skipped.
  uint64_t skip(uint64_t N);

  /// Hints to the system's read-ahead whether the next accesses will be
  /// scattered or sequential. Initially sequential.
  virtual void expectJumps(bool AreExpected) {}

  uint64_t offset() const { return Offset; }
  /// Size in bytes after decompression, if known without reading.
  virtual std::optional<uint64_t> size() const { return std::nullopt; }

  /// After peek() returned fewer bytes than requested: the reason why the input
  /// ended early (a read error, a damaged or truncated container); success at a
  /// regular end.
  virtual llvm::Error takeError() { return llvm::Error::success(); }

  /// Whether rewind() can restart at the first byte.
  virtual bool isRewindable() const { return false; }
  virtual llvm::Error rewind();
  /// Opens the same bytes from the first one, to be read in parallel with this
  /// source, at an independent position. This source must outlive the result.
  /// Only for rewindable sources.
  virtual llvm::Expected<std::unique_ptr<Source>> reopen() const;

  /// For progress: bytes read from the file so far, before decompression, and
  /// the file's size, 0 if unknown. May be called from another thread.
  virtual uint64_t rawOffset() const { return Offset; }
  virtual uint64_t rawSize() const { return 0; }

protected:
  Source(llvm::StringRef Name, Compression Kind) : Name(Name), Kind(Kind) {}
  uint64_t Offset = 0;

private:
  std::string Name;
  Compression Kind;
};

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_SOURCE_H
