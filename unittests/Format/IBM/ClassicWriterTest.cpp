//===- ClassicWriterTest.cpp - Tests of the classic writer ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassicTestSupport.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertEBCDIC.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::test;
using namespace llvm;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
ClassicWriterOptions as(ClassicForm Form) {
  ClassicWriterOptions Options;
  Options.Form = Form;
  return Options;
}

// The four forms, as written by their original writers.
constexpr const char *OpenJ9 =
    "// Version: JRE 1.8.0 Linux amd64-64 (build 1.8.0_232-b09)\n"
    "0x00000000FFE00000 [24] OBJ A\n"
    "\t0x00000000FFE00018 \n"
    "0x00000000FFE00018 [40] OBJ [C\n"
    "\t\n"
    "0x00000000FFE00040 [32] OBJ [LA;\n"
    "\t0x00000000FFE00000 0x00000000FFE00000 \n"
    "0x00000000FFE00060 [24] OBJ [[I\n"
    "\t\n"
    "0x00000000FFE00100 [120] CLS A\n"
    "\t0x00000000FFE00040 \n"
    "// Breakdown - Classes: 1, Objects: 1, ObjectArrays: 1, "
    "PrimitiveArrays: 2\n"
    "// EOF:  Total 'Objects',Refs(null) : 5,9(5)\n";
constexpr const char *Spec =
    "// Version: J2RE 6.0 IBM J9 2.5 Linux x86-32 build 20081016_024574\n"
    "0x00436E90 [28] OBJ A\n"
    "\t0x415319D8 0x00436EB0 0x00000000 \n"
    "0x00436EB0 [44] OBJ [C\n"
    "\t0x41530F20 \n"
    "0x00436EE0 [24] OBJ [[I\n"
    "\t0x41530F40 0x00000000 \n"
    "0x415319D8 [32] CLS A\n"
    "\t0x00000000 0x00436EE0 0x41530F20 \n"
    "// Breakdown - Classes: 1, Objects: 1, ObjectArrays: 0, "
    "PrimitiveArrays: 2\n"
    "// EOF:  Total 'Objects',Refs(null) : 4,9(3)\n";
constexpr const char *Jdmpview =
    "// Version: x\n"
    "0x00436E90 [28] OBJ A\n"
    "\t0x00436EB0 0x0 \n"
    "0x00436EB0 [44] OBJ [C\n"
    "\t\n"
    "0x00436EE0 [24] OBJ [[I\n"
    "\t0x0 \n"
    "0x415319D8 [32] CLS A\n"
    "\t\n"
    "// Breakdown - Classes:1, Objects:1, ObjectArrays:1, PrimitiveArrays:1\n"
    "// EOF: Total 'Objects',Refs(null) :4,3(2)\n";
constexpr const char *Words =
    "// Version: x\n"
    "0x00D10798 [304] class [LFoo; [hashcode = 72c272c2]\n"
    "\t0x00CFD6D0 \n"
    "0x00CB0010 [16] array of Foo [hashcode = 0]\n"
    "\t0x00CB0040 \n"
    "0x00CB0020 [16] array of [B [hashcode = f437c9b4]\n"
    "\t\n"
    "0x00CB0030 [16] bool[] [hashcode = 1]\n"
    "0x00CB0040 [0] unknown class 0xcb0050 [hashcode = 1]\n"
    "\t\n"
    "\n"
    "// Breakdown - Classes: 1, Objects: 1, ObjectArrays: 2, "
    "PrimitiveArrays: 1\n"
    "// EOF:  Total 'Objects',Refs(null) : 5,2(0)\n";

std::string allReplaced(StringRef Text, StringRef What, StringRef With) {
  std::string Out;
  while (true) {
    size_t At = Text.find(What);
    (Out += Text.take_front(At)) += At == StringRef::npos ? "" : With;
    if (At == StringRef::npos)
      return Out;
    Text = Text.drop_front(At + What.size());
  }
}

std::string behind(StringRef Text, StringRef Mark) {
  return Text.drop_front(std::min(Text.find(Mark), Text.size())).str();
}
} // namespace

TEST(ClassicWriter, EachFormComesBack) {
  for (const char *Text : {OpenJ9, Spec, Jdmpview, Words}) {
    EXPECT_THAT(readText(Text).Damages, IsEmpty());
    EXPECT_EQ(rewrite(Text), Text);
    EXPECT_EQ(rewrite(Text, {}, 7), Text);
  }
  // The same applies to several dumps in one file, whatever their forms.
  std::string All = std::string(Words) + OpenJ9 + Spec + Jdmpview;
  EXPECT_EQ(rewrite(All), All);
}

