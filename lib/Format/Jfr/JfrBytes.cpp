//===- JfrBytes.cpp - Reads values of a chunk of a recording --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrBytes.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

std::string JfrBytes::string(uint64_t &Key) {
  Key = 0;
  switch (StringEncoding(fixed(1))) {
  case StringEncoding::Null:
  case StringEncoding::Empty:
    return "";
  case StringEncoding::Constant:
    Key = int64();
    return "";
  case StringEncoding::Utf8:
    return anyToModifiedUtf8(toStringRef(take(int32())));
  case StringEncoding::Utf16: {
    const uint32_t Count = int32();
    if (Count > left()) {
      fail();
      return "";
    }
    std::vector<uint16_t> Units;
    for (uint32_t I = 0; I != Count && IsGood; ++I)
      Units.push_back(uint16_t(number(2)));
    return utf16ToModifiedUtf8(Units);
  }
  case StringEncoding::Latin1:
    return latin1ToModifiedUtf8(take(int32()));
  }
  fail();
  return "";
}

void JfrBytes::skipString() {
  switch (StringEncoding(fixed(1))) {
  case StringEncoding::Null:
  case StringEncoding::Empty:
    return;
  case StringEncoding::Constant:
    int64();
    return;
  case StringEncoding::Utf8:
  case StringEncoding::Latin1:
    skip(int32());
    return;
  case StringEncoding::Utf16:
    for (uint32_t I = int32(); I && IsGood; --I)
      number(2);
    return;
  }
  fail();
}
