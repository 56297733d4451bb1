//===- CallEditorTest.cpp - Unit tests of editCalls() ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace hprof::classfile;
using namespace llvm;

namespace {

enum : uint8_t {
  Nop = 0,
  SiPush = 0x11,
  LdcW = 0x13,
  IfEq = 0x99,
  Goto = 0xa7,
  TableSwitch = 0xaa,
  LookupSwitch = 0xab,
  IReturn = 0xac,
  Return = 0xb1,
  InvokeStatic = 0xb8,
  AThrow = 0xbf,
  Wide = 0xc4,
  GotoW = 0xc8,
};

constexpr unsigned CallSize = 6;

/// Replaces each call of a hook in \p B by E or X to make the code readable:
/// the Methodrefs of the hooks have the indexes \p Enter and above.
std::string show(const MethodBody &B) {
  std::string Text;
  const Bytes &C = B.Code;
  if (C.size() < CallSize)
    return "too short";
  const unsigned Enter = unsigned(C[4]) << 8 | C[5];
  for (size_t I = 0; I < C.size();) {
    if (I + CallSize <= C.size() && (C[I] == SiPush || C[I] == LdcW) &&
        C[I + 3] == InvokeStatic) {
      const unsigned Hook = unsigned(C[I + 4]) << 8 | C[I + 5];
      Text += Hook == Enter ? "E " : "X ";
      I += CallSize;
      continue;
    }
    Text += std::to_string(C[I++]) + " ";
  }
  return Text;
}

std::string showCode(const Bytes &Code) { return show(editCode(Code)); }

MethodBody bodyOf(Bytes Code) {
  MethodBody B;
  B.Code = std::move(Code);
  return B;
}

TEST(CallEditor, CallsAtEntryReturnAndHandler) {
  const MethodBody B = editCode({Nop, Return});
  EXPECT_EQ(show(B), "E 0 X 177 X 191 ");
  EXPECT_EQ(B.MaxStack, 5);
  EXPECT_EQ(B.MaxLocals, 4);
  ASSERT_EQ(B.Handlers.size(), 1u);
  const Handler All = {6, 14, 14, 0};
  EXPECT_TRUE(B.Handlers[0] == All);
}

TEST(CallEditor, PassesTheNumber) {
  const MethodBody Small = editCode({Return});
  EXPECT_EQ(Small.Code[0], SiPush);
  EXPECT_EQ(Small.Code[1] << 8 | Small.Code[2], 7);
  for (int32_t N : {32767, -32768}) {
    ClassBuilder B;
    B.method("m", "()V", bodyOf({Return}));
    EXPECT_EQ(editAll(B, N)["m"].Code[0], SiPush);
  }
  for (int32_t N : {32768, 1 << 30, -32769}) {
    ClassBuilder B;
    B.method("m", "()V", bodyOf({Return}));
    const MethodBody M = editAll(B, N)["m"];
    EXPECT_EQ(M.Code[0], LdcW);
    EXPECT_EQ(show(M), "E X 177 X 191 ");
  }
}

TEST(CallEditor, EachReturnHasItsCall) {
  for (unsigned Opcode = IReturn; Opcode <= Return; ++Opcode)
    EXPECT_EQ(showCode({uint8_t(Opcode)}),
              "E X " + std::to_string(Opcode) + " X 191 ");
  EXPECT_EQ(showCode({AThrow}), "E 191 X 191 ");
}

TEST(CallEditor, ABranchToAReturnCallsExit) {
  // goto +4; return; return
  EXPECT_EQ(showCode({Goto, 0, 4, Return, Return}),
            "E 167 0 10 X 177 X 177 X 191 ");
}

TEST(CallEditor, ABranchToTheStartDoesNotEnterAgain) {
  EXPECT_EQ(showCode({Nop, Goto, 0xff, 0xff}), "E 0 167 255 255 X 191 ");
}

TEST(CallEditor, FarBranches) {
  EXPECT_EQ(showCode({GotoW, 0, 0, 0, 6, Return, Return}),
            "E 200 0 0 0 12 X 177 X 177 X 191 ");
}

TEST(CallEditor, SwitchesArePaddedAgain) {
  // The padding is 3 bytes if the offset is 0 and 1 byte if it is 6; at offset
  // 1 it is 2, then 0.
  for (unsigned Nops : {0, 1, 2, 3}) {
    Bytes Code(Nops, Nop);
    Code.push_back(TableSwitch);
    while (Code.size() % 4)
      Code.push_back(0);
    const uint8_t Far = uint8_t(Code.size() + 16 - Nops);
    Code.insert(Code.end(), {0, 0, 0, Far, 0, 0, 0, 4, 0, 0, 0, 4});
    Code.insert(Code.end(), {0, 0, 0, uint8_t(Far + 1), Return, Return});
    std::string Expected = "E ";
    for (unsigned I = 0; I != Nops; ++I)
      Expected += "0 ";
    Expected += "170 ";
    unsigned At = 6 + Nops + 1;
    for (; At % 4; ++At)
      Expected += "0 ";
    const unsigned New = At + 16 - 6 - Nops;
    Expected += "0 0 0 " + std::to_string(New) + " 0 0 0 4 0 0 0 4 0 0 0 " +
                std::to_string(New + CallSize + 1) + " X 177 X 177 X 191 ";
    EXPECT_EQ(showCode(Code), Expected) << Nops;
  }
}

TEST(CallEditor, LookupSwitchKeepsItsKeys) {
  EXPECT_EQ(showCode({Nop,    Nop,   Nop, LookupSwitch,
                      0,      0,     0,   17,
                      0,      0,     0,   1,
                      9,      8,     7,   6,
                      0,      0,     0,   18,
                      Return, Return}),
            "E 0 0 0 171 0 0 0 0 0 19 0 0 0 1 9 8 7 6 0 0 0 26 "
            "X 177 X 177 X 191 ");
}

TEST(CallEditor, WideInstructionsAreOne) {
  // wide iinc and wide iload, whose operands look like returns.
  EXPECT_EQ(showCode({Wide, 0x84, Return, Return, Return, Return, Wide, 0x15,
                      Return, Return, Return}),
            "E 196 132 177 177 177 177 196 21 177 177 X 177 X 191 ");
}

TEST(CallEditor, HandlersOfTheMethodComeFirst) {
  MethodBody Body = bodyOf({Nop, Return, Nop, Return});
  Body.Handlers = {{0, 2, 2, 4}, {2, 4, 2, 0}};
  ClassBuilder B;
  B.method("m", "()V", Body);
  const MethodBody M = editAll(B)["m"];
  ASSERT_EQ(M.Handlers.size(), 3u);
  const Handler Expected[] = {{6, 14, 14, 4}, {14, 22, 14, 0}, {6, 22, 22, 0}};
  for (size_t I = 0; I != 3; ++I)
    EXPECT_TRUE(M.Handlers[I] == Expected[I]) << I;
}

TEST(CallEditor, FramesMoveAndTheHandlerHasOne) {
  MethodBody Body = bodyOf({IfEq, 0, 4, Return, Nop, Return});
  // same at 4, same_locals_1_stack_item_extended at 5 with an object created at
  // 3.
  Body.Attributes["StackMapTable"] = {0, 2, 4, 247, 0, 0, 8, 0, 3};
  ClassBuilder B;
  B.method("m", "()V", Body);
  const Bytes Frames = editAll(B)["m"].Attributes["StackMapTable"];
  ASSERT_EQ(Frames.size(), 17u);
  // The first frame is at 16; the second at 17, with the object created at 9.
  const Bytes Head = {0, 3, 16, 64, 8, 0, 9};
  EXPECT_TRUE(std::equal(Head.begin(), Head.end(), Frames.begin()));
  // full_frame at 24: no locals, and one object of a class on the stack.
  const Bytes Last = {255, 0, 6, 0, 0, 0, 1, 7};
  EXPECT_TRUE(std::equal(Last.begin(), Last.end(), Frames.begin() + 7));
}

TEST(CallEditor, AllTypesOfFrames) {
  Bytes Code(400, Nop);
  Code.back() = Return;
  MethodBody Body = bodyOf(Code);
  Bytes &F = Body.Attributes["StackMapTable"];
  F = {0, 7};
  F.insert(F.end(), {60});            // same at 60, which becomes extended.
  F.insert(F.end(), {64 + 60, 1});    // same with a stack item at 121.
  F.insert(F.end(), {248 + 1, 0, 1}); // chop 2 at 123.
  F.insert(F.end(), {251, 0, 9});     // same, extended, at 133.
  F.insert(F.end(), {253, 0, 9, 1, 7, 0, 4});                // append 2 at 143.
  F.insert(F.end(), {255, 0, 9, 0, 1, 4, 0, 2, 1, 8, 0, 7}); // full at 153.
  F.insert(F.end(), {247, 0, 99, 2}); // with stack, extended, at 253.
  ClassBuilder B;
  B.method("m", "()V", Body);
  const Bytes New = editAll(B)["m"].Attributes["StackMapTable"];
  Bytes Expected = {0, 8};
  Expected.insert(Expected.end(), {251, 0, 66});
  Expected.insert(Expected.end(), {64 + 60, 1});
  Expected.insert(Expected.end(), {248 + 1, 0, 1});
  Expected.insert(Expected.end(), {9});
  Expected.insert(Expected.end(), {253, 0, 9, 1, 7, 0, 4});
  Expected.insert(Expected.end(), {255, 0, 9, 0, 1, 4, 0, 2, 1, 8, 0, 13});
  Expected.insert(Expected.end(), {247, 0, 99, 2});
  Expected.insert(Expected.end(), {255, 0, 152, 0, 0, 0, 1, 7});
  ASSERT_EQ(New.size(), Expected.size() + 2);
  EXPECT_TRUE(std::equal(Expected.begin(), Expected.end(), New.begin()));
}

TEST(CallEditor, OldClassesGetNoFrames) {
  for (auto [Major, HasFrames] :
       {std::pair(49, false), std::pair(50, true), std::pair(69, true)}) {
    ClassBuilder B{uint16_t(Major)};
    B.method("m", "()V", bodyOf({Return}));
    EXPECT_EQ(editAll(B)["m"].Attributes.count("StackMapTable"), HasFrames);
  }
}

TEST(CallEditor, MethodsWithoutCodeAndWithoutNumberStay) {
  ClassBuilder B;
  B.method("a", "()V", bodyOf({Nop, Return}))
      .nativeMethod("n", "(I)V")
      .method("b", "(J)V", bodyOf({Return}));
  std::vector<std::string> Asked;
  Expected<EditedClass> E = editCalls(
      B.build(), {"Hooks", "e", "x"},
      [&](const MethodName &M) -> std::optional<int32_t> {
        Asked.push_back(
            (M.Class + "." + M.Name + M.Descriptor + " " + M.SourceFile).str());
        if (M.Name == "a")
          return std::nullopt;
        return 5;
      });
  ASSERT_TRUE(bool(E)) << toString(E.takeError());
  EXPECT_EQ(Asked, (std::vector<std::string>{"Test.a()V Test.java",
                                             "Test.b(J)V Test.java"}));
  EXPECT_EQ(E->NumEdited, 1u);
  auto Methods = readMethods(E->Bytes);
  EXPECT_EQ(Methods["a"].Code, (Bytes{Nop, Return}));
  EXPECT_EQ(show(Methods["b"]), "E X 177 X 191 ");
}

TEST(CallEditor, NothingEditedIsNothing) {
  ClassBuilder B;
  B.nativeMethod("n", "()V");
  Expected<EditedClass> E = edit(B.build());
  ASSERT_TRUE(bool(E));
  EXPECT_TRUE(E->Bytes.empty());
  EXPECT_EQ(E->NumEdited, 0u);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST(CallEditor, CodeEndsAt65535Bytes) {
  // A return grows by 6 bytes, as does the entry; the handler takes 7.
  for (unsigned Size : {65535 - 19, 65535 - 18}) {
    Bytes Code(Size, Nop);
    Code.back() = Return;
    ClassBuilder B;
    B.method("m", "()V", bodyOf(Code));
    if (Size == 65535 - 19)
      EXPECT_EQ(editAll(B)["m"].Code.size(), 65535u);
    else
      EXPECT_NE(refusal(B).find("the code would have 65536 bytes; at most "
                                "65535 are allowed"),
                std::string::npos);
  }
}

TEST(CallEditor, JumpsEndAt16Bits) {
  // A jump across a return grows by 6 bytes.
  for (int Far : {32767 - 6, 32767 - 5}) {
    Bytes Code = {Goto, uint8_t(Far >> 8), uint8_t(Far), Return};
    Code.resize(size_t(Far), Nop);
    Code.push_back(Return);
    ClassBuilder B;
    B.method("m", "()V", bodyOf(Code));
    if (Far == 32767 - 6) {
      const Bytes New = editAll(B)["m"].Code;
      EXPECT_EQ(New[7] << 8 | New[8], 32767);
    } else {
      EXPECT_NE(refusal(B).find("a jump would span 32768 bytes"),
                std::string::npos);
    }
  }
}

TEST(CallEditor, StackIsFull) {
  MethodBody Body = bodyOf({Return});
  Body.MaxStack = 65535;
  ClassBuilder B;
  B.method("m", "()V", Body);
  EXPECT_NE(refusal(B).find("operand stack"), std::string::npos);
}

TEST(CallEditor, PoolIsFull) {
  ClassBuilder Full;
  Full.method("m", "()V", bodyOf({Return})).fillPool(65530);
  EXPECT_EQ(refusal(Full), "class: offset 0x8: the constant pool is full");
  // Thirteen constants are needed, and another one for a large number.
  for (unsigned Free : {13, 14}) {
    ClassBuilder B;
    B.method("m", "()V", bodyOf({Return})).fillPool(65534 - Free);
    Expected<EditedClass> E = edit(B.build(), 40000);
    ASSERT_TRUE(bool(E)) << toString(E.takeError());
    EXPECT_EQ(E->NumEdited, Free - 13);
    EXPECT_EQ(E->NotEdited.size(), 14 - Free);
  }
}

//===----------------------------------------------------------------------===//
// Malformed input
//===----------------------------------------------------------------------===//

TEST(CallEditor, BadCodeIsNotEdited) {
  const std::pair<Bytes, const char *> Cases[] = {
      {Bytes(), "the code has 0 bytes"},
      {{0xca}, "opcode 202 is unknown"},
      {{Goto, 0}, "opcode 167 is unknown or its operands run past the end"},
      {{Goto, 0, 1, Return}, "a jump to 1, where no instruction begins"},
      {{Goto, 0, 4, Return}, "a jump to 4, where no instruction begins"},
      {{Goto, 0xff, 0xff, Return}, "a jump to -1"},
      {{Wide}, "opcode 196"},
      {{TableSwitch, 0, 0, 0}, "opcode 170"},
      {{TableSwitch, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, Return},
       "opcode 170"},
      {{TableSwitch, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff,
        Return},
       "opcode 170"},
      {{LookupSwitch, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, Return},
       "opcode 171"},
  };
  for (const auto &[Code, Why] : Cases) {
    ClassBuilder B;
    B.method("m", "()V", bodyOf(Code));
    EXPECT_NE(refusal(B).find(Why), std::string::npos) << refusal(B);
  }
}

TEST(CallEditor, BadTablesAreNotEdited) {
  const std::tuple<const char *, Bytes, const char *> Cases[] = {
      {"StackMapTable", {0, 1}, "does not match its frames"},
      {"StackMapTable", {0, 0, 0}, "does not match its frames"},
      {"StackMapTable", {0, 1, 128}, "unknown type 128"},
      {"StackMapTable", {0, 1, 2}, "where no instruction begins"},
      {"LineNumberTable", {0, 1, 0, 9, 0, 1}, "a line number for offset 9"},
      {"LineNumberTable", {0, 2, 0, 0, 0, 1}, "does not end"},
      {"LocalVariableTable",
       {0, 1, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0},
       "a local variable up to offset 10"},
      {"RuntimeVisibleTypeAnnotations",
       {0, 1, 0x13},
       "unexpected target_type 0x13"},
      {"RuntimeVisibleTypeAnnotations",
       {0, 1, 0x42, 0, 0, 0, 0, 1, 0, 1},
       "malformed"},
  };
  for (const auto &[Name, Content, Why] : Cases) {
    MethodBody Body = bodyOf({Nop, Return});
    Body.Attributes[Name] = Content;
    ClassBuilder B;
    B.method("m", "()V", Body);
    EXPECT_NE(refusal(B).find(Why), std::string::npos)
        << Name << ": " << refusal(B);
  }
  for (Handler H : {Handler{1, 1, 0, 0}, Handler{0, 3, 0, 0},
                    Handler{0, 1, 2, 0}, Handler{0, 1, 9, 0}}) {
    MethodBody Body = bodyOf({Nop, Return});
    Body.Handlers = {H};
    ClassBuilder B;
    B.method("m", "()V", Body);
    EXPECT_NE(refusal(B).find("an exception handler whose range"),
              std::string::npos);
  }
}

/// A class with every kind of constant, attribute and member.
Bytes richClass() {
  MethodBody Body = bodyOf({IfEq, 0, 4, Return, Nop, Return});
  Body.Handlers = {{0, 3, 4, 4}};
  Body.Attributes["StackMapTable"] = {0, 1, 255, 0, 4, 0, 1, 7,
                                      0, 4, 0,   1, 7, 0, 4};
  Body.Attributes["LineNumberTable"] = {0, 1, 0, 0, 0, 1};
  Body.Attributes["LocalVariableTable"] = {0, 1, 0, 0, 0, 6, 0, 1, 0, 11, 0, 0};
  Body.Attributes["RuntimeVisibleTypeAnnotations"] = {
      0, 1, 0x44, 0, 4, 1, 0, 0, 0, 1, 0, 1, 0, 1, '[', 0, 1, 'I', 0, 14};
  ClassBuilder B;
  B.method("m", "()V", Body).method("<init>", "()V", Body);
  return B.build();
}

TEST(CallEditor, EveryTruncationIsAnError) {
  const Bytes File = richClass();
  Expected<EditedClass> Whole = edit(File);
  ASSERT_TRUE(bool(Whole));
  EXPECT_EQ(Whole->NumEdited, 2u);
  for (size_t Size = 0; Size != File.size(); ++Size) {
    // Allocated on the heap, for tools that find reads past the end.
    const Bytes Part(File.begin(), File.begin() + long(Size));
    Expected<EditedClass> E = edit(Part);
    if (E)
      ADD_FAILURE() << Size;
    else
      EXPECT_NE(toString(E.takeError()).find("offset 0x"), std::string::npos);
  }
}

TEST(CallEditor, EveryChangedByteIsSurvived) {
  const Bytes File = richClass();
  for (size_t I = 0; I != File.size(); ++I)
    for (unsigned Value : {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff}) {
      Bytes Changed = File;
      Changed[I] = uint8_t(Value);
      Expected<EditedClass> E = edit(Changed);
      if (!E) {
        EXPECT_FALSE(toString(E.takeError()).empty());
        continue;
      }
      // An edited class can be edited again.
      if (E->Bytes.empty())
        continue;
      Expected<EditedClass> Again = edit(E->Bytes);
      if (!Again)
        ADD_FAILURE() << I << ": " << toString(Again.takeError());
      else
        EXPECT_GE(Again->NumEdited, E->NumEdited) << I;
    }
}

} // namespace