TEST(ClassicWriter, WithoutAVersionAFileBeginsWithALineEnd) {
  std::string Text = "\n" + behind(OpenJ9, "0x");
  EXPECT_EQ(rewrite(Text), Text);
}

//===----------------------------------------------------------------------===//
// From one form to another
//===----------------------------------------------------------------------===//

TEST(ClassicWriter, SpecToOpenJ9CountsNullsWithoutWritingThem) {
  std::string Text = rewrite(Spec, as(ClassicForm::OpenJ9));
  EXPECT_EQ(behind(Text, "0x"),
            "0x00436E90 [28] OBJ A\n"
            "\t0x00436EB0 \n"
            "0x00436EB0 [44] OBJ [C\n"
            "\t\n"
            "0x00436EE0 [24] OBJ [[I\n"
            "\t\n"
            "0x415319D8 [32] CLS A\n"
            "\t0x00436EE0 0x41530F20 \n"
            "// Breakdown - Classes: 1, Objects: 1, ObjectArrays: 0, "
            "PrimitiveArrays: 2\n"
            "// EOF:  Total 'Objects',Refs(null) : 4,6(3)\n");
  EXPECT_THAT(readText(allReplaced(Text, "J9 2.5", "")).Damages, IsEmpty());
}

TEST(ClassicWriter, OpenJ9ToSpecFindsClassesByName) {
  // The names in the whole dump, collected by a first walk.
  DumpContext Names;
  DumpContext::Builder Build(Names);
  auto In = Source::fromMemory(arrayRefFromStringRef(OpenJ9), "test");
  cantFail(readClassic(*In, Build));
  ClassicWriterOptions Options = as(ClassicForm::Spec);
  Options.Names = &Names;
  std::string Text = rewrite(OpenJ9, Options);
  EXPECT_EQ(behind(Text, "0x"),
            "0x00000000FFE00000 [24] OBJ A\n"
            "\t0x00000000FFE00100 0x00000000FFE00018 \n"
            "0x00000000FFE00018 [40] OBJ [C\n"
            "\t0x0000000000000000 \n" // There is no class with this name.
            "0x00000000FFE00040 [32] OBJ [LA;\n"
            "\t0x0000000000000000 0x00000000FFE00000 0x00000000FFE00000 \n"
            "0x00000000FFE00060 [24] OBJ [[I\n"
            "\t0x0000000000000000 \n"
            "0x00000000FFE00100 [120] CLS A\n"
            "\t0x00000000FFE00040 \n"
            "// Breakdown - Classes: 1, Objects: 1, ObjectArrays: 1, "
            "PrimitiveArrays: 2\n"
            "// EOF:  Total 'Objects',Refs(null) : 5,8(3)\n");
  EXPECT_THAT(readText(Text).Damages, IsEmpty());
}

TEST(ClassicWriter, SpecClassesReferToClassesFirst) {
  std::string Text = writeYaml(
      "--- !hprof\nidSize: 4\n---\n"
      "- strings: [A, B]\n"
      "- heapDump:\n"
      "- referenceClass: {class: 0x10, name: A}\n"
      "- referenceClass: {class: 0x20, name: B, references: [{object: 0x30}, "
      "{}, {object: 0x10}, {object: 0x40}, {object: 0x20}]}\n",
      as(ClassicForm::Spec));
  EXPECT_THAT(Text, HasSubstr("0x00000020 [0] CLS B\n"
                              "\t0x00000010 0x00000020 0x00000030 0x00000000 "
                              "0x00000040 \n"));
}

