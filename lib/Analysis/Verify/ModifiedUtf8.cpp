//===- ModifiedUtf8.cpp - Checks modified UTF-8 ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModifiedUtf8.h"

using namespace hprof;

void ModifiedUtf8Checker::feed(llvm::ArrayRef<uint8_t> Bytes) {
  for (uint8_t B : Bytes) {
    if (Expected) {
      Bad |= B < Low || B > High;
      --Expected;
      Low = 0x80;
      High = 0xbf;
    } else if (B >= 0x80) {
      Bad |= B < 0xc0 || B == 0xc1 || B > 0xef;
      Expected = B < 0xe0 ? 1 : 2;
      if (B == 0xc0)
        High = 0x80;
      else if (B == 0xe0)
        Low = 0xa0;
    } else {
      Bad |= B == 0;
    }
    if (Bad)
      return;
  }
}
