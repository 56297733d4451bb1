//===- TextLines.cpp - Fast formatting of text lines ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextLines.h"
#include "Format/Base/CivilTime.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace hprof;
using namespace llvm;

void TextLines::grow(size_t Size) {
  size_t Used = Cursor ? size_t(Cursor - Text.data()) : 0;
  Text.resize_for_overwrite(Size);
  Cursor = Text.data() + Used;
  End = Text.data() + Text.size();
}

void TextLines::makeRoom() {
  if (Out)
    flush();
  else
    grow(Text.size() * 2);
}

void TextLines::flush() {
  Out->append(StringRef(Text.data(), size_t(Cursor - Text.data())));
  Cursor = Text.data();
}

SmallVector<char, 0> TextLines::take() {
  SmallVector<char, 0> Result(Text.data(), Cursor);
  Text = SmallVector<char, 0>();
  Cursor = nullptr;
  grow(Room);
  return Result;
}

TextLines &TextLines::appendLong(StringRef S) {
  if (Out) {
    flush();
    Out->append(S);
    return *this;
  }
  if (size_t(End - Cursor) < S.size() + Longest)
    grow(std::max(Text.size() * 2, Text.size() + S.size() + Longest));
  std::memcpy(Cursor, S.data(), S.size());
  Cursor += S.size();
  return *this;
}

namespace {
/// The two digits of every number below Base * Base.
template <unsigned Base> struct DigitPairs {
  char Digits[Base * Base][2] = {};
  constexpr DigitPairs() {
    for (unsigned I = 0; I != Base * Base; ++I) {
      Digits[I][0] = "0123456789abcdef"[I / Base];
      Digits[I][1] = "0123456789abcdef"[I % Base];
    }
  }
};
constexpr DigitPairs<16> HexPairs;
constexpr DigitPairs<10> DecimalPairs;
} // namespace

TextLines &TextLines::hex(uint64_t V) {
  reserve();
  unsigned Digits = (67 - unsigned(countl_zero(V | 1))) / 4;
  char *P = Cursor += Digits;
  for (; Digits > 1; Digits -= 2, V >>= 8)
    std::memcpy(P -= 2, HexPairs.Digits[V & 0xff], 2);
  if (Digits)
    *--P = HexPairs.Digits[V][1];
  return *this;
}

TextLines &TextLines::decimal(uint64_t V, unsigned Width) {
  reserve();
  char Digits[20];
  char *P = std::end(Digits);
  for (; V > 9; V /= 100)
    std::memcpy(P -= 2, DecimalPairs.Digits[V % 100], 2);
  if (V || P == std::end(Digits))
    *--P = char('0' + V);
  size_t Size = size_t(std::end(Digits) - P);
  for (; Width > Size; --Width)
    *Cursor++ = ' ';
  std::memcpy(Cursor, P, Size);
  Cursor += Size;
  return *this;
}

TextLines &TextLines::signedDecimal(int64_t V) {
  if (V >= 0)
    return decimal(uint64_t(V));
  return *this << '-', decimal(-uint64_t(V));
}

TextLines &TextLines::percent(int32_t Hundredths) {
  uint32_t V = Hundredths < 0 ? -uint32_t(Hundredths) : uint32_t(Hundredths);
  if (Hundredths < 0) // The sign takes one of the two columns.
    (*this << '-').decimal(V / 100);
  else
    decimal(V / 100, 2);
  return *this << '.' << StringRef(DecimalPairs.Digits[V % 100], 2) << '%';
}

void hprof::printDate(TextLines &Out, uint64_t Millis) {
  uint64_t Seconds = Millis / 1000;
  CivilTime T = CivilTime::at(Seconds);
  auto Two = [&](uint64_t V) { Out << StringRef(DecimalPairs.Digits[V], 2); };
  Out << weekdayName(Seconds) << ' ' << monthName(T.Month) << ' ';
  Out.decimal(T.Day, 2) << ' ';
  Two(T.Hour);
  Out << ':';
  Two(T.Minute);
  Out << ':';
  Two(T.Second);
  (Out << ' ').decimal(T.Year);
}