TEST(ClassicWriter, NamesAndSizesAreFilledIn) {
  std::string Text = writeYaml(
      "--- !hprof\nidSize: 8\n---\n"
      "- strings: [A, \"[I\"]\n"
      "- heapDump:\n"
      "- referenceClass: {class: 0x10, name: A, instanceSize: 24}\n"
      "- referenceClass: {class: 0x18, name: \"[I\"}\n"
      "- referenceObject: {object: 0x20, class: 0x10}\n"
      "- referenceObject: {object: 0x28, class: 0x99}\n"
      "- referenceArray: {object: 0x30, elementClass: 0x10, arrayLength: 5}\n"
      "- referenceArray: {object: 0x38, elementClass: 0x18, arrayLength: "
      "4294967295, elements: [0x30, 0x30, null]}\n"
      "- referenceArray: {object: 0x40, elementClass: 0x99}\n"
      "- primitiveArrayNoData: {object: 0x48, elementType: long, length: 3}\n"
      "- primitiveArray: {object: 0x1000000000, elementType: byte, text: abc}\n"
      "- rootUnknown: {object: 0x40}\n");
  EXPECT_EQ(Text, "\n"
                  "0x0000000000000010 [0] CLS A\n\t\n"
                  "0x0000000000000018 [0] CLS [I\n\t\n"
                  "0x0000000000000020 [24] OBJ A\n\t\n"
                  "0x0000000000000028 [0] OBJ unknown\n\t\n"
                  "0x0000000000000030 [32] OBJ [LA;\n\t\n"
                  "0x0000000000000038 [24] OBJ [[I\n"
                  "\t0x0000000000000030 0x0000000000000030 \n"
                  "0x0000000000000040 [16] OBJ [Lunknown;\n\t\n"
                  "0x0000000000000048 [32] OBJ [J\n\t\n"
                  "0x0000001000000000 [24] OBJ [B\n\t\n"
                  "// Breakdown - Classes: 2, Objects: 2, ObjectArrays: 2, "
                  "PrimitiveArrays: 3\n"
                  "// EOF:  Total 'Objects',Refs(null) : 9,3(1)\n");
  EXPECT_THAT(readText(Text).Damages, IsEmpty());
}

TEST(ClassicWriter, RefusesIdsThatDoNotFit) {
  SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  ClassicWriter Writer(*Out);
  FileHeader H;
  H.IdSize = 4;
  Writer.visit(H);
  ReferenceObject R;
  R.Offset = 77;
  R.Object = 0x123456789;
  EXPECT_TRUE(Writer.wantsMore());
  Writer.visit(R);
  EXPECT_FALSE(Writer.wantsMore());
  EXPECT_EQ(toString(Writer.finish()),
            "offset 0x4d: id 0x123456789 does not fit in the dump's 32 bits");
}

TEST(ClassicWriter, ElementsInPiecesOfAnySize) {
  SmallVector<uint8_t, 0> Elements;
  RecordEncoder Enc(Elements, 4);
  for (uint32_t I = 0; I != 20000; ++I)
    Enc.number(I % 3 ? 0x1000 + I : 0, 4);
  auto Write = [&](size_t Piece) {
    SmallVector<char, 0> Bytes;
    auto Out = Sink::toMemory(Bytes);
    ClassicWriter Writer(*Out, as(ClassicForm::Spec));
    FileHeader H;
    H.IdSize = 4;
    Writer.visit(H);
    ReferenceArray R;
    R.Object = 16;
    R.Length = 20000;
    R.Elements.Size = Elements.size();
    if (!Piece)
      R.Elements = Payload(Elements);
    Writer.visit(R);
    ArrayRef<uint8_t> Rest = Elements;
    for (; Piece && !Rest.empty();
         Rest = Rest.drop_front(std::min(Rest.size(), Piece)))
      Writer.payload(R.Kind, Rest.take_front(Piece));
    // Bytes of a record that have no meaning in this format are not mistaken
    // for elements.
    InstanceDump Other;
    Other.Values.Size = 4;
    Writer.visit(Other);
    Writer.payload(Other.Kind, ArrayRef<uint8_t>(Elements).take_front(4));
    EXPECT_EQ(toString(Writer.finish()), "");
    cantFail(Out->finish());
    return str(Bytes).str();
  };
  std::string Whole = Write(0);
  EXPECT_THAT(Whole, HasSubstr(" 0x00001001 0x00001002 0x00000000 "));
  EXPECT_THAT(Whole, EndsWith("1,20001(6668)\n"));
  for (size_t Piece : {1, 3, 7, 100000})
    EXPECT_EQ(Write(Piece), Whole);
}

//===----------------------------------------------------------------------===//
// Differences, also listed in docs/Formats/IBMClassic.md
//===----------------------------------------------------------------------===//

TEST(ClassicNormalisation, LineEnds) {
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, "\n", "\r\n")), OpenJ9);
}

TEST(ClassicNormalisation, Encoding) {
  SmallString<0> Text;
  ASSERT_FALSE(ConverterEBCDIC::convertToEBCDIC(OpenJ9, Text));
  EXPECT_EQ(rewrite(Text), OpenJ9);
}

