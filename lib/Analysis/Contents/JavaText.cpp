//===- JavaText.cpp - Values as formatted by toString() -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JavaText.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace hprof;
using namespace llvm;

template <class... Args>
static std::string formatted(const char *Format, Args... Values) {
  std::string Text;
  raw_string_ostream(Text) << format(Format, Values...);
  return Text;
}

/// Formats d.ddd * 10^Exponent; \p Digits contains the digits of d.ddd.
static std::string placePoint(std::string Digits, int Exponent) {
  auto AtLeast = [&](size_t Count) {
    if (Digits.size() < Count)
      Digits.append(Count - Digits.size(), '0');
  };
  if (Exponent < -3 || Exponent >= 7) {
    AtLeast(2);
    return Digits.insert(1, ".") + "E" + std::to_string(Exponent);
  }
  if (Exponent < 0)
    return "0." + std::string(size_t(-Exponent - 1), '0') + Digits;
  AtLeast(size_t(Exponent) + 2);
  return Digits.insert(size_t(Exponent) + 1, ".");
}

template <class T, class Fn>
static std::string realText(T Number, int MostDigits, Fn Read) {
  if (std::isnan(Number))
    return "NaN";
  std::string Sign = std::signbit(Number) ? "-" : "";
  Number = std::fabs(Number);
  if (std::isinf(Number))
    return Sign + "Infinity";
  if (Number == 0)
    return Sign + "0.0";
  // The closest decimal with one or two digits is used.
  std::string Text;
  for (int Digits = 2; Digits <= MostDigits; ++Digits) {
    Text = formatted("%.*e", Digits - 1, double(Number));
    if (Read(Text.c_str()) == Number)
      break;
  }
  auto [Mantissa, Exponent] = StringRef(Text).split('e');
  std::string Digits =
      Mantissa.take_front(1).str() + Mantissa.drop_front(2).str();
  while (Digits.size() > 1 && Digits.back() == '0')
    Digits.pop_back();
  return Sign +
         placePoint(std::move(Digits), std::atoi(Exponent.str().c_str()));
}

std::string hprof::floatText(float Number) {
  return realText(Number, 9,
                  [](const char *Text) { return std::strtof(Text, nullptr); });
}

std::string hprof::doubleText(double Number) {
  return realText(Number, 17,
                  [](const char *Text) { return std::strtod(Text, nullptr); });
}

std::string hprof::uuidText(uint64_t High, uint64_t Low) {
  return formatted(
      "%08llx-%04llx-%04llx-%04llx-%012llx", (unsigned long long)(High >> 32),
      (unsigned long long)(High >> 16 & 0xffff),
      (unsigned long long)(High & 0xffff), (unsigned long long)(Low >> 48),
      (unsigned long long)(Low & 0xffff'ffff'ffff));
}

std::optional<std::string> hprof::digitsOf(ArrayRef<uint32_t> Magnitude) {
  // The conversion takes quadratic time.
  constexpr size_t MostWords = 1024;
  constexpr uint64_t Base = 1'000'000'000;
  if (Magnitude.size() > MostWords)
    return std::nullopt;
  std::vector<uint32_t> Groups; // Groups of nine digits, lowest first.
  for (uint32_t Word : Magnitude) {
    uint64_t Carry = Word;
    for (uint32_t &G : Groups) {
      Carry += uint64_t(G) << 32;
      G = uint32_t(Carry % Base);
      Carry /= Base;
    }
    for (; Carry; Carry /= Base)
      Groups.push_back(uint32_t(Carry % Base));
  }
  std::string Text = Groups.empty() ? "0" : std::to_string(Groups.back());
  for (size_t I = Groups.size(); I > 1; --I)
    Text += formatted("%09u", Groups[I - 2]);
  return Text;
}

std::string hprof::decimalText(bool IsNegative, StringRef Digits,
                               int64_t Scale) {
  std::string Sign = IsNegative ? "-" : "";
  int64_t Length = int64_t(Digits.size()), Exponent = Length - 1 - Scale;
  if (Scale == 0)
    return Sign + Digits.str();
  if (Scale > 0 && Exponent >= -6) {
    if (Scale >= Length)
      return Sign + "0." + std::string(size_t(Scale - Length), '0') +
             Digits.str();
    return Sign + Digits.drop_back(size_t(Scale)).str() + "." +
           Digits.take_back(size_t(Scale)).str();
  }
  std::string Text = Sign + Digits.take_front(1).str();
  if (Length > 1)
    Text += "." + Digits.drop_front(1).str();
  if (Exponent)
    Text += (Exponent > 0 ? "E+" : "E") + std::to_string(Exponent);
  return Text;
}

