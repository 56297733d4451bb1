//===- EbcdicSource.cpp - EBCDIC as ASCII ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EbcdicSource.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ConvertEBCDIC.h"

using namespace hprof;
using namespace hprof::classic;
using namespace llvm;

// New line and line feed: C programs on z/OS end lines with the former.
static constexpr uint8_t NewLine = 0x15, LineFeed = 0x25;

EbcdicSource::EbcdicSource(Source &In)
    : Source(In.name(), In.compression()), In(In) {
  for (unsigned I = 0; I != 256; ++I) {
    char Byte = char(I);
    SmallString<4> Text;
    ConverterEBCDIC::convertToUTF8(StringRef(&Byte, 1), Text);
    if (I == NewLine || I == LineFeed)
      Text = "\n";
    Character &C = Characters[I];
    C.Size = uint8_t(std::min<size_t>(Text.size(), 2));
    memcpy(C.Bytes, Text.data(), C.Size);
  }
}

ArrayRef<uint8_t> EbcdicSource::peek(size_t Want) {
  Decoded.erase(Decoded.begin(), Decoded.begin() + Start);
  Start = 0;
  while (Decoded.size() < Want) {
    ArrayRef<uint8_t> Raw = In.peek(Want - Decoded.size());
    if (Raw.empty())
      break;
    // Do not decode all of a mapped file at once.
    Raw = Raw.take_front(std::max<size_t>(Want, 1 << 16));
    size_t Size = Decoded.size();
    Decoded.resize_for_overwrite(Size + 2 * Raw.size());
    uint8_t *Out = Decoded.data() + Size;
    for (uint8_t Byte : Raw) {
      const Character &C = Characters[Byte];
      memcpy(Out, C.Bytes, 2);
      Out += C.Size;
    }
    Decoded.truncate(size_t(Out - Decoded.data()));
    In.consume(Raw.size());
  }
  return Decoded;
}

void EbcdicSource::consume(size_t N) {
  Start += N;
  Offset += N;
}
