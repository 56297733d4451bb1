//===- YamlText.cpp - YAML scalars for names and numbers ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlText.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <charconv>
#include <cmath>

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

void yaml::appendDecimal(Text &Out, uint64_t V) {
  char Buffer[20];
  char *End = std::to_chars(Buffer, std::end(Buffer), V).ptr;
  Out.append(Buffer, End);
}

void yaml::appendSigned(Text &Out, int64_t V) {
  char Buffer[20];
  char *End = std::to_chars(Buffer, std::end(Buffer), V).ptr;
  Out.append(Buffer, End);
}

void yaml::appendHex(Text &Out, uint64_t V) {
  char Buffer[18] = {'0', 'x'};
  char *End = std::to_chars(Buffer + 2, std::end(Buffer), V, 16).ptr;
  Out.append(Buffer, End);
}

void yaml::appendHexBytes(Text &Out, ArrayRef<uint8_t> Bytes) {
  for (uint8_t B : Bytes) {
    Out.push_back(hexdigit(B >> 4, /*LowerCase=*/true));
    Out.push_back(hexdigit(B & 15, /*LowerCase=*/true));
  }
}

namespace {
enum CharClass : uint8_t {
  PlainFirst = 1, ///< Characters that may begin a plain scalar.
  PlainRest = 2,  ///< Characters that may continue one.
  Printable = 4   ///< Characters printed as they are in double quotes.
};
} // namespace

static constexpr std::array<uint8_t, 256> makeClasses() {
  std::array<uint8_t, 256> Table{};
  for (unsigned C = 0x20; C != 0x7f; ++C)
    if (C != '"' && C != '\\')
      Table[C] |= Printable;
  for (unsigned C = 'a'; C <= 'z'; ++C) {
    Table[C] |= PlainFirst | PlainRest;
    Table[C - 'a' + 'A'] |= PlainFirst | PlainRest;
  }
  for (unsigned C = '0'; C <= '9'; ++C)
    Table[C] |= PlainRest;
  for (char C : {'_', '$', '/', '<', '('})
    Table[uint8_t(C)] |= PlainFirst | PlainRest;
  for (char C : {'.', '>', ')', ';', '+', '-', '@', '='})
    Table[uint8_t(C)] |= PlainRest;
  return Table;
}
static constexpr std::array<uint8_t, 256> Classes = makeClasses();

static bool isPlain(StringRef S) {
  if (S.empty() || !(Classes[uint8_t(S[0])] & PlainFirst))
    return false;
  for (char C : S)
    if (!(Classes[uint8_t(C)] & PlainRest))
      return false;
  return S != "null" && S != "true" && S != "false";
}

/// Appends one code point, as is or escaped, to a double-quoted scalar.
static void appendQuoted(Text &Out, uint32_t C) {
  if (C < 0x80) {
    if (Classes[C] & Printable)
      return Out.push_back(char(C));
    switch (C) {
    case '"':
    case '\\':
      Out.push_back('\\');
      return Out.push_back(char(C));
    case '\n':
      return append(Out, "\\n");
    case '\t':
      return append(Out, "\\t");
    case '\r':
      return append(Out, "\\r");
    case 0:
      return append(Out, "\\0");
    }
  }
  auto Hex = [&](char Kind, int Digits) {
    Out.push_back('\\');
    Out.push_back(Kind);
    while (Digits--)
      Out.push_back(hexdigit(C >> 4 * Digits & 15));
  };
  if (C < 0xa0)
    return Hex('x', 2);
  if (isHidden(C) || (C >= 0xd800 && C < 0xe000))
    return C < 0x10000 ? Hex('u', 4) : Hex('U', 8);
  if (C < 0x800) {
    Out.push_back(char(0xc0 | C >> 6));
  } else {
    if (C < 0x10000) {
      Out.push_back(char(0xe0 | C >> 12));
    } else {
      Out.push_back(char(0xf0 | C >> 18));
      Out.push_back(char(0x80 | (C >> 12 & 63)));
    }
    Out.push_back(char(0x80 | (C >> 6 & 63)));
  }
  Out.push_back(char(0x80 | (C & 63)));
}

