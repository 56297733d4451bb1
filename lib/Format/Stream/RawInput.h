//===- RawInput.h - Undecoded input -----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The input below the decoders: a file descriptor or memory, read forward.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_RAWINPUT_H
#define HPROF_LIB_FORMAT_STREAM_RAWINPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <sys/types.h>
#include <vector>

namespace hprof::stream {

class RawInput {
public:
  /// Reads \p Fd, and closes it if \p Owned. \p Size is the size of a regular
  /// file, which can be read again.
  RawInput(int Fd, bool Owned, bool Regular, uint64_t Size);
  /// A descriptor of a regular file, which is owned, and the file's size.
  struct Piece {
    int Fd;
    uint64_t Size;
  };
  /// Reads regular files as if they were one.
  explicit RawInput(std::vector<Piece> Files);
  explicit RawInput(llvm::ArrayRef<uint8_t> Bytes)
      : Memory(Bytes), Size(Bytes.size()), Regular(true) {}
  ~RawInput();
  RawInput(const RawInput &) = delete;
  RawInput &operator=(const RawInput &) = delete;

  /// Reads available bytes into \p Into, waiting for at least one. Returns 0 at
  /// the end, after an error and after stop().
  size_t read(llvm::MutableArrayRef<uint8_t> Into);
  /// Returns the first \p N bytes, fewer if the input is shorter; read()
  /// returns them again. Must be called before the first read().
  llvm::ArrayRef<uint8_t> peekStart(size_t N);
  /// The reason why read() returned 0: an errno, or 0 at the regular end.
  int error() const { return Errno; }
  /// Returns an Error for error(), at offset \p Offset of the output.
  llvm::Error takeError(uint64_t Offset);

  bool isRewindable() const { return Regular; }
  /// Restarts at the beginning; returns false (with error() set) on failure.
  bool rewind();
  /// Returns a second reader of the same input, from its beginning, with a
  /// separate position. Only for rewindable inputs; this must outlive it.
  std::unique_ptr<RawInput> reopen() const;
  /// Makes read() return, even if it is blocked. For other threads.
  void stop();

  /// Bytes read so far; thread-safe.
  uint64_t offset() const { return Offset.load(std::memory_order_relaxed); }
  uint64_t size() const { return Size; }

private:
  RawInput() = default;
  bool waitReadable();
  ssize_t readFrom(llvm::MutableArrayRef<uint8_t> Into) const;

  int Fd = -1;
  int Wake[2] = {-1, -1}; // A pipe to which stop() writes.
  llvm::ArrayRef<uint8_t> Memory;
  std::vector<uint8_t> Start; // Bytes read by peekStart().
  size_t StartUsed = 0;
  std::atomic<uint64_t> Offset{0};
  std::atomic<bool> Stopped{false};
  uint64_t Size = 0;
  std::vector<Piece> Pieces; // Used instead of Fd.
  uint64_t FirstByte = 0;    // Initial position of the descriptor.
  bool Owned = false, Regular = false;
  bool IsBeside = false; // Another reader owns the descriptor's position.
  int Errno = 0;
};

/// A window over a RawInput to which bytes can be returned.
class RawWindow {
public:
  explicit RawWindow(RawInput &In) : In(In) {}

  /// Returns at least \p Want bytes, fewer only at the end.
  llvm::ArrayRef<uint8_t> peek(size_t Want);
  void consume(size_t N) {
    Begin += N;
    Position += N;
  }
  /// Puts \p Bytes back at the front of the window.
  void unread(llvm::ArrayRef<uint8_t> Bytes);
  /// Offset of the window's beginning in the raw input.
  uint64_t offset() const { return Position; }
  RawInput &input() { return In; }

private:
  void fill(size_t Want);

  RawInput &In;
  std::vector<uint8_t> Buffer;
  size_t Begin = 0, End = 0;
  uint64_t Position = 0;
  bool AtEnd = false;
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_RAWINPUT_H
