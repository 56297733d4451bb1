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

/// Reports \p E as damage. Returns errors of the operating system.
static Error tell(Error E, const DamageHandler &OnDamage) {
  return handleErrors(
      std::move(E), [&](std::unique_ptr<FormatError> Fault) -> Error {
        if (Fault->code() == format_errc::io)
          return Error(std::move(Fault));
        if (OnDamage)
          OnDamage({Fault->code(), Fault->offset(), Fault->what()});
        return Error::success();
      });
}

/// Reads a chunk. Returns an error if its header is damaged.
static Error readChunk(Source &In, const JfrReaderOptions &Options,
                       function_ref<void(JfrChunk)> F) {
  const uint64_t Start = In.offset();
  ArrayRef<uint8_t> Bytes = In.peek(ChunkHeader::Size);
  if (Bytes.size() < ChunkHeader::Size)
    if (Error E = In.takeError())
      return E;
  Expected<ChunkHeader> Header =
      ChunkHeader::read(Bytes.take_front(ChunkHeader::Size), Start);
  if (!Header)
    return Header.takeError();
  if (Header->Bytes > Options.MaxChunk) {
    In.skip(Header->Bytes);
    return tell(make_error<FormatError>(
                    format_errc::bad_length, Start,
                    "skipped a chunk of " + Twine(Header->Bytes) +
                        " bytes, expected at most " + Twine(Options.MaxChunk)),
                Options.OnDamage);
  }
  // A chunk that is being written has no size.
  const bool IsOpen = Header->Bytes < ChunkHeader::Size;
  const auto Size = size_t(IsOpen ? Options.MaxChunk : Header->Bytes);
  Bytes = In.peek(Size);
  Bytes = Bytes.take_front(Size);
  if (IsOpen) // Another chunk may follow.
    Bytes = Bytes.take_front(
        toStringRef(Bytes).find(StringRef("FLR\0\0\2", 6), ChunkHeader::Size));
  Expected<JfrChunk> Chunk = JfrChunk::open(Bytes, Start, Options.OnDamage);
  if (Chunk)
    F(std::move(*Chunk));
  In.consume(Bytes.size());
  return tell(Chunk.takeError(), Options.OnDamage);
}

Error jfr::forEachChunk(Source &In, const JfrReaderOptions &Options,
                        function_ref<void(JfrChunk)> F) {
  const auto Tell = [&](Error E, bool IsFirst) {
    return IsFirst ? std::move(E) : tell(std::move(E), Options.OnDamage);
  };
  while (!In.peek(1).empty()) {
    const bool IsFirst = !In.offset();
    if (Error E = readChunk(In, Options, F))
      return Tell(std::move(E), IsFirst);
  }
  return Tell(In.takeError(), !In.offset());
}

JfrReaderOptions jfr::noteDamage(const DamageHandler &OnDamage,
                                 bool &IsDamaged) {
  JfrReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    IsDamaged = true;
    if (OnDamage)
      OnDamage(D);
  };
  return Options;
}
