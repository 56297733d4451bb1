//===- Escape.cpp - Safe printing of strings from inputs ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Escape.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

static bool isPlain(uint8_t B) { return B >= 0x20 && B < 0x7f; }

void hprof::printEscaped(raw_ostream &OS, StringRef Text, EscapeMode M) {
  if (M == EscapeMode::Raw || isPlainText(Text))
    OS << Text;
  else
    OS << escape(Text, M);
}

namespace {
/// Characters that need no escape in text.
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
  // Most strings are plain; branches for each byte would take longer.
  bool All = true;
  for (char C : Text)
    All &= Plain.Is[uint8_t(C)];
  return All;
}

static std::string escapeWith(StringRef Text, bool Backslash, char Quote,
                              StringRef Kept = "") {
  if (isPlainText(Text))
    return Text.str();
  auto Special = [&](uint8_t B) {
    return (!isPlain(B) && !Kept.contains(char(B))) ||
           (Backslash && B == '\\') ||
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
    CodePoint D = firstCodePoint(Text);
    Text = Text.drop_front(D.Size);
    if (!D.IsValid || (D.Code < 0x80 && Special(D.Code))) {
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
        if (D.IsValid && isPlain(D.Code)) {
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
    if (D.Code < 0x80) {
      Out += char(D.Code);
    } else if (D.Code > 0xffff && isHidden(D.Code)) {
      Hex('u', 0xd800 + ((D.Code - 0x10000) >> 10), 4);
      Hex('u', 0xdc00 + ((D.Code - 0x10000) & 0x3ff), 4);
    } else if (isHidden(D.Code) || (D.Code >= 0xd800 && D.Code < 0xe000)) {
      Hex('u', D.Code, 4);
    } else {
      appendUtf8(Out, D.Code);
    }
  }
  return Out;
}

std::string hprof::escape(StringRef Text, EscapeMode M) {
  return M == EscapeMode::Raw ? Text.str() : escapeWith(Text, true, 0);
}

std::string hprof::escapeQuoted(StringRef Text, char Quote, EscapeMode M) {
  return M == EscapeMode::Raw ? Text.str() : escapeWith(Text, true, Quote);
}

std::string hprof::xmlText(StringRef Text) {
  std::string Out;
  raw_string_ostream OS(Out);
  printHTMLEscaped(escape(Text), OS);
  return Out;
}

std::string hprof::escapeControl(StringRef Text) {
  return escapeWith(Text, false, 0);
}

std::string hprof::escapeField(StringRef Text) {
  return escapeWith(Text, false, 0, /*Kept=*/"\n\t");
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
    // Always three digits, so that a following digit is not part of the escape.
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
    CodePoint D = firstCodePoint(Text);
    Text = Text.drop_front(D.Size);
    bool Lone = D.Code >= 0xd800 && D.Code < 0xe000;
    appendUtf8(Out, D.IsValid && !Lone ? D.Code : 0xfffd);
  }
  return Out;
}
