//===- ParseJson.cpp - Parses untrusted JSON ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ParseJson.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

/// Returns the position where \p Text first opens more than MaxJsonDepth
/// brackets; npos if it never does. Up to that position, this function and the
/// parser agree about which brackets are inside strings, unless the parser
/// stops earlier.
static size_t tooDeepAt(StringRef Text) {
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (IsInString) {
      I += C == '\\';
      IsInString = C != '"';
    } else if (C == '"') {
      IsInString = true;
    } else if (C == '{' || C == '[') {
      if (++Depth > MaxJsonDepth)
        return I;
    } else if ((C == '}' || C == ']') && Depth) {
      --Depth;
    }
  }
  return StringRef::npos;
}

Expected<json::Value> hprof::parseJson(StringRef Text) {
  const size_t At = tooDeepAt(Text);
  if (At != StringRef::npos)
    return createStringError("offset 0x" + Twine::utohexstr(At) +
                             ": objects and arrays nested more than " +
                             Twine(MaxJsonDepth) + " levels deep");
  return json::parse(Text);
}
