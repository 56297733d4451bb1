//===- CodeTables.cpp - Line numbers and local variables ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CodeTables.h"

using namespace hprof::classfile;
using namespace llvm;

static Error checkEnd(const ByteReader &R, const char *What) {
  if (!R.hasFailed() && R.isAtEnd())
    return Error::success();
  return faultAt(R.offset(), Twine(What) + " does not end with its attribute");
}

Error hprof::classfile::moveLines(ByteReader R, const CodeMap &Map,
                                  ByteWriter &W) {
  unsigned Left = R.u2();
  W.u2(Left);
  for (; Left && !R.hasFailed(); --Left) {
    const size_t At = R.offset();
    const uint32_t Start = R.u2();
    // A VM rejects such a class.
    if (Start >= Map.oldSize())
      return faultAt(At, "a line number for offset " + Twine(Start) +
                             " in code of " + Twine(Map.oldSize()) + " bytes");
    W.u2(Map.near(Start));
    W.u2(R.u2());
  }
  return checkEnd(R, "the line number table");
}

Error hprof::classfile::moveVariables(ByteReader R, const CodeMap &Map,
                                      ByteWriter &W) {
  unsigned Left = R.u2();
  W.u2(Left);
  for (; Left && !R.hasFailed(); --Left) {
    const size_t At = R.offset();
    const uint32_t Start = R.u2(), End = Start + R.u2();
    if (End > Map.oldSize())
      return faultAt(At, "a local variable up to offset " + Twine(End) +
                             " in code of " + Twine(Map.oldSize()) + " bytes");
    W.u2(Map.near(Start));
    W.u2(Map.near(End) - Map.near(Start));
    W.bytes(R.take(6)); // Name, type, slot.
  }
  return checkEnd(R, "the local variable table");
}
