//===- BlockCompressor.h - Independent compressed blocks --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_BLOCKCOMPRESSOR_H
#define HPROF_LIB_FORMAT_STREAM_BLOCKCOMPRESSOR_H

#include "Format/Parallel/OrderedJobs.h"
#include "hprof/Format/Stream/Compression.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <system_error>
#include <vector>

namespace hprof::stream {

/// One gzip member or zstd frame, from input to compressed bytes. Reused for
/// later blocks.
class CompressedBlock : public OrderedJobs::Job {
public:
  explicit CompressedBlock(size_t BlockSize)
      : BlockSize(BlockSize), In(new uint8_t[BlockSize]) {}

  const size_t BlockSize;
  std::unique_ptr<uint8_t[]> In;
  size_t InSize = 0;
  bool IsFirst = false; ///< Whether this is the file's first block.

  llvm::ArrayRef<uint8_t> Out; ///< Points to the job's own memory.
  std::error_code Failure;     ///< Compressor error: out of memory.
};

/// \p Kind must not be None.
std::unique_ptr<CompressedBlock> createCompressedBlock(Compression Kind,
                                                       unsigned Level);

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_BLOCKCOMPRESSOR_H
