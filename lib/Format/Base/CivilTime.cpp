//===- CivilTime.cpp - Calendar dates and times ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CivilTime.h"
#include <cassert>
#include <ctime>

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral MonthNames =
    "JanFebMarAprMayJunJulAugSepOctNovDec";
static constexpr StringLiteral WeekdayNames = "ThuFriSatSunMonTueWed";

CivilTime CivilTime::at(uint64_t Seconds) {
  std::time_t Time = std::time_t(Seconds);
  std::tm T{};
  gmtime_r(&Time, &T);
  return {uint64_t(1900) + uint64_t(T.tm_year),
          uint64_t(T.tm_mon) + 1,
          uint64_t(T.tm_mday),
          uint64_t(T.tm_hour),
          uint64_t(T.tm_min),
          uint64_t(T.tm_sec)};
}

std::optional<uint64_t> CivilTime::seconds() const {
  if (Year < 1970 || Year > 9999 || !Month || Month > 12 || !Day || Day > 31 ||
      Hour > 23 || Minute > 59 || Second > 60)
    return std::nullopt;
  std::tm T{};
  T.tm_year = int(Year) - 1900;
  T.tm_mon = int(Month) - 1;
  T.tm_mday = int(Day);
  T.tm_hour = int(Hour);
  T.tm_min = int(Minute);
  T.tm_sec = int(Second);
  return uint64_t(timegm(&T));
}

StringRef hprof::monthName(uint64_t Month) {
  assert(Month >= 1 && Month <= 12 && "not a month");
  return MonthNames.substr(size_t(Month - 1) * 3, 3);
}

uint64_t hprof::parseMonth(StringRef Name) {
  size_t At = MonthNames.find(Name);
  return Name.size() == 3 && At % 3 == 0 && At != StringRef::npos ? At / 3 + 1
                                                                  : 0;
}

StringRef hprof::weekdayName(uint64_t Seconds) {
  return WeekdayNames.substr(size_t(Seconds / 86400 % 7) * 3, 3);
}
