//===- StackMap.cpp - The attribute StackMapTable -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StackMap.h"

using namespace hprof::classfile;
using namespace llvm;

using Kind = StackFrame::Kind;

/// First byte of a frame.
enum FrameTag : unsigned {
  LastSame = 63,
  LastSameWithStack = 127,
  FarSameWithStack = 247,
  FirstChop = 248,
  FarSame = 251,
  LastAppend = 254,
  FullFrame = 255,
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static void readTypes(ByteReader &R, unsigned Count,
                      std::vector<VerificationType> &To) {
  for (; Count && !R.hasFailed(); --Count) {
    const uint8_t Tag = R.u1();
    const bool HasValue = Tag == VerificationType::Object ||
                          Tag == VerificationType::Uninitialized;
    To.push_back({Tag, HasValue ? R.u2() : uint16_t(0)});
  }
}

Expected<StackMap> StackMap::read(ByteReader R) {
  StackMap Map;
  /// References to types are set after all types are read.
  struct Counts {
    size_t Locals, Stack;
  };
  std::vector<Counts> Sizes;
  uint32_t Next = 0;
  for (unsigned Left = R.u2(); Left && !R.hasFailed(); --Left) {
    const size_t At = R.offset();
    const unsigned Tag = R.u1();
    StackFrame F = {};
    uint32_t Delta = Tag;
    unsigned NumLocals = 0, NumStack = 0;
    if (Tag > LastSameWithStack && Tag < FarSameWithStack)
      return faultAt(At, "a stack map frame of unknown type " + Twine(Tag));
    if (Tag > LastSameWithStack)
      Delta = R.u2();
    const size_t First = Map.Types.size();
    if (Tag <= LastSame || Tag == FarSame) {
      F.K = Kind::Same;
    } else if (Tag <= LastSameWithStack || Tag == FarSameWithStack) {
      F.K = Kind::SameWithStack;
      Delta -= Tag <= LastSameWithStack ? LastSame + 1 : 0;
      NumStack = 1;
    } else if (Tag < FarSame) {
      F.K = Kind::Chop;
      F.NumChopped = uint16_t(FarSame - Tag);
    } else {
      F.K = Tag == FullFrame ? Kind::Full : Kind::Append;
      NumLocals = Tag == FullFrame ? R.u2() : Tag - FarSame;
    }
    readTypes(R, NumLocals, Map.Types);
    const size_t Middle = Map.Types.size();
    if (F.K == Kind::Full)
      NumStack = R.u2();
    readTypes(R, NumStack, Map.Types);
    Sizes.push_back({Middle - First, Map.Types.size() - Middle});
    F.Offset = Next + Delta;
    Next = F.Offset + 1;
    Map.Frames.push_back(F);
  }
  if (R.hasFailed() || !R.isAtEnd())
    return faultAt(R.offset(),
                   "the length of StackMapTable does not match its frames");
  ArrayRef<VerificationType> Rest = Map.Types;
  for (size_t I = 0; I != Sizes.size(); ++I) {
    Map.Frames[I].Locals = Rest.take_front(Sizes[I].Locals);
    Rest = Rest.drop_front(Sizes[I].Locals);
    Map.Frames[I].Stack = Rest.take_front(Sizes[I].Stack);
    Rest = Rest.drop_front(Sizes[I].Stack);
  }
  return Map;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static bool writeTypes(ByteWriter &W, ArrayRef<VerificationType> Types,
                       const CodeMap &Map) {
  for (const VerificationType &T : Types) {
    W.u1(T.Tag);
    if (T.Tag == VerificationType::Object)
      W.u2(T.Value);
    if (T.Tag != VerificationType::Uninitialized)
      continue;
    const uint32_t New = Map.at(T.Value);
    if (New == CodeMap::None)
      return false;
    W.u2(New);
  }
  return true;
}

/// Writes the frame's type and distance from the previous frame.
static void writeHead(ByteWriter &W, const StackFrame &F, uint32_t Delta) {
  switch (F.K) {
  case Kind::Same:
    if (Delta <= LastSame)
      return W.u1(Delta);
    W.u1(FarSame);
    break;
  case Kind::SameWithStack:
    if (Delta <= LastSame)
      return W.u1(Delta + LastSame + 1);
    W.u1(FarSameWithStack);
    break;
  case Kind::Chop:
    W.u1(FarSame - F.NumChopped);
    break;
  case Kind::Append:
    W.u1(uint32_t(FarSame + F.Locals.size()));
    break;
  case Kind::Full:
    W.u1(FullFrame);
    break;
  }
  W.u2(Delta);
}

static bool writeFrame(ByteWriter &W, const StackFrame &F, uint32_t Delta,
                       const CodeMap &Map) {
  writeHead(W, F, Delta);
  if (F.K == Kind::Full)
    W.u2(uint32_t(F.Locals.size()));
  if (!writeTypes(W, F.Locals, Map))
    return false;
  if (F.K == Kind::Full)
    W.u2(uint32_t(F.Stack.size()));
  return writeTypes(W, F.Stack, Map);
}

Error StackMap::write(ByteWriter &W, const CodeMap &Map, uint32_t Handler,
                      uint16_t Thrown, size_t Base) const {
  if (Frames.size() == UINT16_MAX)
    return faultAt(Base, "the stack map has 65535 frames and no room for more");
  W.u2(uint32_t(Frames.size() + 1));
  uint32_t Next = 0;
  for (const StackFrame &F : Frames) {
    const uint32_t New = Map.at(F.Offset);
    if (New == CodeMap::None || New == Map.newSize() ||
        !writeFrame(W, F, New - Next, Map))
      return faultAt(Base, "a stack map frame that is at or contains offset " +
                               Twine(F.Offset) +
                               ", where no instruction begins");
    Next = New + 1;
  }
  const VerificationType Exception = {VerificationType::Object, Thrown};
  StackFrame F = {};
  F.K = Kind::Full;
  F.Stack = Exception;
  writeFrame(W, F, Handler - Next, Map);
  return Error::success();
}
