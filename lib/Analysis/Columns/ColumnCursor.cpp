//===- ColumnCursor.cpp - Reads entries of columns ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/ColumnCursor.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <unistd.h>

using namespace hprof;

namespace {
/// The blocks cached by a thread.
class BlockCache {
public:
  static constexpr uint64_t BlockBytes = 512;

  /// Returns the \p Width bytes at \p Offset, a multiple of \p Width, in the
  /// file with \p Key; null if they cannot be read.
  const uint8_t *find(int File, uint64_t Key, uint64_t Offset, unsigned Width) {
    uint64_t Number = Offset / BlockBytes;
    // Adjacent blocks do not evict each other; files start at different slots.
    size_t Slot = (Number + Key * 293) % NumBlocks;
    Block &B = Blocks[Slot];
    if (LLVM_UNLIKELY(B.Key != Key || B.Number != Number))
      B.read(File, Key, Number);
    uint64_t In = Offset % BlockBytes;
    return LLVM_LIKELY(In + Width <= B.Length) ? &B.Bytes[In] : nullptr;
  }

private:
  struct Block {
    uint64_t Key = 0; ///< 0 means no file.
    uint64_t Number = 0;
    /// Less than the block size at the end of a file or after a short read.
    uint64_t Length = 0;
    std::array<uint8_t, BlockBytes> Bytes;

    void read(int File, uint64_t NewKey, uint64_t NewNumber) {
      ssize_t Read = ::pread(File, Bytes.data(), BlockBytes,
                             off_t(NewNumber * BlockBytes));
      Key = NewKey;
      Number = NewNumber;
      Length = uint64_t(std::max<ssize_t>(Read, 0));
    }
  };

  static constexpr size_t NumBlocks = 1024;
  std::array<Block, NumBlocks> Blocks;
};
} // namespace

template <class T> static uint64_t load(const uint8_t *At) {
  T V;
  std::memcpy(&V, At, sizeof(T));
  return V;
}

void ColumnFile::startReading(const uint8_t *From) {
  static std::atomic<uint64_t> LastKey{0};
  if (!isFile())
    return;
  Key = ++LastKey;
  Mapped = From;
}

uint64_t ColumnFile::read(const void *Place, unsigned Width) const {
  thread_local const std::unique_ptr<BlockCache> Cache =
      std::make_unique<BlockCache>();
  const auto *Entry = static_cast<const uint8_t *>(Place);
  const uint8_t *At =
      Cache->find(Descriptor, Key, uint64_t(Entry - Mapped), Width);
  if (!At)
    At = Entry;
  switch (Width) {
  case 1:
    return *At;
  case 2:
    return load<uint16_t>(At);
  case 4:
    return load<uint32_t>(At);
  case 8:
    return load<uint64_t>(At);
  }
  llvm_unreachable("no such width");
}
