//===- Utf16Decoder.cpp - Decodes UTF-16 text -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Windows shells write redirected output in UTF-16, after a byte order mark.
/// Unpaired surrogates become U+FFFD.
///
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "hprof/Format/Base/Error.h"
#include "llvm/Support/ConvertUTF.h"

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
class Utf16Decoder : public Decoder {
public:
  Error run(RawInput &In, ChunkQueue &Out) override;

private:
  bool unit(uint16_t Unit, ChunkQueue &Out);
  bool character(uint32_t Code, ChunkQueue &Out);

  Chunk Pending;        ///< Not pushed yet.
  uint32_t Leading = 0; ///< A surrogate without its partner so far.
};
} // namespace

static constexpr uint32_t Replacement = 0xfffd;
static constexpr bool isLeading(uint32_t U) { return (U & 0xfc00) == 0xd800; }
static constexpr bool isTrailing(uint32_t U) { return (U & 0xfc00) == 0xdc00; }

/// \return false if the queue is closed.
bool Utf16Decoder::character(uint32_t Code, ChunkQueue &Out) {
  if (Pending.rest().size() < UNI_MAX_UTF8_BYTES_PER_CODE_POINT) {
    if (Pending.Size && !Out.push(std::move(Pending)))
      return false;
    Pending = Out.take(ChunkSize);
  }
  char *End = reinterpret_cast<char *>(Pending.rest().data());
  char *const Begin = End;
  if (!ConvertCodePointToUTF8(Code, End))
    ConvertCodePointToUTF8(Replacement, End);
  Pending.Size += size_t(End - Begin);
  return true;
}

bool Utf16Decoder::unit(uint16_t Unit, ChunkQueue &Out) {
  const uint32_t Before = std::exchange(Leading, 0);
  if (Before && isTrailing(Unit))
    return character(0x10000 + ((Before - 0xd800) << 10) + (Unit - 0xdc00),
                     Out);
  if (Before && !character(Replacement, Out))
    return false;
  if (isLeading(Unit)) {
    Leading = Unit;
    return true;
  }
  return character(isTrailing(Unit) ? Replacement : Unit, Out);
}

Error Utf16Decoder::run(RawInput &In, ChunkQueue &Out) {
  std::vector<uint8_t> Buffer(ChunkSize);
  bool IsBig = false, HasMark = false;
  size_t Held = 0; // An odd byte of the input, at the beginning.
  while (size_t N = In.read(MutableArrayRef(Buffer).drop_front(Held))) {
    const size_t Size = Held + N;
    for (size_t I = 0; I + 1 < Size; I += 2) {
      const uint8_t First = Buffer[I], Second = Buffer[I + 1];
      if (!std::exchange(HasMark, true)) {
        // Without a mark, an ASCII character comes first.
        IsBig = First == 0xfe || !First;
        if (First >= 0xfe)
          continue;
      }
      if (!unit(uint16_t(IsBig ? First << 8 | Second : Second << 8 | First),
                Out))
        return Error::success();
    }
    Held = Size % 2;
    if (Held)
      Buffer[0] = Buffer[Size - 1];
  }
  const bool IsCut = Held || Leading;
  if (Leading && !character(Replacement, Out))
    return Error::success();
  if (Pending.Size && !Out.push(std::move(Pending)))
    return Error::success();
  if (Error E = In.takeError(Out.pushed()))
    return E;
  if (IsCut)
    return make_error<FormatError>(format_errc::bad_compression, Out.pushed(),
                                   "UTF-16 text ends inside a character");
  return Error::success();
}

std::unique_ptr<Decoder> stream::createUtf16Decoder() {
  return std::make_unique<Utf16Decoder>();
}
