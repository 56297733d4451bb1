//===- CodeTablesTest.cpp - Tables that follow the code -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassBuilder.h"
#include "gtest/gtest.h"

using namespace hprof::classfile;

namespace {

constexpr uint8_t Nop = 0, Return = 0xb1;

/// The edited attribute \p Name of code with returns at 1 and at 3.
Bytes edited(const std::string &Name, const Bytes &Content) {
  MethodBody Body;
  Body.Code = {Nop, Return, Nop, Return};
  Body.Attributes[Name] = Content;
  ClassBuilder B;
  B.method("m", "()V", Body);
  return editAll(B)["m"].Attributes[Name];
}

TEST(CodeTables, LinesMove) {
  // The first line also covers the call at the entry.
  EXPECT_EQ(
      edited("LineNumberTable", {0, 3, 0, 0, 0, 9, 0, 1, 0, 8, 0, 3, 0, 7}),
      (Bytes{0, 3, 0, 0, 0, 9, 0, 7, 0, 8, 0, 15, 0, 7}));
}

TEST(CodeTables, VariablesMove) {
  for (const char *Name : {"LocalVariableTable", "LocalVariableTypeTable"})
    EXPECT_EQ(edited(Name, {0, 2, 0, 0, 0, 4, 0, 1, 0, 2, 0,
                            3, 0, 1, 0, 2, 0, 4, 0, 5, 0, 6}),
              (Bytes{0, 2, 0, 0, 0, 22, 0, 1, 0, 2, 0,
                     3, 0, 7, 0, 8, 0,  4, 0, 5, 0, 6}));
}

TEST(CodeTables, OtherAttributesStay) {
  EXPECT_EQ(edited("Custom", {9, 8, 7}), (Bytes{9, 8, 7}));
}

TEST(CodeTables, TypeAnnotationsMove) {
  for (const char *Name :
       {"RuntimeVisibleTypeAnnotations", "RuntimeInvisibleTypeAnnotations"}) {
    // A local variable, a handler, an instruction, and a type argument.
    EXPECT_EQ(
        edited(Name, {0,    4,                                      //
                      0x40, 0, 1, 0, 1, 0, 2, 0, 5,                 //
                      0,    0, 1, 0, 0,                             //
                      0x42, 0, 0, 0, 0, 1, 0, 0,                    //
                      0x44, 0, 2, 1, 0, 0, 0, 1, 0, 1, 0, 2,   'e', //
                      0,    3, 0, 4,                                //
                      0x47, 0, 3, 1, 0, 0, 1, 0, 1, 0, 2, '@', 0,   1, 0, 0}),
        (Bytes{0,    4,                                       //
               0x40, 0, 1,  0, 7, 0, 8, 0, 5,                 //
               0,    0, 1,  0, 0,                             //
               0x42, 0, 0,  0, 0, 1, 0, 0,                    //
               0x44, 0, 14, 1, 0, 0, 0, 1, 0, 1, 0, 2,   'e', //
               0,    3, 0,  4,                                //
               0x47, 0, 15, 1, 0, 0, 1, 0, 1, 0, 2, '@', 0,   1, 0, 0}));
  }
}

TEST(CodeTables, NestedAnnotationsEndSomewhere) {
  MethodBody Body;
  Body.Code = {Return};
  Bytes &A = Body.Attributes["RuntimeVisibleTypeAnnotations"];
  A = {0, 1, 0x42, 0, 0, 0, 0, 1, 0, 1, 0, 2};
  for (unsigned I = 0; I != 1000000; ++I)
    A.insert(A.end(), {'[', 0, 1});
  ClassBuilder B;
  B.method("m", "()V", Body);
  EXPECT_NE(refusal(B).find("malformed"), std::string::npos);
}

} // namespace