TEST(ClassicNormalisation, WrappedLines) {
  EXPECT_EQ(rewrite(allReplaced(Spec, "0x00436EB0 0x00000000 \n",
                                "0x00436EB0 \n0x00000000 ")),
            Spec);
}

TEST(ClassicNormalisation, EmptyLinesAndBlanks) {
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, " \n", "\n\n  ")), OpenJ9);
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, "\t\n", "")), OpenJ9);
}

TEST(ClassicNormalisation, Numbers) {
  std::string Text = allReplaced(Spec, "0x00000000", "0x0");
  Text = allReplaced(Text, "0x4153", "0x04153");
  Text = allReplaced(Text, "0x00436EB0", "0x436eb0");
  EXPECT_EQ(rewrite(allReplaced(Text, "[28]", "[0028]")), Spec);
  EXPECT_EQ(rewrite(allReplaced(Words, "f437c9b4", "FFFFFFFFF437C9B4")), Words);
}

TEST(ClassicNormalisation, Trailers) {
  StringRef Text = OpenJ9;
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, "Objects: 1, ", "Objects: 1, \n")),
            OpenJ9);
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, "Objects: 1,", "Objects: 7,")), OpenJ9);
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, ": 5,9(5)", ": 6,9(5)")), OpenJ9);
  // Data found only in the trailer are kept, unless they contradict the
  // references.
  std::string NoNulls = allReplaced(OpenJ9, "9(5)", "4(0)");
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, "9(5)", "9(4)")), NoNulls);
  EXPECT_EQ(rewrite(Text.take_front(Text.find("// Break"))), NoNulls);
  // A writer that counts arrays of primitive arrays as ObjectArrays is trusted.
  std::string ByElement =
      allReplaced(OpenJ9, "ObjectArrays: 1, PrimitiveArrays: 2",
                  "ObjectArrays: 2, PrimitiveArrays: 1");
  EXPECT_EQ(rewrite(ByElement), ByElement);
}

TEST(ClassicNormalisation, AMissingTrailerIsThatOfTheForm) {
  for (StringRef Text : {OpenJ9, Spec, Jdmpview, Words})
    for (StringRef Line : {"// Breakdown", "// EOF"}) {
      std::string Cut = allReplaced(Text, Line, "//");
      EXPECT_EQ(readText(Cut).Damages.size(), 2u); // The line; no trailer.
      std::string Back = rewrite(Cut);
      EXPECT_THAT(readText(Back).Damages, IsEmpty());
      if (Line == "// Breakdown") {
        EXPECT_EQ(Back, Text);
      }
    }
}

TEST(ClassicWriter, ClassesOfAnotherDumpAreNone) {
  // The address of class A in the first dump does not fit into the second dump.
  std::string First =
      allReplaced(OpenJ9, "0x00000000FFE00100", "0x1234567890123456");
  std::string Second = "// Version: x\n0x00000010 [16] OBJ A\n\t\n";
  std::string Text = rewrite(First + Second, as(ClassicForm::Spec));
  EXPECT_THAT(Text, HasSubstr("0x00000010 [16] OBJ A\n\t0x00000000 \n"));
}

TEST(ClassicNormalisation, UnusableText) {
  EXPECT_EQ(rewrite(allReplaced(OpenJ9, "0x00000000FFE00018 [",
                                "Warning! something\n0x00000000FFE00018 [")),
            OpenJ9);
}

TEST(ClassicNormalisation, Names) {
  std::string Text = writeYaml(
      "--- !hprof\nidSize: 4\n---\n"
      "- strings: [\"a\\nb\", \" c \", \"d 0x10 e\", \"has blanks\"]\n"
      "- producerVersion: {text: \"a\\nb\"}\n"
      "- heapDump:\n"
      "- referenceObject: {object: 0x10, className: \"a\\nb\"}\n"
      "- referenceObject: {object: 0x10, className: \" c \"}\n"
      "- referenceObject: {object: 0x10, className: \"d 0x10 e\"}\n"
      "- referenceObject: {object: 0x10, className: \"has blanks\"}\n");
  EXPECT_THAT(Text, HasSubstr("// Version: a?b\n"));
  for (const char *Name : {"a?b", "_c_", "d_0x10 e", "has blanks"})
    EXPECT_THAT(Text, HasSubstr((Twine(" OBJ ") + Name + "\n").str()));
  EXPECT_THAT(readText(Text).Damages, IsEmpty());
}
