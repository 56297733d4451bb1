//===- Compression.h - Compression of a dump --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_COMPRESSION_H
#define HPROF_FORMAT_STREAM_COMPRESSION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hprof {

/// How the bytes of a dump are encoded. Utf16 is UTF-16 text, which is
/// converted to UTF-8; it is used for inputs only.
enum class Compression : uint8_t { None, Gzip, Zstd, Utf16 };

/// The compression for an output file named \p Path: Gzip for ".gz", Zstd for
/// ".zst". For outputs only; inputs are recognized by content.
Compression compressionForPath(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_COMPRESSION_H
