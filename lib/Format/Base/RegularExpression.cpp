//===- RegularExpression.cpp - Bounded regular expressions ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/RegularExpression.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Checks that \p Text is small enough for LLVM's Regex, which recurses into
/// groups and copies repeated parts, also recursively. Of groups, only the end
/// is recognized: a repeated group may be all of the text before.
static Error checkSize(StringRef Text) {
  constexpr uint64_t MostText = 1000, MostSize = 2000;
  if (Text.size() > MostText)
    return createStringError(
        "the regular expression is too long: " + Twine(Text.size()) +
        " bytes, at most " + Twine(MostText) + " are supported");
  uint64_t Size = 0;
  for (size_t At = 0; At != Text.size(); ++At) {
    ++Size;
    StringRef Rest = Text.drop_front(At);
    uint64_t Least = 0, Most = 0;
    if (!Rest.consume_front("{") || Rest.consumeInteger(10, Least))
      continue;
    if (Rest.consume_front(","))
      Rest.consumeInteger(10, Most);
    const uint64_t Copies =
        std::clamp<uint64_t>(std::max(Least, Most), 1, MostSize);
    const bool IsGroup = Text.take_front(At).ends_with(")");
    Size = IsGroup ? Size * Copies : Size + Copies;
    if (Size > MostSize)
      return createStringError("the regular expression is too large: '" +
                               Text.slice(At, Text.find('}', At)) +
                               "}' extends it to more than " + Twine(MostSize) +
                               " characters");
  }
  return Error::success();
}

/// Returns the first backslash with a letter or a digit: LLVM's Regex takes \d
/// as the letter d, and back references such as \1 take exponential time.
static StringRef findEscape(StringRef Text) {
  for (size_t At = 0; (At = Text.find('\\', At)) != StringRef::npos; At += 2)
    if (At + 1 < Text.size() && isAlnum(Text[At + 1]))
      return Text.substr(At, 2);
  return "";
}

Expected<Regex> hprof::regularExpression(StringRef Text) {
  if (Error E = checkSize(Text))
    return E;
  if (const StringRef Escape = findEscape(Text); !Escape.empty())
    return createStringError(
        "'" + Escape +
        "' is not supported in regular expressions; "
        "for classes of characters, use [0-9], [[:alnum:]_] or [[:space:]]");
  Regex Is(Text);
  if (std::string Why; !Is.isValid(Why))
    return createStringError("not a regular expression: " + Why);
  return Is;
}
