//===- ConstructorTest.cpp - Handlers of constructors ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassFile/Constructor.h"
#include "ClassBuilder.h"
#include "gtest/gtest.h"

using namespace hprof::classfile;

namespace {

enum : uint8_t {
  Nop = 0,
  ALoad0 = 0x2a,
  Dup = 0x59,
  IfEq = 0x99,
  Goto = 0xa7,
  Return = 0xb1,
  Special = 0xb7,
  New = 0xbb,
  AThrow = 0xbf,
};
constexpr uint8_t Init = ClassBuilder::SuperInit;
constexpr uint8_t Class = ClassBuilder::SuperClass;

/// The ranges that the handler of an edited constructor protects, as new
/// offsets.
std::vector<std::pair<unsigned, unsigned>>
ranges(const Bytes &Code, const Bytes &Frames = {}, uint16_t Major = 61,
       const char *Descriptor = "()V", bool HasSuper = true) {
  MethodBody Body;
  Body.Code = Code;
  if (!Frames.empty())
    Body.Attributes["StackMapTable"] = Frames;
  ClassBuilder B{Major};
  if (!HasSuper)
    B.withoutSuper();
  B.method("<init>", Descriptor, Body);
  std::vector<std::pair<unsigned, unsigned>> Found;
  const MethodBody Edited = editAll(B)["<init>"];
  for (const Handler &H : Edited.Handlers)
    Found.emplace_back(H.Start, H.End);
  return Found;
}
using Ranges = std::vector<std::pair<unsigned, unsigned>>;

TEST(Constructor, IsProtectedAfterSuper) {
  EXPECT_EQ(ranges({ALoad0, Special, 0, Init, Nop, Return}),
            (Ranges{{10, 18}}));
}

TEST(Constructor, OfTheRootIsProtectedFromTheStart) {
  EXPECT_EQ(ranges({Return}, {}, 61, "()V", /*HasSuper=*/false),
            (Ranges{{6, 13}}));
}

TEST(Constructor, ObjectsForTheArgumentsComeFirst) {
  // super(new X(new X()))
  EXPECT_EQ(ranges({ALoad0, New, 0, Class, Dup, New, 0, Class, Dup, Special, 0,
                    Init, Special, 0, Init, Special, 0, Init, Return}),
            (Ranges{{24, 31}}));
}

TEST(Constructor, OtherCallsDoNotCount) {
  EXPECT_EQ(ranges({ALoad0, Special, 0, ClassBuilder::OtherMethod, Special, 0,
                    Init, Return}),
            (Ranges{{13, 20}}));
}

TEST(Constructor, WithoutSuperIsNotProtected) {
  EXPECT_EQ(ranges({Goto, 0, 0}, {0, 1, 255, 0, 0, 0, 1, 6, 0, 0}), Ranges());
}

TEST(Constructor, FramesTellWhatBranchesDo) {
  // super(c ? new X() : new X()), with an argument of two slots.
  const Bytes Code = {ALoad0,  IfEq,    0,     13,    New,     0, Class,
                      Dup,     Special, 0,     Init,  Goto,    0, 10,
                      New,     0,       Class, Dup,   Special, 0, Init,
                      Special, 0,       Init,  Return};
  // At 14 and at 21 the object is uninitialised, and an argument is on the
  // stack.
  const Bytes Frames = {0,   2,                          //
                        255, 0, 14, 0, 2, 6, 4, 0, 1, 6, //
                        255, 0, 6,  0, 2, 6, 4, 0, 2, 6, 7, 0, Class};
  EXPECT_EQ(ranges(Code, Frames, 61, "(J)V"), (Ranges{{30, 37}}));
}

TEST(Constructor, CodeBehindTheFirstCallMayComeBeforeIt) {
  // goto 5; 3: nop; return; 5: aload_0; super(); goto 3
  const Bytes Code = {Goto,    0, 5,    Nop,  Return, ALoad0,
                      Special, 0, Init, Goto, 0xff,   0xfa};
  const Bytes Frames = {0,   2, 255, 0, 3, 0, 1, 7, 0, 2, 0, 0, //
                        255, 0, 1,   0, 1, 6, 0, 0};
  EXPECT_EQ(ranges(Code, Frames), (Ranges{{9, 17}, {21, 24}}));
}

TEST(Constructor, ADroppedObjectMakesTheRangeSmaller) {
  // new X; pop; super(); new X; dup; X(); return
  EXPECT_EQ(ranges({New, 0, Class, 0x57, ALoad0, Special, 0, Init, New, 0,
                    Class, Dup, Special, 0, Init, Special, 0, Init, Return}),
            (Ranges{{24, 31}}));
}

TEST(Constructor, ChopAndAppendFollowTheLocals) {
  // With frames: append 1, then chop it; `this` is still uninitialised.
  const Bytes Code = {Nop, Nop, ALoad0, Special, 0, Init, Return};
  EXPECT_EQ(ranges(Code, {0, 2, 252, 0, 0, 1, 250, 0, 0}), (Ranges{{12, 19}}));
  // A frame without `this` among its locals.
  EXPECT_EQ(ranges(Code, {0, 1, 255, 0, 1, 0, 0, 0, 0}), (Ranges{{7, 19}}));
  // With an impossible frame, nothing is protected.
  EXPECT_EQ(ranges(Code, {0, 1, 248, 0, 0}), Ranges());
}

TEST(Constructor, OldClassesThatBranchBeforeAreNotProtected) {
  const Bytes Straight = {ALoad0, Special, 0, Init, IfEq, 0, 3, Return};
  EXPECT_EQ(ranges(Straight, {}, 49), (Ranges{{10, 20}}));
  const Bytes Branching = {IfEq, 0, 3, ALoad0, Special, 0, Init, Return};
  EXPECT_EQ(ranges(Branching, {}, 49), Ranges());
  EXPECT_EQ(ranges(Branching, {}, 50), Ranges());
}

TEST(Constructor, Parameters) {
  EXPECT_EQ(countParameters("()V"), 0u);
  EXPECT_EQ(countParameters("(IJ[DLjava/lang/String;[[Lx;Z)V"), 6u);
  for (const char *Bad : {"", "(", "(L", "([", "(Lx", "I)V"})
    EXPECT_GT(countParameters(Bad), 255u) << Bad;
}

} // namespace
