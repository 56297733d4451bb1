//===- SpanText.cpp - Spans of time as text -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/SpanText.h"

using namespace hprof;

std::string hprof::spanText(uint64_t Millis) {
  const uint64_t Seconds = Millis / 1000, Minutes = Seconds / 60,
                 Hours = Minutes / 60;
  if (Hours >= 48)
    return std::to_string(Hours / 24) + " days";
  if (Hours)
    return std::to_string(Hours) + " h " + std::to_string(Minutes % 60) +
           " min";
  if (Minutes)
    return std::to_string(Minutes) + " min " + std::to_string(Seconds % 60) +
           " s";
  return std::to_string(Seconds) + " s";
}
