//===- ModifiedUtf8.cpp - Java's characters as text -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/ModifiedUtf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ConvertUTF.h"

using namespace hprof;
using namespace llvm;

void hprof::appendUtf8(std::string &Out, uint32_t C) {
  auto Tail = [&](unsigned Shift) {
    Out += static_cast<char>(0x80 | (C >> Shift & 0x3f));
  };
  if (C < 0x80) {
    Out += static_cast<char>(C);
    return;
  }
  if (C < 0x800) {
    Out += static_cast<char>(0xc0 | C >> 6);
    return Tail(0);
  }
  if (C < 0x10000) {
    Out += static_cast<char>(0xe0 | C >> 12);
    Tail(6);
    return Tail(0);
  }
  Out += static_cast<char>(0xf0 | C >> 18);
  Tail(12);
  Tail(6);
  Tail(0);
}

std::string hprof::utf16ToModifiedUtf8(ArrayRef<uint16_t> Units) {
  std::string Out;
  Out.reserve(Units.size());
  for (uint16_t U : Units) {
    if (U == 0)
      Out += "\xc0\x80";
    else
      appendUtf8(Out, U);
  }
  return Out;
}

std::string hprof::latin1ToModifiedUtf8(ArrayRef<uint8_t> Bytes) {
  std::string Out;
  Out.reserve(Bytes.size());
  for (uint8_t B : Bytes) {
    if (B == 0)
      Out += "\xc0\x80";
    else
      appendUtf8(Out, B);
  }
  return Out;
}

std::string hprof::utf8ToModifiedUtf8(StringRef Text) {
  // Only NUL and characters outside the basic plane are encoded differently.
  if (all_of(Text, [](unsigned char C) { return C && C < 0xf0; }))
    return Text.str();
  SmallVector<UTF16, 64> Units;
  if (!convertUTF8ToUTF16String(Text, Units))
    return Text.str();
  return utf16ToModifiedUtf8(Units);
}
