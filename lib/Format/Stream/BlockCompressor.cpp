//===- BlockCompressor.cpp - Independent compressed blocks ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockCompressor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <libdeflate.h>
#include <zstd.h>
#include <zstd_errors.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
std::error_code outOfMemory() {
  return std::make_error_code(std::errc::not_enough_memory);
}

/// A gzip member in the form of HotSpot's -gz (heapDumperCompression.cpp).
class GzipBlock : public CompressedBlock {
public:
  explicit GzipBlock(unsigned Level)
      : CompressedBlock(size_t(1) << 20),
        Compressor(libdeflate_alloc_compressor(
            int(std::min(Level ? Level : 1, 12u)))) {
    if (!Compressor)
      return;
    Room = libdeflate_deflate_compress_bound(Compressor, BlockSize);
    Memory.reset(new uint8_t[MostHeader + Room + TrailerSize]);
  }
  ~GzipBlock() override { libdeflate_free_compressor(Compressor); }
  void run() override;

private:
  // Includes the final NUL of a comment.
  static constexpr char Comment[] = "HPROF BLOCKSIZE=1048576";
  static constexpr size_t HeaderSize = 10, TrailerSize = 8,
                          MostHeader = HeaderSize + sizeof(Comment);

  libdeflate_compressor *Compressor;
  size_t Room = 0; // Size of the memory for the compressed data.
  std::unique_ptr<uint8_t[]> Memory;
};

/// A zstd frame with content size and checksum.
class ZstdBlock : public CompressedBlock {
public:
  explicit ZstdBlock(unsigned Level)
      : CompressedBlock(size_t(4) << 20), Context(ZSTD_createCCtx()),
        Room(ZSTD_compressBound(BlockSize)), Memory(new uint8_t[Room]) {
    if (!Context)
      return;
    int Most = ZSTD_maxCLevel();
    ZSTD_CCtx_setParameter(Context, ZSTD_c_compressionLevel,
                           Level ? std::min(int(Level), Most) : 3);
    ZSTD_CCtx_setParameter(Context, ZSTD_c_checksumFlag, 1);
  }
  ~ZstdBlock() override { ZSTD_freeCCtx(Context); }
  void run() override {
    const size_t N =
        Context ? ZSTD_compress2(Context, Memory.get(), Room, In.get(), InSize)
                : size_t(-ZSTD_error_memory_allocation);
    if (ZSTD_isError(N)) {
      Failure = outOfMemory();
      return;
    }
    Out = {Memory.get(), N};
  }

private:
  ZSTD_CCtx *Context;
  size_t Room;
  std::unique_ptr<uint8_t[]> Memory;
};
} // namespace

void GzipBlock::run() {
  if (!Compressor) {
    Failure = outOfMemory();
    return;
  }
  // RFC 1952: magic, deflate, flags (16: a comment follows), no time, no hint,
  // unknown system.
  const uint8_t Header[HeaderSize] = {
      0x1f, 0x8b, 8, uint8_t(IsFirst ? 16 : 0), 0, 0, 0, 0, 0, 255};
  uint8_t *To = Memory.get();
  memcpy(To, Header, HeaderSize);
  To += HeaderSize;
  if (IsFirst) {
    memcpy(To, Comment, sizeof(Comment));
    To += sizeof(Comment);
  }
  size_t N =
      libdeflate_deflate_compress(Compressor, In.get(), InSize, To, Room);
  assert(N && "there is room for the worst case");
  To += N;
  support::endian::write32le(To, libdeflate_crc32(0, In.get(), InSize));
  support::endian::write32le(To + 4, uint32_t(InSize));
  Out = {Memory.get(), To + TrailerSize};
}

std::unique_ptr<CompressedBlock> stream::createCompressedBlock(Compression Kind,
                                                               unsigned Level) {
  if (Kind == Compression::Gzip)
    return std::make_unique<GzipBlock>(Level);
  assert(Kind == Compression::Zstd && "nothing to compress");
  return std::make_unique<ZstdBlock>(Level);
}
