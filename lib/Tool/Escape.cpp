//===- Escape.cpp - Safe printing of strings from inputs ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

namespace {
/// One step of decoding: a code point (possibly a lone surrogate) of Size
/// bytes, or an invalid byte.
struct Decoded {
  uint32_t Code;
  unsigned Size;
  bool Valid;
};
} // namespace

static bool isHighSurrogate(uint32_t C) { return C >= 0xd800 && C < 0xdc00; }
static bool isLowSurrogate(uint32_t C) { return C >= 0xdc00 && C < 0xe000; }

/// Decodes the sequence at the start of \p S; surrogates are not joined.
static Decoded decodeUnit(StringRef S) {
  auto Byte = [&](unsigned I) { return static_cast<uint8_t>(S[I]); };
  auto Tail = [&](unsigned I) { return I < S.size() && Byte(I) >> 6 == 2; };
  auto Bits = [&](unsigned I) { return uint32_t(Byte(I) & 0x3f); };
  const Decoded Invalid{Byte(0), 1, false};
  uint8_t B = Byte(0);
  if (B < 0x80)
    return {B, 1, true};
  if (B >= 0xc0 && B < 0xe0 && Tail(1)) {
    uint32_t C = uint32_t(B & 0x1f) << 6 | Bits(1);
    return C >= 0x80 || C == 0 ? Decoded{C, 2, true} : Invalid;
  }
  if (B >= 0xe0 && B < 0xf0 && Tail(1) && Tail(2)) {
    uint32_t C = uint32_t(B & 0xf) << 12 | Bits(1) << 6 | Bits(2);
    return C >= 0x800 ? Decoded{C, 3, true} : Invalid;
  }
  if (B >= 0xf0 && B < 0xf5 && Tail(1) && Tail(2) && Tail(3)) {
    uint32_t C = uint32_t(B & 7) << 18 | Bits(1) << 12 | Bits(2) << 6 | Bits(3);
    return C >= 0x10000 && C < 0x110000 ? Decoded{C, 4, true} : Invalid;
  }
  return Invalid;
}

static Decoded decode(StringRef S) {
  Decoded D = decodeUnit(S);
  if (!D.Valid || !isHighSurrogate(D.Code) || D.Size == S.size())
    return D;
  Decoded Low = decodeUnit(S.drop_front(D.Size));
  if (!Low.Valid || !isLowSurrogate(Low.Code))
    return D;
  return {0x10000 + ((D.Code - 0xd800) << 10 | (Low.Code - 0xdc00)),
          D.Size + Low.Size, true};
}

bool hprof::isInvisible(uint32_t C) {
  return (C >= 0x80 && C < 0xa0) || C == 0x61c || C == 0x200e || C == 0x200f ||
         (C >= 0x2028 && C <= 0x202e) || (C >= 0x2066 && C <= 0x2069) ||
         C == 0xfeff;
}

static bool isPlain(uint8_t B) { return B >= 0x20 && B < 0x7f; }

void hprof::printEscaped(raw_ostream &OS, StringRef Text, EscapeMode M) {
  if (M == EscapeMode::Raw || isPlainText(Text))
    OS << Text;
  else
    OS << escape(Text, M);
}

namespace {
/// The characters that appear in text as they are.
struct PlainBytes {
  constexpr PlainBytes() {
    for (unsigned B = 0x20; B != 0x7f; ++B)
      Is[B] = B != '\\' && B != '"' && B != '\'' && B != ',';
  }
  bool Is[256] = {};
};
} // namespace

bool hprof::isPlainText(StringRef Text) {
  static constexpr PlainBytes Plain;
  // Most text is; branches for each byte would take longer.
  bool All = true;
  for (char C : Text)
    All &= Plain.Is[uint8_t(C)];
  return All;
}

static std::string escapeWith(StringRef Text, bool Backslash, char Quote) {
  if (isPlainText(Text))
    return Text.str();
  auto Special = [&](uint8_t B) {
    return !isPlain(B) || (Backslash && B == '\\') ||
           (Quote && B == static_cast<uint8_t>(Quote));
  };
  if (find_if(Text, Special) == Text.end())
    return Text.str();
  std::string Out;
  Out.reserve(Text.size() + 16);
  auto Hex = [&](char Kind, uint32_t C, unsigned Width) {
    Out += '\\';
    Out += Kind;
    while (Width--)
      Out += hexdigit(C >> 4 * Width & 15, /*LowerCase=*/true);
  };
  while (!Text.empty()) {
    Decoded D = decode(Text);
    Text = Text.drop_front(D.Size);
    if (!D.Valid || (D.Code < 0x80 && Special(D.Code))) {
      switch (D.Code) {
      case '\n':
        Out += "\\n";
        break;
      case '\r':
        Out += "\\r";
        break;
      case '\t':
        Out += "\\t";
        break;
      default:
        if (D.Valid && isPlain(D.Code)) {
          Out += '\\';
          Out += static_cast<char>(D.Code);
          break;
        }
        // An overlong NUL is distinct from a NUL byte.
        if (D.Size == 2)
          Hex('u', D.Code, 4);
        else
          Hex('x', D.Code, 2);
      }
      continue;
    }
    if (isInvisible(D.Code) || (D.Code >= 0xd800 && D.Code < 0xe000))
      Hex('u', D.Code, 4);
    else
      appendUtf8(Out, D.Code);
  }
  return Out;
}

std::string hprof::escape(StringRef Text, EscapeMode M) {
  return M == EscapeMode::Raw ? Text.str() : escapeWith(Text, true, 0);
}

std::string hprof::escapeQuoted(StringRef Text, char Quote, EscapeMode M) {
  return M == EscapeMode::Raw ? Text.str() : escapeWith(Text, true, Quote);
}

std::string hprof::escapeControl(StringRef Text) {
  return escapeWith(Text, false, 0);
}

std::string hprof::shellWord(StringRef Text) {
  auto IsHarmless = [](char C) {
    return isAlnum(C) || StringRef("_./:=@%+,-").contains(C);
  };
  if (!Text.empty() && all_of(Text, IsHarmless))
    return Text.str();
  if (escapeControl(Text) == Text) {
    std::string Out = "'";
    for (char C : Text)
      Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
    return Out + "'";
  }
  std::string Out = "$'";
  for (char C : Text) {
    // Always three digits, so that a digit after it is not taken for part of
    // it.
    if (!isPrint(C) || C == '\'' || C == '\\')
      for (unsigned Shift : {9, 6, 3, 0})
        Out += Shift == 9 ? '\\' : char('0' + (uint8_t(C) >> Shift & 7));
    else
      Out += C;
  }
  return Out + "'";
}

std::string hprof::toUtf8(StringRef Text) {
  if (all_of(Text, [](char C) { return static_cast<uint8_t>(C) < 0x80; }))
    return Text.str();
  std::string Out;
  Out.reserve(Text.size());
  while (!Text.empty()) {
    Decoded D = decode(Text);
    Text = Text.drop_front(D.Size);
    bool Lone = D.Code >= 0xd800 && D.Code < 0xe000;
    appendUtf8(Out, D.Valid && !Lone ? D.Code : 0xfffd);
  }
  return Out;
}
