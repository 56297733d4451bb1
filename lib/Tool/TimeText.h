//===- TimeText.h - Human-readable times ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOL_TIMETEXT_H
#define LIB_TOOL_TIMETEXT_H

#include <cstdint>
#include <string>

namespace hprof {

/// "2026-11-01 12:30:00.123 UTC" for milliseconds since 1970; the number if it
/// is outside the calendar.
std::string timeText(uint64_t Millis);

} // namespace hprof

#endif // LIB_TOOL_TIMETEXT_H
