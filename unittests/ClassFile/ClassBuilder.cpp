//===- ClassBuilder.cpp - Writes and reads class files --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassBuilder.h"
#include "ClassFile/ConstantPool.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof::classfile;
using namespace llvm;

/// The constants up to this index are fixed; they cover all tags.
static constexpr uint16_t NumFixed = 30;

static void writeText(ByteWriter &W, StringRef Text) {
  W.u1(1);
  W.u2(uint32_t(Text.size()));
  W.bytes(arrayRefFromStringRef(Text));
}

static void writeFixed(ByteWriter &W) {
  auto Add = [&](unsigned Tag, std::initializer_list<unsigned> Values) {
    W.u1(Tag);
    for (unsigned V : Values)
      W.u2(V);
  };
  writeText(W, "Test");             // 1
  Add(7, {1});                      // 2
  writeText(W, "java/lang/Object"); // 3
  Add(7, {3});                      // 4
  Add(5, {0, 1, 2, 3});             // 5, 6
  writeText(W, "<init>");           // 7
  writeText(W, "()V");              // 8
  Add(12, {7, 8});                  // 9
  Add(10, {4, 9});                  // 10
  writeText(W, "other");            // 11
  Add(12, {11, 8});                 // 12
  Add(10, {2, 12});                 // 13
  Add(3, {0, 5});                   // 14
  Add(4, {0, 5});                   // 15
  Add(6, {0, 1, 2, 3});             // 16, 17
  Add(8, {11});                     // 18
  Add(9, {2, 12});                  // 19
  Add(11, {2, 12});                 // 20
  W.u1(15);                         // 21
  W.u1(6);
  W.u2(13);
  Add(16, {8});               // 22
  Add(17, {0, 12});           // 23
  Add(18, {0, 12});           // 24
  Add(19, {11});              // 25
  Add(20, {11});              // 26
  writeText(W, "Code");       // 27
  writeText(W, "SourceFile"); // 28
  writeText(W, "Test.java");  // 29
  writeText(W, "unused");     // 30
}

uint16_t ClassBuilder::utf8(const std::string &Text) {
  Texts.push_back(Text);
  return uint16_t(NumFixed + Texts.size());
}

ClassBuilder &ClassBuilder::method(const std::string &Name,
                                   const std::string &Descriptor,
                                   MethodBody B) {
  ++NumMethods;
  Methods.u2(9); // public static
  Methods.u2(utf8(Name));
  Methods.u2(utf8(Descriptor));
  Methods.u2(1);
  Methods.u2(27);
  LengthField Length(Methods);
  Methods.u2(B.MaxStack);
  Methods.u2(B.MaxLocals);
  Methods.u4(uint32_t(B.Code.size()));
  Methods.bytes(B.Code);
  Methods.u2(uint32_t(B.Handlers.size()));
  for (const Handler &H : B.Handlers)
    for (unsigned V : {H.Start, H.End, H.Target, H.Type})
      Methods.u2(V);
  Methods.u2(uint32_t(B.Attributes.size()));
  for (const auto &[AttributeName, Content] : B.Attributes) {
    Methods.u2(utf8(AttributeName));
    LengthField Size(Methods);
    Methods.bytes(Content);
  }
  return *this;
}

ClassBuilder &ClassBuilder::nativeMethod(const std::string &Name,
                                         const std::string &Descriptor) {
  ++NumMethods;
  Methods.u2(0x109);
  Methods.u2(utf8(Name));
  Methods.u2(utf8(Descriptor));
  Methods.u2(0);
  return *this;
}

ClassBuilder &ClassBuilder::fillPool(unsigned Count) {
  Filled = Count;
  return *this;
}

