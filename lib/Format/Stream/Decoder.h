//===- Decoder.h - Decodes stored bytes to chunks ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_DECODER_H
#define HPROF_LIB_FORMAT_STREAM_DECODER_H

#include "Chunk.h"
#include "RawInput.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof::stream {

/// Decodes one kind of container. Runs in a separate thread.
class Decoder {
public:
  virtual ~Decoder();
  /// Pushes the contents of \p In to \p Out. Returns at the end, at the first
  /// damage (as an error, after all bytes before it) or if the reader has
  /// closed the queue.
  virtual llvm::Error run(RawInput &In, ChunkQueue &Out) = 0;

  /// The kind of container that begins with \p Start (4 bytes suffice).
  static Compression detect(llvm::ArrayRef<uint8_t> Start);
  static std::unique_ptr<Decoder> create(Compression Kind,
                                         const SourceOptions &Options);
};

/// The unit of decoding: small enough to stay in a core's cache until it is
/// read, large enough that passing it between threads costs little.
constexpr size_t ChunkSize = size_t(1) << 18;

std::unique_ptr<Decoder> createGzipDecoder(const SourceOptions &Options);
std::unique_ptr<Decoder> createZstdDecoder(const SourceOptions &Options);
std::unique_ptr<Decoder> createUtf16Decoder();

/// Creates a source over \p In. Its bytes are decoded ahead in another thread,
/// unless they are in an uncompressed file.
std::unique_ptr<Source> createDecodedSource(llvm::StringRef Name,
                                            Compression Kind,
                                            std::unique_ptr<RawInput> In,
                                            const SourceOptions &Options);

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_DECODER_H
