//===- JsonScan.cpp - A streaming JSON scanner ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonScan.h"
#include "hprof/Format/Base/ModifiedUtf8.h"

using namespace hprof;
using namespace hprof::snapshot;
using namespace llvm;

bool JsonScan::refill() {
  if (Failure)
    return false;
  settle();
  constexpr size_t Window = 64 << 10;
  ArrayRef<uint8_t> Next = In.peek(Window);
  Begin = P = Next.begin();
  End = Next.end();
  return P != End;
}

void JsonScan::fail(const Twine &What) {
  if (Failure)
    return;
  const bool IsCut = P == End && !refill();
  std::string Found = "the end of the input";
  if (!IsCut)
    Found = isPrint(char(*P)) ? std::string("'") + char(*P) + "'"
                              : "the byte 0x" + utohexstr(*P, true);
  Failure = Damage{IsCut ? format_errc::truncated : format_errc::bad_text,
                   offset(), ("expected " + What + ", found " + Found).str()};
}

bool JsonScan::expect(char C) {
  if (take(C))
    return true;
  fail(std::string("'") + C + "'");
  return false;
}

bool JsonScan::expectEnd() {
  if (!Failure && next() == '\0' && P == End)
    return !Failure;
  fail("the end of the input");
  return false;
}

bool JsonScan::nextElement(bool &IsFirst, char Close) {
  if (take(Close) || Failure)
    return false;
  if (!std::exchange(IsFirst, false) && !expect(','))
    return false;
  return true;
}

/// Parses the rest of an escape after its backslash.
bool JsonScan::escape(std::string *Out) {
  static constexpr StringLiteral Marks = "\"\\/bfnrt",
                                 Chars = "\"\\/\b\f\n\r\t";
  if (P == End && !refill())
    return false;
  const char Mark = char(*P);
  if (const size_t At = Marks.find(Mark); At != StringRef::npos) {
    ++P;
    if (Out)
      Out->push_back(Chars[At]);
    return true;
  }
  if (Mark != 'u')
    return false;
  ++P;
  uint32_t Unit = 0;
  for (unsigned I = 0; I != 4; ++I) {
    if ((P == End && !refill()) || !isHexDigit(char(*P)))
      return false;
    Unit = Unit << 4 | hexDigitValue(char(*P++));
  }
  // Modified UTF-8 also contains surrogate halves.
  if (Out)
    appendUtf8(*Out, Unit);
  return true;
}

bool JsonScan::text(std::string *Out, size_t Most) {
  if (!expect('"'))
    return false;
  while (P != End || refill()) {
    const uint8_t *const From = P;
    while (P != End && *P != '"' && *P != '\\' && *P >= ' ')
      ++P;
    if (Out && Out->size() < Most)
      Out->append(reinterpret_cast<const char *>(From),
                  std::min(size_t(P - From), Most - Out->size()));
    if (P == End)
      continue;
    if (*P == '"') {
      ++P;
      return true;
    }
    if (*P != '\\')
      break;
    ++P;
    if (!escape(Out && Out->size() < Most ? Out : nullptr)) {
      fail("an escape");
      return false;
    }
  }
  fail("the rest of a string");
  return false;
}

bool JsonScan::string(std::string &Out, size_t Most) {
  Out.clear();
  if (!text(&Out, Most))
    return false;
  // Drop an incomplete character at the end of truncated text.
  if (Out.size() == Most) {
    while (!Out.empty() && (uint8_t(Out.back()) & 0xc0) == 0x80)
      Out.pop_back();
    if (!Out.empty() && uint8_t(Out.back()) >= 0xc0)
      Out.pop_back();
  }
  Out = anyToModifiedUtf8(Out);
  return true;
}

bool JsonScan::skipString() { return text(nullptr, 0); }

bool JsonScan::skipValue() {
  // Whether each of the enclosing values is an object.
  std::vector<bool> Open;
  bool IsFirst = true;
  while (true) {
    const char C = next();
    if (C == '"') {
      if (!skipString())
        return false;
    } else if (C == '{' || C == '[') {
      ++P;
      Open.push_back(C == '{');
      IsFirst = true;
    } else if (C && StringRef("-0123456789tfn").contains(C)) {
      while ((P != End || refill()) &&
             (isAlnum(char(*P)) || StringRef("+-.").contains(char(*P))))
        ++P;
    } else {
      fail("a value");
      return false;
    }
    while (!Open.empty() && !nextElement(IsFirst, Open.back() ? '}' : ']')) {
      if (Failure)
        return false;
      Open.pop_back();
      IsFirst = false;
    }
    if (Open.empty())
      return true;
    if (Open.back() && (!skipString() || !expect(':')))
      return false;
  }
}
