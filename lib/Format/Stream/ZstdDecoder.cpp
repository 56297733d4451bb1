//===- ZstdDecoder.cpp - Reads zstd frames --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "hprof/Format/Base/Error.h"
#include "llvm/ADT/StringExtras.h"
#include <zstd.h>
#include <zstd_errors.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
class ZstdDecoder : public Decoder {
public:
  explicit ZstdDecoder(const SourceOptions &Options)
      : WindowLog(Options.ZstdWindowLog), Context(ZSTD_createDCtx()) {
    if (Context)
      ZSTD_DCtx_setParameter(Context, ZSTD_d_windowLogMax, int(WindowLog));
  }
  ~ZstdDecoder() override { ZSTD_freeDCtx(Context); }

  Error run(RawInput &In, ChunkQueue &Out) override;

private:
  Error damage(const ChunkQueue &Out, size_t Code, uint64_t Raw);

  const unsigned WindowLog;
  ZSTD_DCtx *Context; ///< Null if there is not enough memory.
};
} // namespace

Error ZstdDecoder::damage(const ChunkQueue &Out, size_t Result, uint64_t Raw) {
  if (ZSTD_getErrorCode(Result) == ZSTD_error_memory_allocation)
    return errorCodeToError(std::make_error_code(std::errc::not_enough_memory));
  std::string What = "zstd frame near raw offset 0x" + utohexstr(Raw) + ": " +
                     ZSTD_getErrorName(Result);
  if (ZSTD_getErrorCode(Result) == ZSTD_error_frameParameter_windowTooLarge)
    What += "; the window is limited to 2^" + utostr(WindowLog) + " bytes";
  return make_error<FormatError>(format_errc::bad_compression, Out.pushed(),
                                 What);
}

Error ZstdDecoder::run(RawInput &In, ChunkQueue &Out) {
  if (!Context)
    return errorCodeToError(std::make_error_code(std::errc::not_enough_memory));
  RawWindow Raw(In);
  Chunk C = Out.take(ChunkSize);
  // The library loses the number of bytes written by a failing call. With only
  // the bytes that it requested, it decodes one block per call, so nothing
  // intact is lost. 0 between frames.
  size_t Hint = 0;
  bool Drain = false; // Whether the last call filled the chunk.
  while (true) {
    ArrayRef<uint8_t> W = Raw.peek(1);
    bool AtEnd = W.empty() && !Drain;
    if (AtEnd || C.Size == C.capacity()) {
      if (C.Size && !Out.push(std::exchange(C, Chunk())))
        return Error::success();
      if (AtEnd)
        break;
      C = Out.take(ChunkSize);
    }
    ZSTD_inBuffer From = {W.data(), std::min(W.size(), Hint ? Hint : 5), 0};
    ZSTD_outBuffer To = {C.rest().data(), C.rest().size(), 0};
    size_t Result = ZSTD_decompressStream(Context, &To, &From);
    if (ZSTD_isError(Result)) {
      uint64_t At = Raw.offset();
      if (C.Size && !Out.push(std::move(C)))
        return Error::success();
      return damage(Out, Result, At);
    }
    C.Size += To.pos;
    Raw.consume(From.pos);
    Hint = Result;
    Drain = Hint && To.pos == To.size;
  }
  if (In.error())
    return In.takeError(Out.pushed());
  if (!Hint)
    return Error::success();
  return make_error<FormatError>(
      format_errc::truncated, Out.pushed(),
      "the zstd frame is truncated at raw offset 0x" +
          Twine::utohexstr(Raw.offset()));
}

std::unique_ptr<Decoder>
stream::createZstdDecoder(const SourceOptions &Options) {
  return std::make_unique<ZstdDecoder>(Options);
}
