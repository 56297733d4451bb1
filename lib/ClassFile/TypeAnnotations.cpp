//===- TypeAnnotations.cpp - Type annotations in code ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TypeAnnotations.h"

using namespace hprof::classfile;
using namespace llvm;

/// Nesting depth of annotations; Java source has only a few levels.
static constexpr unsigned MostNested = 100;

static bool skipPairs(ByteReader &R, unsigned Depth);

/// \return false if the value is malformed or truncated.
static bool skipValue(ByteReader &R, unsigned Depth) {
  if (Depth > MostNested || R.hasFailed())
    return false;
  switch (R.u1()) {
  case 'B':
  case 'C':
  case 'D':
  case 'F':
  case 'I':
  case 'J':
  case 'S':
  case 'Z':
  case 's':
  case 'c':
    R.u2();
    return !R.hasFailed();
  case 'e':
    R.u4();
    return !R.hasFailed();
  case '@':
    R.u2();
    return skipPairs(R, Depth + 1);
  case '[':
    for (unsigned Left = R.u2(); Left; --Left)
      if (!skipValue(R, Depth + 1))
        return false;
    return !R.hasFailed();
  default:
    return false;
  }
}

static bool skipPairs(ByteReader &R, unsigned Depth) {
  for (unsigned Left = R.u2(); Left; --Left) {
    R.u2();
    if (!skipValue(R, Depth))
      return false;
  }
  return !R.hasFailed();
}

static void moveVariables(ByteReader &R, const CodeMap &Map, ByteWriter &W) {
  unsigned Left = R.u2();
  W.u2(Left);
  for (; Left && !R.hasFailed(); --Left) {
    const uint32_t Start = R.u2();
    const uint32_t New = Map.near(Start);
    const uint32_t End = Map.near(Start + R.u2());
    W.u2(New);
    W.u2(End - New);
    W.u2(R.u2());
  }
}

Error hprof::classfile::moveTypeAnnotations(ByteReader R, const CodeMap &Map,
                                            ByteWriter &W) {
  unsigned Left = R.u2();
  W.u2(Left);
  for (; Left; --Left) {
    const size_t At = R.offset();
    const unsigned Target = R.u1();
    W.u1(Target);
    if (Target == 0x40 || Target == 0x41) { // Variable, resource.
      moveVariables(R, Map, W);
    } else if (Target == 0x42) { // Handler, by its index.
      W.u2(R.u2());
    } else if (Target >= 0x43 && Target <= 0x4b) { // Instruction.
      W.u2(Map.near(R.u2()));
      if (Target >= 0x47) // Includes the index of a type argument.
        W.u1(R.u1());
    } else {
      return faultAt(At, "unexpected target_type 0x" +
                             Twine::utohexstr(Target) +
                             " in a type annotation of a Code attribute");
    }
    const size_t Rest = R.position();
    R.skip(size_t(R.u1()) * 2); // Path in the type.
    R.u2();                     // The annotation's type.
    if (!skipPairs(R, 0))
      return faultAt(At, "a type annotation that is malformed or runs past "
                         "the end of its attribute");
    W.bytes(R.since(Rest));
  }
  if (R.hasFailed() || !R.isAtEnd())
    return faultAt(R.offset(), "the type annotations do not end with their "
                               "attribute");
  return Error::success();
}
