//===- FileEntries.cpp - Entries of arrays in files -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/FileEntries.h"
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

/// The blocks of a thread.
class BlockCache {
public:
  static constexpr uint64_t BlockBytes = 512;

  /// What is at \p Offset of a file, and a multiple of its width; null when
  /// that cannot be read.
  const uint8_t *find(const FileEntries &E, uint64_t Offset) {
    uint64_t Number = Offset / BlockBytes;
    // Neighbours do not drive each other out, and files begin anywhere.
    size_t Slot = (Number + E.Key * 293) % NumBlocks;
    Block &B = Blocks[Slot];
    if (LLVM_UNLIKELY(B.Key != E.Key || B.Number != Number))
      read(E, Number, B);
    uint64_t In = Offset % BlockBytes;
    return LLVM_LIKELY(In < B.Length) ? &B.Bytes[In] : nullptr;
  }

private:
  struct Block {
    uint64_t Key = 0; ///< Of no file.
    uint64_t Number = 0;
    uint64_t Length = 0; ///< Less at a file's end.
    std::array<uint8_t, BlockBytes> Bytes;
  };
  static void read(const FileEntries &E, uint64_t Number, Block &B) {
    ssize_t Length =
        ::pread(E.File, B.Bytes.data(), BlockBytes, off_t(Number * BlockBytes));
    B.Key = E.Key;
    B.Number = Number;
    B.Length = uint64_t(std::max<ssize_t>(Length, 0));
  }

  static constexpr size_t NumBlocks = 1024;
  std::array<Block, NumBlocks> Blocks;
};

template <class T> uint64_t load(const uint8_t *At) {
  T V;
  std::memcpy(&V, At, sizeof(T));
  return V;
}

} // namespace

void FileEntries::start() {
  static std::atomic<uint64_t> LastKey{0};
  if (isFile())
    Key = ++LastKey;
}

uint64_t FileEntries::fetch(const uint8_t *Mapped, uint64_t Offset,
                            unsigned Width) const {
  thread_local const std::unique_ptr<BlockCache> Cache =
      std::make_unique<BlockCache>();
  const uint8_t *At = Cache->find(*this, Offset);
  if (!At)
    At = Mapped + Offset;
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