/// Removes one 16-bit character of modified UTF-8 from \p S.
static bool takeUnit(StringRef &S, uint32_t &C) {
  auto Byte = [&](size_t I) { return uint8_t(S[I]); };
  auto Continues = [&](size_t I) {
    return I < S.size() && (Byte(I) & 0xc0) == 0x80;
  };
  uint8_t B = Byte(0);
  unsigned Size;
  if (B < 0x80) {
    Size = 1;
    C = B;
    if (!C)
      return false;
  } else if (B >= 0xc0 && B < 0xe0 && Continues(1)) {
    Size = 2;
    C = (B & 31) << 6 | (Byte(1) & 63);
    if (C < 0x80 && C != 0)
      return false;
  } else if (B >= 0xe0 && B < 0xf0 && Continues(1) && Continues(2)) {
    Size = 3;
    C = (B & 15) << 12 | (Byte(1) & 63) << 6 | (Byte(2) & 63);
    if (C < 0x800)
      return false;
  } else {
    return false;
  }
  S = S.drop_front(Size);
  return true;
}

static uint32_t joinSurrogates(uint32_t High, uint32_t Low) {
  return 0x10000 + ((High - 0xd800) << 10) + (Low - 0xdc00);
}
static bool isHigh(uint32_t C) { return C >= 0xd800 && C < 0xdc00; }
static bool isLow(uint32_t C) { return C >= 0xdc00 && C < 0xe000; }

bool yaml::appendName(Text &Out, StringRef Raw) {
  if (isPlain(Raw)) {
    append(Out, Raw);
    return true;
  }
  size_t Start = Out.size();
  Out.push_back('"');
  while (!Raw.empty()) {
    uint32_t C, Low;
    if (!takeUnit(Raw, C)) {
      Out.truncate(Start);
      return false;
    }
    StringRef Next = Raw;
    if (isHigh(C) && !Next.empty() && takeUnit(Next, Low) && isLow(Low)) {
      C = joinSurrogates(C, Low);
      Raw = Next;
    }
    appendQuoted(Out, C);
  }
  Out.push_back('"');
  return true;
}

void yaml::appendBytes(Text &Out, StringRef Raw) {
  Out.push_back('"');
  for (char C : Raw) {
    uint8_t B = uint8_t(C);
    if (B < 0x80) {
      appendQuoted(Out, B);
      continue;
    }
    append(Out, "\\x");
    Out.push_back(hexdigit(B >> 4));
    Out.push_back(hexdigit(B & 15));
  }
  Out.push_back('"');
}

bool yaml::appendArrayText(Text &Out, BasicType T, ArrayRef<uint8_t> Bytes) {
  if (Bytes.empty() || (T != BasicType::Byte && T != BasicType::Char))
    return false;
  size_t Start = Out.size();
  Out.push_back('"');
  const unsigned Width = T == BasicType::Byte ? 1 : 2;
  for (size_t I = 0; I + Width <= Bytes.size(); I += Width) {
    uint32_t C = uint32_t(loadBE(&Bytes[I], Width));
    if (isHigh(C) && I + 4 <= Bytes.size()) {
      uint32_t Low = uint32_t(loadBE(&Bytes[I + 2], 2));
      if (isLow(Low)) {
        C = joinSurrogates(C, Low);
        I += 2;
      }
    }
    bool IsControl = (C < 0x20 && C != '\n' && C != '\t' && C != '\r') ||
                     (C >= 0x7f && C < 0xa0);
    if (IsControl || (C >= 0xd800 && C < 0xe000) || C == 0xfffe ||
        C == 0xffff) {
      Out.truncate(Start);
      return false;
    }
    appendQuoted(Out, C);
  }
  Out.push_back('"');
  return true;
}

