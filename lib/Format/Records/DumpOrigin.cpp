//===- DumpOrigin.cpp - Origin of a merged dump ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Records/DumpOrigin.h"
#include "hprof/Format/Records/RecordHeader.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Begin =
    StringLiteral::withInnerNUL("hprof-merge origin\0time=");
static constexpr StringLiteral Size(" id-size=");
static constexpr StringLiteral Base(" id-base=0x");

std::string hprof::originRecord(const DumpOrigin &O, unsigned IdSize) {
  const std::string Text = (Begin + Twine(O.Millis) + Size + Twine(O.IdSize) +
                            Base + utohexstr(O.IdBase, /*LowerCase=*/true))
                               .str();
  std::string Out(RecordHeaderSize, '\0');
  Out[0] = char(Utf8::Tag);
  support::endian::write32be(&Out[5], uint32_t(IdSize + Text.size()));
  return Out.append(IdSize, '\xff') + Text;
}

size_t hprof::readOriginRecord(ArrayRef<uint8_t> W, unsigned IdSize,
                               DumpOrigin &O) {
  // Rejects most strings.
  if (W.size() < RecordHeaderSize + IdSize || W[0] != Utf8::Tag ||
      W[RecordHeaderSize] != 0xff)
    return 0;
  const uint64_t Length = support::endian::read32be(&W[5]);
  if (Length < IdSize || Length > W.size() - RecordHeaderSize)
    return 0;
  const StringRef All =
      toStringRef(W.take_front(size_t(RecordHeaderSize + Length)));
  StringRef Text = All.drop_front(RecordHeaderSize + IdSize);
  DumpOrigin Found;
  if (!Text.consume_front(Begin) || Text.consumeInteger(10, Found.Millis) ||
      !Text.consume_front(Size) || Text.consumeInteger(10, Found.IdSize) ||
      !Text.consume_front(Base) || Text.getAsInteger(16, Found.IdBase) ||
      (Found.IdSize != 1 && Found.IdSize != 2 && Found.IdSize != 4 &&
       Found.IdSize != 8))
    return 0;
  // Accept only the exact form, since it is written again in this form.
  if (originRecord(Found, IdSize) != All)
    return 0;
  O = Found;
  return All.size();
}
