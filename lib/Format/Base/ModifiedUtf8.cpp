//===- ModifiedUtf8.cpp - Java strings as modified UTF-8 ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ConvertUTF.h"
#include <optional>

using namespace hprof;
using namespace llvm;

static bool isHighSurrogate(uint32_t C) { return C >= 0xd800 && C < 0xdc00; }
static bool isLowSurrogate(uint32_t C) { return C >= 0xdc00 && C < 0xe000; }

/// Decodes the sequence at the start of \p S; surrogates are not paired.
static CodePoint decodeUnit(StringRef S) {
  auto Byte = [&](unsigned I) { return static_cast<uint8_t>(S[I]); };
  auto Tail = [&](unsigned I) { return I < S.size() && Byte(I) >> 6 == 2; };
  auto Bits = [&](unsigned I) { return uint32_t(Byte(I) & 0x3f); };
  const CodePoint Invalid{Byte(0), 1, false};
  uint8_t B = Byte(0);
  if (B < 0x80)
    return {B, 1, true};
  if (B >= 0xc0 && B < 0xe0 && Tail(1)) {
    uint32_t C = uint32_t(B & 0x1f) << 6 | Bits(1);
    return C >= 0x80 || C == 0 ? CodePoint{C, 2, true} : Invalid;
  }
  if (B >= 0xe0 && B < 0xf0 && Tail(1) && Tail(2)) {
    uint32_t C = uint32_t(B & 0xf) << 12 | Bits(1) << 6 | Bits(2);
    return C >= 0x800 ? CodePoint{C, 3, true} : Invalid;
  }
  if (B >= 0xf0 && B < 0xf5 && Tail(1) && Tail(2) && Tail(3)) {
    uint32_t C = uint32_t(B & 7) << 18 | Bits(1) << 12 | Bits(2) << 6 | Bits(3);
    return C >= 0x10000 && C < 0x110000 ? CodePoint{C, 4, true} : Invalid;
  }
  return Invalid;
}

CodePoint hprof::firstCodePoint(StringRef S) {
  CodePoint D = decodeUnit(S);
  if (!D.IsValid || !isHighSurrogate(D.Code) || D.Size == S.size())
    return D;
  CodePoint Low = decodeUnit(S.drop_front(D.Size));
  if (!Low.IsValid || !isLowSurrogate(Low.Code))
    return D;
  return {0x10000 + ((D.Code - 0xd800) << 10 | (Low.Code - 0xdc00)),
          D.Size + Low.Size, true};
}

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

bool hprof::isPlainAscii(StringRef Text) {
  // Plain char is unsigned on some processors.
  return all_of(Text, [](unsigned char C) { return C && C < 0x80; });
}

StringRef hprof::takeCharacters(StringRef Text, size_t MostBytes) {
  constexpr size_t Surrogate = 3; // Bytes of one half of a pair.
  if (Text.size() <= MostBytes)
    return Text;
  size_t End = MostBytes;
  while (End && (uint8_t(Text[End]) & 0xc0) == 0x80)
    --End;
  if (End >= Surrogate &&
      firstCodePoint(Text.drop_front(End - Surrogate)).Size == 2 * Surrogate)
    End -= Surrogate;
  return Text.take_front(End);
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

/// Removes and returns the code point at the start of \p Text, which may be
/// half of a surrogate pair; nullopt if it is invalid.
static std::optional<uint32_t> takeCode(StringRef &Text) {
  const uint8_t First = uint8_t(Text.front());
  const size_t Size = First < 0x80             ? 1
                      : (First & 0xe0) == 0xc0 ? 2
                      : (First & 0xf0) == 0xe0 ? 3
                      : (First & 0xf8) == 0xf0 ? 4
                                               : 0;
  bool IsValid = Size && Size <= Text.size();
  uint32_t Code = Size == 1 ? First : First & (0x7fU >> Size);
  for (size_t I = 1; IsValid && I < Size; ++I) {
    IsValid = (uint8_t(Text[I]) & 0xc0) == 0x80;
    Code = Code << 6 | (uint8_t(Text[I]) & 0x3f);
  }
  Text = Text.drop_front(IsValid ? Size : 1);
  return IsValid && Code <= 0x10ffff ? std::optional(Code) : std::nullopt;
}

std::string hprof::anyToModifiedUtf8(StringRef Text) {
  if (isPlainAscii(Text))
    return Text.str();
  constexpr uint32_t Replacement = 0xfffd;
  std::string Out;
  while (!Text.empty()) {
    const uint32_t Code = takeCode(Text).value_or(Replacement);
    if (!Code) {
      Out += "\xc0\x80";
    } else if (Code < 0x10000) {
      appendUtf8(Out, Code);
    } else {
      appendUtf8(Out, 0xd800 + ((Code - 0x10000) >> 10));
      appendUtf8(Out, 0xdc00 + ((Code - 0x10000) & 0x3ff));
    }
  }
  return Out;
}

std::string hprof::modifiedUtf8ToUtf8(StringRef Text) {
  if (all_of(Text, [](char C) { return uint8_t(C) < 0x80; }))
    return Text.str();
  constexpr uint32_t Replacement = 0xfffd;
  std::string Out;
  while (!Text.empty()) {
    uint32_t Code = takeCode(Text).value_or(Replacement);
    if (Code >= 0xd800 && Code < 0xdc00 && !Text.empty()) {
      StringRef Rest = Text;
      const uint32_t Low = takeCode(Rest).value_or(0);
      if (Low >= 0xdc00 && Low < 0xe000) {
        Code = 0x10000 + ((Code - 0xd800) << 10) + (Low - 0xdc00);
        Text = Rest;
      }
    }
    appendUtf8(Out, Code >= 0xd800 && Code < 0xe000 ? Replacement : Code);
  }
  return Out;
}
