//===- ByteSize.cpp - Numbers of bytes as users write them ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ByteSize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

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
    return Fail("the size does not fit 64 bits");
  return Number << Shift;
}
