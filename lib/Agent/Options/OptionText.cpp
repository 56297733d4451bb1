//===- OptionText.cpp - Conversion of option strings ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionText.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace hprof;
using namespace llvm;

/// Returns the lower ten bits of the 3-byte surrogate at the start of \p S
/// whose second byte is in [\p First, \p First + 16).
static std::optional<uint32_t> surrogateBits(StringRef S, uint8_t First) {
  if (S.size() < 3)
    return std::nullopt;
  uint8_t B1 = S[0], B2 = S[1], B3 = S[2];
  if (B1 != 0xed || B2 < First || B2 >= First + 16 || (B3 & 0xc0) != 0x80)
    return std::nullopt;
  return (B2 & 0xfu) << 6 | (B3 & 0x3fu);
}

std::string agent::decodeOptionText(StringRef Text) {
  std::string Out;
  Out.reserve(Text.size());
  while (!Text.empty()) {
    if (Text.consume_front("\xc0\x80")) {
      Out += '\0';
      continue;
    }
    std::optional<uint32_t> High = surrogateBits(Text, 0xa0);
    if (High) {
      std::optional<uint32_t> Low = surrogateBits(Text.drop_front(3), 0xb0);
      if (Low) {
        appendUtf8(Out, 0x10000 + (*High << 10 | *Low));
        Text = Text.drop_front(6);
        continue;
      }
    }
    Out += Text.front();
    Text = Text.drop_front();
  }
  return Out;
}

std::string agent::printableOptionText(StringRef Text) {
  std::string Out;
  Out.reserve(Text.size());
  for (char C : Text) {
    auto Byte = static_cast<uint8_t>(C);
    if (Byte >= 0x20 && Byte != 0x7f) {
      Out += C;
      continue;
    }
    Out += "\\x";
    Out += hexdigit(Byte >> 4);
    Out += hexdigit(Byte & 0xf);
  }
  return Out;
}
