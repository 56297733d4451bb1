//===- DumpName.cpp - What the name of a dump tells -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/DumpName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <ctime>

using namespace hprof;
using namespace llvm;

/// The number in \p Width digits at \p At of \p Text.
static std::optional<int> digits(StringRef Text, size_t At, size_t Width) {
  int N;
  StringRef Part = Text.substr(At, Width);
  if (Part.size() != Width || !all_of(Part, isDigit) ||
      Part.getAsInteger(10, N))
    return std::nullopt;
  return N;
}

std::optional<uint64_t> hprof::timeInDumpName(StringRef Path) {
  SmallVector<StringRef, 8> Parts;
  sys::path::filename(Path).split(Parts, '.');
  if (Parts.size() < 4 || Parts[0] != "heapdump" || Parts[1].size() != 8 ||
      Parts[2].size() != 6)
    return std::nullopt;
  std::optional<int> Year = digits(Parts[1], 0, 4),
                     Month = digits(Parts[1], 4, 2),
                     Day = digits(Parts[1], 6, 2),
                     Hour = digits(Parts[2], 0, 2),
                     Minute = digits(Parts[2], 2, 2),
                     Second = digits(Parts[2], 4, 2);
  if (!Year || !Month || !Day || !Hour || !Minute || !Second || *Year < 1970 ||
      *Month < 1 || *Month > 12 || *Day < 1 || *Day > 31 || *Hour > 23 ||
      *Minute > 59 || *Second > 60)
    return std::nullopt;
  std::tm Time = {};
  Time.tm_year = *Year - 1900;
  Time.tm_mon = *Month - 1;
  Time.tm_mday = *Day;
  Time.tm_hour = *Hour;
  Time.tm_min = *Minute;
  Time.tm_sec = *Second;
  return uint64_t(timegm(&Time)) * 1000;
}