std::string hprof::dateText(int64_t Year, int64_t Month, int64_t Day) {
  // Years have at least four digits; longer ones have a sign.
  const char *Sign = Year < 0 ? "-" : Year > 9999 ? "+" : "";
  return Sign + formatted("%04lld-%02lld-%02lld", std::llabs((long long)Year),
                          (long long)Month, (long long)Day);
}

/// Returns 3, 6 or 9 digits, such as ".500"; "" for 0.
static std::string fractionText(int64_t Nanos) {
  if (!Nanos)
    return "";
  if (Nanos % 1'000'000 == 0)
    return formatted(".%03lld", (long long)Nanos / 1'000'000);
  if (Nanos % 1'000 == 0)
    return formatted(".%06lld", (long long)Nanos / 1'000);
  return formatted(".%09lld", (long long)Nanos);
}

std::string hprof::clockText(int64_t Hour, int64_t Minute, int64_t Second,
                             int64_t Nanos) {
  std::string Text =
      formatted("%02lld:%02lld", (long long)Hour, (long long)Minute);
  if (Second || Nanos)
    Text += formatted(":%02lld", (long long)Second) + fractionText(Nanos);
  return Text;
}

/// Converts a day number to a Gregorian date; dates repeat every 400 years.
std::string hprof::instantText(int64_t Second, int64_t Nanos) {
  constexpr int64_t PerDay = 86400, PerEra = 146097, ToEpoch = 719468;
  // Limits of Java's calendars, in the years ±1,000,000,000.
  constexpr int64_t LeastSeconds = -31'557'014'167'219'200;
  constexpr int64_t MostSeconds = 31'556'889'864'403'199;
  if (Second > MostSeconds || Second < LeastSeconds)
    return std::to_string(Second) + " s";
  int64_t Days = Second / PerDay, InDay = Second % PerDay;
  if (InDay < 0) {
    InDay += PerDay;
    --Days;
  }
  int64_t Shifted = Days + ToEpoch; // Days since March 1 of the year 0.
  int64_t Era = (Shifted >= 0 ? Shifted : Shifted - PerEra + 1) / PerEra;
  int64_t OfEra = Shifted - Era * PerEra;
  int64_t Year = (OfEra - OfEra / 1460 + OfEra / 36524 - OfEra / 146096) / 365;
  int64_t OfYear = OfEra - (365 * Year + Year / 4 - Year / 100);
  int64_t March = (5 * OfYear + 2) / 153;
  int64_t Day = OfYear - (153 * March + 2) / 5 + 1;
  int64_t Month = March < 10 ? March + 3 : March - 9;
  return dateText(Year + Era * 400 + (Month <= 2), Month, Day) +
         formatted("T%02lld:%02lld:%02lld", (long long)InDay / 3600,
                   (long long)InDay / 60 % 60, (long long)InDay % 60) +
         fractionText(Nanos) + "Z";
}

std::string hprof::durationText(int64_t Second, int64_t Nanos) {
  // Round towards zero.
  bool IsRounded = Second < 0 && Nanos > 0;
  int64_t Whole = Second + IsRounded;
  int64_t Hours = Whole / 3600, Minutes = Whole / 60 % 60, Rest = Whole % 60;
  std::string Text = "PT";
  if (Hours)
    Text += std::to_string(Hours) + "H";
  if (Minutes)
    Text += std::to_string(Minutes) + "M";
  if (!Rest && !Nanos && Text.size() > 2)
    return Text;
  Text += (IsRounded && !Rest ? "-" : "") + std::to_string(Rest);
  if (Nanos > 0) {
    int64_t Fraction = IsRounded ? 1'000'000'000 - Nanos : Nanos;
    Text += formatted(".%09lld", (long long)Fraction);
    Text.erase(Text.find_last_not_of('0') + 1);
  }
  return Text + "S";
}

std::string hprof::periodText(int64_t Years, int64_t Months, int64_t Days) {
  std::string Text = "P";
  for (auto [Count, Unit] :
       {std::pair(Years, 'Y'), std::pair(Months, 'M'), std::pair(Days, 'D')})
    if (Count)
      Text += std::to_string(Count) + Unit;
  return Text.size() > 1 ? Text : "P0D";
}