/// Removes one code point of UTF-8, surrogates allowed, from \p S.
static bool takeCodePoint(StringRef &S, uint32_t &C) {
  uint8_t B = uint8_t(S[0]);
  unsigned Size = B < 0x80 ? 1 : B < 0xc0 ? 0 : B < 0xe0 ? 2 : B < 0xf0 ? 3 : 4;
  static constexpr uint32_t Smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (!Size || Size > S.size())
    return false;
  C = Size == 1 ? B : B & (0x7fu >> Size);
  for (unsigned I = 1; I != Size; ++I) {
    if ((uint8_t(S[I]) & 0xc0) != 0x80)
      return false;
    C = C << 6 | (uint8_t(S[I]) & 63);
  }
  if (C < Smallest[Size] || C > 0x10ffff)
    return false;
  S = S.drop_front(Size);
  return true;
}

static void appendThree(Text &Out, uint32_t C) {
  Out.push_back(char(0xe0 | C >> 12));
  Out.push_back(char(0x80 | (C >> 6 & 63)));
  Out.push_back(char(0x80 | (C & 63)));
}

bool yaml::encodeName(Text &Out, StringRef Utf8) {
  if (isPlainAscii(Utf8)) {
    append(Out, Utf8);
    return true;
  }
  while (!Utf8.empty()) {
    StringRef Before = Utf8;
    uint32_t C;
    if (!takeCodePoint(Utf8, C))
      return false;
    if (C == 0) {
      append(Out, "\xc0\x80");
    } else if (C >= 0x10000) {
      appendThree(Out, 0xd800 + ((C - 0x10000) >> 10));
      appendThree(Out, 0xdc00 + ((C - 0x10000) & 0x3ff));
    } else {
      append(Out, Before.drop_back(Utf8.size()));
    }
  }
  return true;
}

bool yaml::encodeUnits(Text &Out, StringRef Utf8, unsigned Width) {
  auto Unit = [&](uint32_t C) {
    if (Width == 2)
      Out.push_back(char(C >> 8));
    Out.push_back(char(C));
  };
  while (!Utf8.empty()) {
    uint32_t C;
    if (!takeCodePoint(Utf8, C))
      return false;
    if (C > 0xffff && Width == 2) {
      Unit(0xd800 + ((C - 0x10000) >> 10));
      C = 0xdc00 + ((C - 0x10000) & 0x3ff);
    }
    if (C >> (8 * Width))
      return false;
    Unit(C);
  }
  return true;
}

/// Appends the shortest decimal that reads back as the same bits; NaNs other
/// than the one that JVMs write are printed as bits.
template <class Float, class Bits>
static void appendFloat(Text &Out, Bits V, Bits CanonicalNaN) {
  Float F = llvm::bit_cast<Float>(V);
  if (V == CanonicalNaN)
    return append(Out, ".nan");
  if (std::isnan(F))
    return appendHex(Out, V);
  if (std::isinf(F))
    return append(Out, F < 0 ? "-.inf" : ".inf");
  char Buffer[32];
  char *End = std::to_chars(Buffer, std::end(Buffer), F).ptr;
  Out.append(Buffer, End);
  if (StringRef(Buffer, size_t(End - Buffer)).find_first_of(".e") ==
      StringRef::npos)
    append(Out, ".0");
}

static constexpr uint32_t FloatNaN = 0x7fc00000;
static constexpr uint64_t DoubleNaN = 0x7ff8000000000000;

void yaml::appendValue(Text &Out, BasicType T, uint64_t Bits) {
  switch (T) {
  case BasicType::Array:
  case BasicType::Object:
    if (!Bits)
      return append(Out, "null");
    return appendHex(Out, Bits);
  case BasicType::Boolean:
    if (Bits > 1)
      return appendDecimal(Out, Bits);
    return append(Out, Bits ? "true" : "false");
  case BasicType::Char:
    return appendDecimal(Out, Bits);
  case BasicType::Float:
    return appendFloat<float>(Out, uint32_t(Bits), FloatNaN);
  case BasicType::Double:
    return appendFloat<double>(Out, Bits, DoubleNaN);
  case BasicType::Byte:
    return appendSigned(Out, int8_t(Bits));
  case BasicType::Short:
    return appendSigned(Out, int16_t(Bits));
  case BasicType::Int:
    return appendSigned(Out, int32_t(Bits));
  case BasicType::Long:
    return appendSigned(Out, int64_t(Bits));
  }
}