Bytes ClassBuilder::build() {
  ByteWriter W;
  W.u4(0xcafebabe);
  W.u2(0);
  W.u2(Major);
  const unsigned Used = unsigned(NumFixed + Texts.size());
  W.u2(std::max(Used, Filled) + 1);
  writeFixed(W);
  for (const std::string &T : Texts)
    writeText(W, T);
  for (unsigned I = Used; I < Filled; ++I) {
    W.u1(3);
    W.u4(I);
  }
  W.u2(0x21);
  W.u2(ThisClass);
  W.u2(Super);
  W.u2(0);
  W.u2(1); // A field with an attribute.
  W.u2(0);
  W.u2(11);
  W.u2(30);
  W.u2(1);
  W.u2(30);
  W.u4(3);
  W.bytes({1, 2, 3});
  W.u2(NumMethods);
  W.bytes(Methods.get());
  W.u2(1);
  W.u2(28);
  W.u4(2);
  W.u2(29);
  return W.take();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static MethodBody readBody(ByteReader R, const ConstantPool &Pool) {
  MethodBody B;
  B.MaxStack = R.u2();
  B.MaxLocals = R.u2();
  B.Code = R.take(R.u4()).vec();
  for (unsigned Left = R.u2(); Left; --Left) {
    Handler H = {};
    H.Start = R.u2();
    H.End = R.u2();
    H.Target = R.u2();
    H.Type = R.u2();
    B.Handlers.push_back(H);
  }
  for (unsigned Left = R.u2(); Left; --Left) {
    const std::string Name = Pool.utf8(R.u2()).str();
    B.Attributes[Name] = R.take(R.u4()).vec();
  }
  EXPECT_TRUE(R.isAtEnd() && !R.hasFailed());
  return B;
}

std::map<std::string, MethodBody>
hprof::classfile::readMethods(ArrayRef<uint8_t> File) {
  std::map<std::string, MethodBody> Found;
  ByteReader R(File);
  R.skip(8);
  Expected<ConstantPool> Pool = ConstantPool::read(R);
  if (!Pool) {
    ADD_FAILURE() << toString(Pool.takeError());
    return Found;
  }
  R.skip(10 + 8 + 6 + 3);
  for (unsigned Left = R.u2(); Left; --Left) {
    R.u2();
    const std::string Name = Pool->utf8(R.u2()).str();
    R.u2();
    Found[Name];
    for (unsigned Attributes = R.u2(); Attributes; --Attributes) {
      EXPECT_EQ(Pool->utf8(R.u2()), "Code");
      Found[Name] = readBody(R.part(R.u4()), *Pool);
    }
  }
  // The SourceFile attribute is still present.
  EXPECT_EQ(R.u2(), 1);
  EXPECT_EQ(Pool->utf8(R.u2()), "SourceFile");
  R.u4();
  EXPECT_EQ(Pool->utf8(R.u2()), "Test.java");
  EXPECT_TRUE(R.isAtEnd() && !R.hasFailed());
  return Found;
}

Expected<EditedClass> hprof::classfile::edit(ArrayRef<uint8_t> File,
                                             int32_t Number) {
  return editCalls(File, {"Hooks", "e", "x"},
                   [&](const MethodName &) { return Number; });
}

std::map<std::string, MethodBody> hprof::classfile::editAll(ClassBuilder &B,
                                                            int32_t Number) {
  Expected<EditedClass> E = edit(B.build(), Number);
  if (!E) {
    ADD_FAILURE() << toString(E.takeError());
    return {};
  }
  for (const EditedClass::Skipped &S : E->NotEdited)
    ADD_FAILURE() << S.Method << ": " << S.Why;
  return readMethods(E->Bytes);
}

std::string hprof::classfile::refusal(ClassBuilder &B) {
  Expected<EditedClass> E = edit(B.build());
  if (!E)
    return "class: " + toString(E.takeError());
  EXPECT_TRUE(E->Bytes.empty());
  return E->NotEdited.size() == 1 ? E->NotEdited[0].Why : "";
}

MethodBody hprof::classfile::editCode(const Bytes &Code) {
  ClassBuilder B;
  MethodBody Body;
  Body.Code = Code;
  B.method("m", "()V", Body);
  return editAll(B)["m"];
}
