//===- TextScan.cpp - Parses a line of text -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextScan.h"
#include "Format/Base/CivilTime.h"
#include "llvm/ADT/Twine.h"

using namespace hprof;
using namespace llvm;

std::string hprof::textPlace(uint64_t Line, uint64_t Column) {
  return ("line " + Twine(Line) + ", column " + Twine(Column)).str();
}

/// Whether the missing text was truncated.
bool TextScan::forgive() {
  if (!ok() || !L.IsCut || P != End)
    return false;
  return Cut = true;
}

bool TextScan::failLit(StringRef Text) {
  // The line may be truncated within the string.
  if (L.IsCut && Text.starts_with(rest()))
    P = End;
  if (forgive())
    return true;
  if (ok()) {
    Expected = Text.data();
    IsLiteral = true;
    FailedAt = P;
  }
  return false;
}

bool TextScan::failNumber(const char *What) { return forgive() || fail(What); }

bool TextScan::wrapped(uint64_t &Out) {
  bool IsNegative = tryLit("-");
  uint64_t V = 0;
  if (!dec(V))
    return false;
  Out = IsNegative ? uint32_t(0 - V) : V;
  return true;
}

bool TextScan::percent(int32_t &Out) {
  uint32_t Whole = 0, Part = 0;
  if (!dec(Whole))
    return false;
  // The agent uses the decimal separator of the VM's locale.
  if (!tryLit(","))
    lit(".");
  size_t At = position();
  if (!dec(Part) || !lit("%"))
    return false;
  if (position() - At != 3 && !Cut) {
    moveTo(At);
    return fail("two digits");
  }
  if (Whole >= INT32_MAX / 100)
    return fail("a smaller percentage");
  Out = int32_t(Whole * 100 + Part);
  return true;
}

bool TextScan::upTo(StringRef Stop, StringRef &Out, bool Last) {
  if (!ok())
    return false;
  size_t At = Last ? rest().rfind(Stop) : rest().find(Stop);
  if (At == StringRef::npos && L.IsCut) {
    // The line may be truncated here.
    Out = rest();
    P = End;
    return forgive();
  }
  if (At == StringRef::npos) {
    P = End;
    return failLit(Stop);
  }
  Out = rest().take_front(At);
  P += At + Stop.size();
  return true;
}

bool TextScan::upToEnd(StringRef Ending, StringRef &Out) {
  if (!ok())
    return false;
  Out = rest();
  P = End;
  if (Out.consume_back(Ending))
    return true;
  return failLit(Ending);
}

bool TextScan::date(uint64_t &Millis) {
  if (!ok())
    return false;
  size_t Start = position();
  StringRef Text = rest();
  auto Wrong = [&] {
    Expected = FailedAt = nullptr;
    moveTo(Start);
    return fail("a date like 'Sat Nov 21 01:29:15 2026'");
  };
  if (L.IsCut || Text.size() < 24 || Text[3] != ' ' || Text[7] != ' ')
    return Wrong();
  CivilTime T;
  T.Month = parseMonth(Text.substr(4, 3));
  moveTo(Start + 8);
  tryLit(" ");
  if (!dec(T.Day) || !lit(" ") || !dec(T.Hour) || !lit(":") || !dec(T.Minute) ||
      !lit(":") || !dec(T.Second) || !lit(" ") || !dec(T.Year))
    return Wrong();
  std::optional<uint64_t> Seconds = T.seconds();
  if (!Seconds || weekdayName(*Seconds) != Text.take_front(3))
    return Wrong();
  Millis = *Seconds * 1000;
  return ok();
}

std::string TextScan::failure() const {
  constexpr size_t Enough = 24;
  size_t At = failedAt();
  StringRef Found = L.Text.drop_front(At);
  std::string What = textPlace(L.Number, L.Column + At + 1) + ": expected ";
  What += IsLiteral ? ("'" + Twine(Expected) + "'").str() : Expected;
  What += ", found ";
  if (Found.empty())
    return What + (L.IsOpen ? "the end of the input" : "the end of the line");
  What += "'" + Found.take_front(Enough).str() +
          (Found.size() > Enough ? "...'" : "'");
  return What;
}
