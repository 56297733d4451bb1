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

/// Whether the repetitions of an expression are few enough for LLVM's Regex,
/// which expands them recursively and could overflow the stack.
static bool isModest(StringRef Text) {
  constexpr uint64_t MostCopies = 1000, MostText = 1000;
  uint64_t Copies = 1;
  for (size_t At = 0; (At = Text.find('{', At)) != StringRef::npos; ++At) {
    StringRef Bound =
        Text.drop_front(At + 1).take_until([](char C) { return C == '}'; });
    StringRef Last = Bound.contains(',') ? Bound.split(',').second : Bound;
    uint64_t N;
    if (!Last.getAsInteger(10, N) && N > 1)
      Copies = std::min(Copies, MostCopies) * std::min(N, MostCopies);
    if (Copies > MostCopies)
      return false;
  }
  return Text.size() <= MostText;
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
  if (!isModest(Text))
    return createStringError("the expression is too long or repeats too much");
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
