//===- Source.h - Where bytes come from -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One type for everything that can be read: mapped files, pipes, standard
/// input, gzip (concatenated and HotSpot's blocked members too) and zstd
/// (several and seekable frames too). The container is told by its content,
/// never by its name. All offsets are after decompression.
///
/// A source is a window that moves forward:
///
///     while (true) {
///       ArrayRef<uint8_t> W = In.peek(9);
///       if (W.size() < 9)
///         break;            // the end, or damage: In.takeError() tells
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
  /// Threads that may decompress; 0 is one per core. Only containers made of
  /// independent members (HotSpot's -gz) can use more than one.
  unsigned Threads = 0;
  /// Frames of zstd that need a window above 2 to this power bytes are refused
  /// rather than letting an input choose how much memory is used. 27 (128 MiB)
  /// is what zstd itself accepts without being asked for more.
  unsigned ZstdWindowLog = 27;
  /// Map regular files. Otherwise they are read through a window like pipes,
  /// so that pages of the file do not count as memory of the process.
  bool Map = true;
  /// What to call it in messages, when not by its path.
  std::string Name;
};

class Source {
public:
  /// Opens \p Path, "-" for standard input. Fails when it cannot be opened or
  /// is a directory, not for what it contains. Waits for the first four bytes
  /// of a pipe.
  static llvm::Expected<std::unique_ptr<Source>>
  open(llvm::StringRef Path, const SourceOptions &Options = {});

  /// Reads \p Bytes, which must outlive the source, in place. With
  /// \p WindowSize other than 0 it behaves like a pipe that hands out windows
  /// of just that many bytes, or of what peek() asks for.
  static std::unique_ptr<Source> fromMemory(llvm::ArrayRef<uint8_t> Bytes,
                                            llvm::StringRef Name,
                                            size_t WindowSize = 0);

  /// Reads \p Bytes, which must outlive the source, as open() reads a file.
  static std::unique_ptr<Source> openMemory(llvm::ArrayRef<uint8_t> Bytes,
                                            llvm::StringRef Name,
                                            const SourceOptions &Options = {});

  /// Reads what \p Write writes meanwhile in another thread, a few chunks
  /// ahead, without a file. What it returns is the error at the end. When the
  /// source goes before the end, the sink fails. Rather than in its own bytes,
  /// progress is told in those of \p Progress, if there is one, from which
  /// \p Write reads. Null when the system has no thread for it.
  static std::unique_ptr<Source>
  written(llvm::StringRef Name, std::function<llvm::Error(Sink &)> Write,
          const Source *Progress = nullptr);

  virtual ~Source();
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  /// What to call it in messages: the path, or "<stdin>".
  const std::string &name() const { return Name; }
  Compression compression() const { return Kind; }

  /// All bytes, when they can be addressed without copying (a mapped file).
  virtual std::optional<llvm::ArrayRef<uint8_t>> contents() const {
    return std::nullopt;
  }

  /// The bytes from offset() on: at least \p Want of them, fewer only at the
  /// end of the input or before damage. Memory grows with \p Want; callers
  /// bound it. Valid until the next call of a non-const member.
  virtual llvm::ArrayRef<uint8_t> peek(size_t Want) = 0;
  /// Moves offset() past \p N bytes of the last peek().
  virtual void consume(size_t N) = 0;
  /// Moves forward by \p N bytes; returns how many there were.
  uint64_t skip(uint64_t N);

  /// Says whether the next bytes will be looked at here and there, so that the
  /// system need not read ahead, or in turn, as at first.
  virtual void expectJumps(bool AreExpected) {}

  uint64_t offset() const { return Offset; }
  /// Bytes after decompression, when known without reading them.
  virtual std::optional<uint64_t> size() const { return std::nullopt; }

  /// Once peek() returned fewer bytes than asked: why the input ended early (a
  /// read error, a damaged or cut container), success at a true end.
  virtual llvm::Error takeError() { return llvm::Error::success(); }

  /// Whether rewind() can start again from the first byte.
  virtual bool isRewindable() const { return false; }
  virtual llvm::Error rewind();
  /// The same bytes from the first one on, to be read while this is: both move
  /// by themselves. This outlives it. Of what can be rewound.
  virtual llvm::Expected<std::unique_ptr<Source>> reopen() const;

  /// For progress: bytes taken from the file so far, before decompression, and
  /// how many it has, 0 when unknown. May be called from another thread.
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
