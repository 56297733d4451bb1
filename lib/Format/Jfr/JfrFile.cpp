//===- JfrFile.cpp - The chunks of a recording ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

namespace {
class Reader {
public:
  Reader(Source &In, const JfrReaderOptions &Options)
      : In(In), Options(Options) {}
  /// Reads a chunk; returns false at the end or after a damaged header.
  Expected<bool> chunk(function_ref<void(JfrChunk)> F);

private:
  void damage(format_errc Code, const Twine &What) {
    if (Options.OnDamage)
      Options.OnDamage({Code, In.offset(), What.str()});
  }
  /// Reports \p E as damage.
  void damage(Error E) {
    handleAllErrors(
        std::move(E),
        [&](const FormatError &Fault) {
          if (Options.OnDamage)
            Options.OnDamage({Fault.code(), Fault.offset(), Fault.what()});
        },
        [&](const ErrorInfoBase &Fault) {
          damage(format_errc::bad_header, Fault.message());
        });
  }

  Source &In;
  const JfrReaderOptions &Options;
};
} // namespace

Expected<bool> Reader::chunk(function_ref<void(JfrChunk)> F) {
  const uint64_t Start = In.offset();
  ArrayRef<uint8_t> Bytes = In.peek(ChunkHeader::Size);
  if (Bytes.empty()) {
    if (Error E = In.takeError())
      return E;
    return false;
  }
  Expected<ChunkHeader> Header =
      ChunkHeader::read(Bytes.take_front(ChunkHeader::Size));
  if (!Header) {
    if (!Start)
      return Header.takeError();
    damage(Header.takeError());
    return false;
  }
  if (Header->Bytes > Options.MaxChunk) {
    damage(format_errc::bad_length,
           "skipped a chunk of " + Twine(Header->Bytes) +
               " bytes, expected at most " + Twine(Options.MaxChunk));
    return In.skip(Header->Bytes) == Header->Bytes;
  }
  // A chunk that is being written has no size.
  const bool IsOpen = Header->Bytes < ChunkHeader::Size;
  const auto Size = size_t(IsOpen ? Options.MaxChunk : Header->Bytes);
  Bytes = In.peek(Size);
  Bytes = Bytes.take_front(Size);
  if (IsOpen) // Another chunk may follow.
    Bytes = Bytes.take_front(
        toStringRef(Bytes).find(StringRef("FLR\0\0\2", 6), ChunkHeader::Size));
  if (Expected<JfrChunk> Chunk = JfrChunk::open(Bytes, Start, Options.OnDamage))
    F(std::move(*Chunk));
  else
    damage(Chunk.takeError());
  In.consume(Bytes.size());
  return IsOpen || Bytes.size() == Size;
}

Error jfr::forEachChunk(Source &In, const JfrReaderOptions &Options,
                        function_ref<void(JfrChunk)> F) {
  Reader R(In, Options);
  for (bool HasMore = true; HasMore;) {
    Expected<bool> More = R.chunk(F);
    if (!More)
      return More.takeError();
    HasMore = *More;
  }
  return Error::success();
}
