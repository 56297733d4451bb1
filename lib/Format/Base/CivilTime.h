//===- CivilTime.h - Calendar dates and times -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The agent's text and IBM's dumps contain calendar times, while records
/// contain milliseconds. The text has a local time without a zone, which is
/// interpreted as UTC.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_BASE_CIVILTIME_H
#define HPROF_LIB_FORMAT_BASE_CIVILTIME_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// A time of the Gregorian calendar, in UTC. The numbers come from text and are
/// unchecked until seconds() has accepted them.
struct CivilTime {
  uint64_t Year = 0;
  uint64_t Month = 0; ///< From 1, like Day.
  uint64_t Day = 0;
  uint64_t Hour = 0, Minute = 0, Second = 0;

  /// \p Seconds since 1970.
  static CivilTime at(uint64_t Seconds);
  /// Seconds since 1970; nullopt if the time is invalid or outside the years
  /// 1970 to 9999. A minute may have a leap second, and a day beyond the end of
  /// its month falls in the next one.
  std::optional<uint64_t> seconds() const;
};

/// Returns "Jan" for 1.
llvm::StringRef monthName(uint64_t Month);
/// Returns 1 for "Jan"; 0 if \p Name is not a month.
uint64_t parseMonth(llvm::StringRef Name);
/// Returns "Thu" for any second of the first day of 1970.
llvm::StringRef weekdayName(uint64_t Seconds);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_BASE_CIVILTIME_H