bool yaml::parseInteger(StringRef S, unsigned Bits, uint64_t &Out) {
  bool Negative = S.consume_front("-");
  int Base = S.consume_front("0x") ? 16 : 10;
  const char *End = S.end();
  if (S.empty())
    return false;
  auto [P, Ec] = std::from_chars(S.begin(), End, Out, Base);
  if (Ec != std::errc() || P != End)
    return false;
  uint64_t Largest = Bits == 64 ? UINT64_MAX : (uint64_t(1) << Bits) - 1;
  if (!Negative)
    return Out <= Largest;
  if (Out > Largest / 2 + 1)
    return false;
  Out = (0 - Out) & Largest;
  return true;
}

template <class Float, class Bits>
static bool parseFloat(StringRef S, Bits CanonicalNaN, uint64_t &Out) {
  if (S.starts_with("0x"))
    return parseInteger(S, sizeof(Bits) * 8, Out);
  if (S == ".nan") {
    Out = CanonicalNaN;
    return true;
  }
  Float F;
  if (S == ".inf" || S == "+.inf")
    F = std::numeric_limits<Float>::infinity();
  else if (S == "-.inf")
    F = -std::numeric_limits<Float>::infinity();
  else {
    S.consume_front("+");
    if (S.empty() || !(isDigit(S[0]) || S[0] == '-' || S[0] == '.'))
      return false;
    auto [P, Ec] = std::from_chars(S.begin(), S.end(), F);
    if (Ec != std::errc() || P != S.end() || !std::isfinite(F))
      return false;
  }
  Out = llvm::bit_cast<Bits>(F);
  return true;
}

bool yaml::parseValue(StringRef S, BasicType T, bool IsQuoted, uint64_t &Bits) {
  if (IsQuoted) {
    SmallString<8> Units;
    if (T != BasicType::Char || !encodeUnits(Units, S, 2) || Units.size() != 2)
      return false;
    Bits = loadBE(reinterpret_cast<const uint8_t *>(Units.data()), 2);
    return true;
  }
  switch (T) {
  case BasicType::Array:
  case BasicType::Object:
    return false;
  case BasicType::Boolean:
    if (S == "true" || S == "false") {
      Bits = S == "true";
      return true;
    }
    return parseInteger(S, 8, Bits);
  case BasicType::Char:
    return parseInteger(S, 16, Bits) || parseValue(S, T, true, Bits);
  case BasicType::Float:
    return parseFloat<float>(S, FloatNaN, Bits);
  case BasicType::Double:
    return parseFloat<double>(S, DoubleNaN, Bits);
  case BasicType::Byte:
    return parseInteger(S, 8, Bits);
  case BasicType::Short:
    return parseInteger(S, 16, Bits);
  case BasicType::Int:
    return parseInteger(S, 32, Bits);
  case BasicType::Long:
    return parseInteger(S, 64, Bits);
  }
  return false;
}

uint64_t yaml::deriveId(char Space, StringRef Raw, unsigned IdSize) {
  // FNV-1a, 64 bits.
  constexpr uint64_t Prime = 0x100000001b3;
  uint64_t Hash = (0xcbf29ce484222325 ^ uint8_t(Space)) * Prime;
  for (char C : Raw)
    Hash = (Hash ^ uint8_t(C)) * Prime;
  unsigned Bits = IdSize == 8 ? 48 : 8 * IdSize;
  uint64_t Id = Hash & ((uint64_t(1) << Bits) - 1);
  if (Space == 'o' && IdSize >= 4)
    Id &= ~uint64_t(7);
  return Id ? Id : 8;
}
