//===- Containers.h - Compressed inputs for tests ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_FORMAT_STREAM_CONTAINERS_H
#define HPROF_UNITTESTS_FORMAT_STREAM_CONTAINERS_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include <initializer_list>
#include <string>
#include <vector>

namespace hprof::test {

using Bytes = std::vector<uint8_t>;

/// \p N bytes that compress about as well as a heap dump.
Bytes dumpLike(size_t N, unsigned Seed = 1);
/// \p N bytes that do not compress.
Bytes noise(size_t N, unsigned Seed = 1);
Bytes join(std::initializer_list<Bytes> Parts);

/// One gzip member. \p Level 0 produces stored blocks.
Bytes gzip(llvm::ArrayRef<uint8_t> Data, int Level = 1,
           const char *Comment = nullptr);
/// Output like that of HotSpot's -gz, with members of \p MemberSize bytes.
Bytes hotspotGzip(llvm::ArrayRef<uint8_t> Data, size_t MemberSize);
/// One zstd frame with a checksum.
Bytes zstd(llvm::ArrayRef<uint8_t> Data, int Level = 1);

/// Everything a source delivered, and how it ended.
struct Outcome {
  Bytes Data;
  bool Failed = false;
  format_errc Code = format_errc::io;
  uint64_t Offset = 0;
  std::string What;
};
/// Reads \p In to its end by peeking \p Window bytes at a time.
Outcome drain(Source &In, size_t Window = 1);

} // namespace hprof::test

#endif // HPROF_UNITTESTS_FORMAT_STREAM_CONTAINERS_H
