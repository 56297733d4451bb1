//===- HiddenCharacters.cpp - Invisible characters ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/HiddenCharacters.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace hprof;
using namespace llvm;

namespace {
struct Range {
  uint32_t First, Last;
};
/// The first bytes of hidden characters.
struct FirstBytes {
  constexpr FirstBytes();
  bool Is[256] = {};
};
} // namespace

static constexpr Range Ranges[] = {
#define HPROF_HIDDEN(FIRST, LAST) {FIRST, LAST},
#include "HiddenCharacters.def"
};

static constexpr uint8_t firstByte(uint32_t C) {
  return uint8_t(C < 0x80      ? C
                 : C < 0x800   ? 0xc0 | C >> 6
                 : C < 0x10000 ? 0xe0 | C >> 12
                               : 0xf0 | C >> 18);
}

constexpr FirstBytes::FirstBytes() {
  for (const Range &R : Ranges)
    for (uint32_t C = R.First; C <= R.Last; ++C)
      Is[firstByte(C)] = true;
  // First bytes of NUL and of surrogates in modified UTF-8.
  Is[0xc0] = Is[0xed] = true;
}

bool hprof::isHidden(uint32_t C) {
  for (const Range &R : Ranges)
    if (C <= R.Last)
      return C >= R.First;
  return false;
}

bool hprof::mayBeginHidden(uint8_t First) {
  static constexpr FirstBytes Known;
  return Known.Is[First];
}

static void appendEscape(std::string &Out, uint32_t C) {
  if (C > 0xffff) {
    appendEscape(Out, 0xd800 + ((C - 0x10000) >> 10));
    C = 0xdc00 + ((C - 0x10000) & 0x3ff);
  }
  Out += "\\u";
  for (unsigned Shift : {12, 8, 4, 0})
    Out += hexdigit(C >> Shift & 15, /*LowerCase=*/true);
}

/// Returns the code unit of the escape at the start of \p Text.
static std::optional<uint32_t> escapedUnit(StringRef Text) {
  uint32_t Unit;
  if (Text.size() < 6 || !Text.consume_front("\\u") ||
      !all_of(Text.take_front(4), isHexDigit) ||
      Text.take_front(4).getAsInteger(16, Unit))
    return std::nullopt;
  return Unit;
}

namespace {
struct Escaped {
  uint32_t Code;
  size_t Size;
};
} // namespace

/// Returns the escape at the start of \p Text, if escapeHidden() can produce
/// it.
static std::optional<Escaped> takeEscape(StringRef Text) {
  const std::optional<uint32_t> Unit = escapedUnit(Text);
  if (!Unit)
    return std::nullopt;
  if (*Unit == '\\' || isHidden(*Unit))
    return Escaped{*Unit, 6};
  const std::optional<uint32_t> Next = escapedUnit(Text.drop_front(6));
  if (*Unit < 0xd800 || *Unit >= 0xdc00 || !Next || *Next < 0xdc00 ||
      *Next >= 0xe000)
    return std::nullopt;
  const uint32_t Code = 0x10000 + ((*Unit - 0xd800) << 10) + (*Next - 0xdc00);
  return isHidden(Code) ? std::optional(Escaped{Code, 12}) : std::nullopt;
}

/// Moves the first character of \p Text to \p Out, as an escape if it is
/// hidden.
static void moveFirst(StringRef &Text, std::string &Out) {
  if (!mayBeginHidden(uint8_t(Text.front()))) {
    Out += Text.front();
    Text = Text.drop_front();
    return;
  }
  const CodePoint C = firstCodePoint(Text);
  if (C.IsValid && isHidden(C.Code))
    appendEscape(Out, C.Code);
  else
    Out += Text.take_front(C.Size);
  Text = Text.drop_front(C.Size);
}

std::string hprof::escapeHidden(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    if (Text.front() == '\\' && takeEscape(Text)) {
      appendEscape(Out, '\\');
      Text = Text.drop_front();
    } else {
      moveFirst(Text, Out);
    }
  }
  return Out;
}

std::string hprof::escapeHiddenInJson(StringRef Json) {
  std::string Out;
  while (!Json.empty()) {
    const size_t Plain =
        Json.find_if([](char C) { return uint8_t(C) >= 0x7f; });
    Out += Json.take_front(Plain);
    Json = Json.drop_front(std::min(Plain, Json.size()));
    if (!Json.empty())
      moveFirst(Json, Out);
  }
  return Out;
}

std::string hprof::unescapeHidden(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    const size_t Plain = std::min(Text.find('\\'), Text.size());
    Out += Text.take_front(Plain);
    Text = Text.drop_front(Plain);
    if (const std::optional<Escaped> E = takeEscape(Text)) {
      appendUtf8(Out, E->Code);
      Text = Text.drop_front(E->Size);
    } else if (!Text.empty()) {
      Out += Text.front();
      Text = Text.drop_front();
    }
  }
  return Out;
}
