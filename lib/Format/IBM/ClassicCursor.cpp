//===- ClassicCursor.cpp - A position in a classic heapdump ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassicCursor.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::classic;
using namespace llvm;

std::string Place::str() const {
  return ("line " + Twine(Line) + ", column " + Twine(Column) + ": ").str();
}

void Cursor::refill(size_t Want) {
  if (Begin)
    In.consume(size_t(P - Begin));
  Want = std::max(Want, WindowSize);
  StringRef Window = toStringRef(In.peek(Want));
  Begin = P = Window.begin();
  End = Window.end();
  AtEnd = Window.size() < Want;
}

void Cursor::skipLine() {
  while (true) {
    need(1);
    if (P == End)
      return;
    if (const void *N = memchr(P, '\n', size_t(End - P))) {
      P = static_cast<const char *>(N);
      return;
    }
    P = End;
  }
}
