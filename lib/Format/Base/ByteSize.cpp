//===- ByteSize.cpp - Sizes and shares as users write them ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ByteSize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

Expected<uint64_t> hprof::parseByteSize(StringRef Text) {
  auto Fail = [&](const char *Why) {
    return createStringError(std::errc::invalid_argument, Why);
  };
  uint64_t Number;
  StringRef Rest = Text;
  if (Rest.empty() || !isDigit(Rest[0]) || Rest.consumeInteger(10, Number))
    return Fail("expected a number of bytes such as 512M or 4G");
  int Shift = StringSwitch<int>(Rest.upper())
                  .Cases("", "B", 0)
                  .Cases("K", "KB", "KIB", 10)
                  .Cases("M", "MB", "MIB", 20)
                  .Cases("G", "GB", "GIB", 30)
                  .Cases("T", "TB", "TIB", 40)
                  .Default(-1);
  if (Shift < 0)
    return Fail("expected a number of bytes such as 512M or 4G");
  if (Number > UINT64_MAX >> Shift)
    return Fail("the size does not fit in 64 bits");
  return Number << Shift;
}

Expected<double> hprof::parsePercent(StringRef Text) {
  double Percent = 0;
  StringRef Number = Text;
  // getAsDouble() also accepts "nan", "inf", signs, exponents and "0x1".
  if (!Number.consume_back("%") || Number.empty() || !isDigit(Number.front()) ||
      Number.count('.') > 1 ||
      !all_of(Number, [](char C) { return isDigit(C) || C == '.'; }) ||
      Number.getAsDouble(Percent) || !std::isfinite(Percent))
    return createStringError(std::errc::invalid_argument,
                             "expected a percentage such as 0.5%");
  return Percent;
}

Expected<Share> hprof::parseShare(StringRef Text) {
  Share S;
  S.Bytes = expectedToOptional(parseByteSize(Text));
  if (!S.Bytes)
    S.Percent = expectedToOptional(parsePercent(Text)).value_or(101);
  if (S.Percent > 100)
    return createStringError(
        std::errc::invalid_argument,
        "expected a percentage such as 0.5%, or bytes such as 10M");
  return S;
}
