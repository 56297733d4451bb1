//===- TimeText.cpp - Human-readable times --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeText.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

using namespace llvm;

std::string hprof::timeText(uint64_t Millis) {
  std::time_t Seconds = std::time_t(Millis / 1000);
  std::tm Time;
  char Text[64];
  if (!gmtime_r(&Seconds, &Time) ||
      !std::strftime(Text, sizeof(Text), "%Y-%m-%d %H:%M:%S", &Time))
    return std::to_string(Millis) + " ms since 1970";
  std::string Out = Text;
  raw_string_ostream(Out) << format(".%03u UTC", unsigned(Millis % 1000));
  return Out;
}
