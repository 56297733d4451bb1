//===- CivilTime.h - A date and a time of day -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_CIVILTIME_H
#define HPROF_LIB_FORMAT_IBM_CIVILTIME_H

#include <cstdint>
#include <optional>

namespace hprof {

struct CivilTime {
  uint32_t Year = 0, Month = 0, Day = 0, Hour = 0, Minute = 0, Second = 0;

  /// Since 1970, taken for UTC; nothing for what is no time since then.
  std::optional<uint64_t> seconds() const {
    if (Year < 1970 || Year > 9999 || !Month || Month > 12 || !Day ||
        Day > 31 || Hour > 23 || Minute > 59 || Second > 60)
      return std::nullopt;
    // Years begin in March, so that leap days end them; the 153 days of five
    // months repeat.
    uint64_t Y = Year - (Month < 3);
    uint64_t M = (Month + 9) % 12;
    uint64_t Days = 365 * Y + Y / 4 - Y / 100 + Y / 400 + (153 * M + 2) / 5 +
                    Day - 1 - 719468;
    return ((Days * 24 + Hour) * 60 + Minute) * 60 + Second;
  }
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_IBM_CIVILTIME_H
