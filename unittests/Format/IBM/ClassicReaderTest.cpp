//===- ClassicReaderTest.cpp - Tests of the classic reader ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassicTestSupport.h"
#include "llvm/Support/ConvertEBCDIC.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::test;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
/// The records of a fragment, whose only damage is the missing trailer.
std::string fragment(StringRef Text) {
  Reading R = readBoth(Text);
  EXPECT_EQ(R.Damages.size(), 1u);
  for (const std::string &D : R.Damages)
    EXPECT_THAT(D, HasSubstr("the dump ends without its trailer"));
  return R.Yaml;
}
} // namespace

TEST(ClassicReader, ReadsWhatOpenJ9Writes) {
  Reading R = readBoth(Small);
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_THAT(R.Header, HasSubstr("idSize: 8"));
  EXPECT_EQ(
      R.Yaml,
      "- classicHeader:\n"
      "- utf8: {id: 0x1, text: \"JRE 1.8.0 Linux amd64-64 (build "
      "1.8.0_232-b09)\"}\n"
      "- producerVersion: {text: \"JRE 1.8.0 Linux amd64-64 (build "
      "1.8.0_232-b09)\"}\n"
      "- utf8: {id: 0x2, text: java/lang/String}\n"
      "- objectSize: {object: 0xffe00000, size: 24}\n"
      "- referenceObject: {object: 0xffe00000, className: java/lang/String, "
      "references: [{object: 0xffe00018}]}\n"
      "- utf8: {id: 0x3, text: \"[C\"}\n"
      "- objectSize: {object: 0xffe00018, size: 40}\n"
      "- primitiveArrayNoData: {object: 0xffe00018, length: 16, elementType: "
      "char}\n"
      "- utf8: {id: 0x4, text: \"[Ljava/lang/String;\"}\n"
      "- objectSize: {object: 0xffe00040, size: 32}\n"
      "- referenceArray: {object: 0xffe00040, className: "
      "\"[Ljava/lang/String;\", arrayLength: 4294967295, elements: "
      "[0xffe00000, 0xffe00000]}\n"
      "- utf8: {id: 0x5, text: \"[[I\"}\n"
      "- objectSize: {object: 0xffe00060, size: 24}\n"
      "- referenceArray: {object: 0xffe00060, className: \"[[I\", arrayLength: "
      "4294967295}\n"
      "- objectSize: {object: 0xffe00100, size: 120}\n"
      "- referenceClass: {class: 0xffe00100, name: java/lang/String, "
      "references: [{object: 0xffe00040}]}\n"
      "- utf8: {id: 0x6, text: int}\n"
      "- objectSize: {object: 0xffe00180, size: 120}\n"
      "- referenceClass: {class: 0xffe00180, name: int}\n"
      "- classicTotals: {classes: 2, objects: 1, objectArrays: 1, "
      "primitiveArrays: 2, references: 9, nulls: 5}\n");
}

//===----------------------------------------------------------------------===//
// The specification's examples, byte for byte
//===----------------------------------------------------------------------===//

TEST(ClassicReader, SpecHeader) {
  Reading R = readBoth("// Version: J2RE 6.0 IBM J9 2.5 Linux x86-32 build "
                       "20081016_024574_lHdRSr\n");
  EXPECT_THAT(R.Yaml, HasSubstr("- classicHeader: {form: 1}\n"));
  EXPECT_THAT(R.Yaml, HasSubstr("- producerVersion: {text: \"J2RE 6.0 IBM J9 "
                                "2.5 Linux x86-32 build "
                                "20081016_024574_lHdRSr\"}\n"));
}

TEST(ClassicReader, SpecString) {
  EXPECT_EQ(fragment("0x00436E90 [28] OBJ java/lang/String\n"
                     "0x415319D8 0x00436EB0\n"
                     "0x00436EB0 [44] OBJ [C\n"
                     "0x41530F20\n"),
            "- classicHeader: {form: 1}\n"
            "- utf8: {id: 0x1, text: java/lang/String}\n"
            "- objectSize: {object: 0x436e90, size: 28}\n"
            "- referenceObject: {object: 0x436e90, class: 0x415319d8, "
            "className: java/lang/String, references: [{object: 0x436eb0}]}\n"
            "- utf8: {id: 0x2, text: \"[C\"}\n"
            "- objectSize: {object: 0x436eb0, size: 44}\n"
            "- arrayClass: {object: 0x436eb0, class: 0x41530f20}\n"
            "- primitiveArrayNoData: {object: 0x436eb0, length: 16, "
            "elementType: char}\n");
}

TEST(ClassicReader, SpecWrappedLinesAndARecordThatRunsOn) {
  EXPECT_EQ(
      fragment(
          "0x004380C0 [108] OBJ [Ljava/util/Hashtable$Entry;\n"
          "0x4158CD80 0x00000000 0x00000000 0x00000000 0x00000000 0x00421660 "
          "0x004381C0 \n"
          "0x00438130 0x00438160 0x00421618 0x00421690 0x00000000 0x00000000 "
          "0x00000000 \n"
          "0x00438178 0x004381A8 0x004381F0 0x00000000 0x004381D8 0x00000000 "
          "0x00438190 \n"
          "0x00000000 0x004216A8 0x00000000 0x00438130 [24] OBJ "
          "java/util/Hashtable$Entry\n"
          "0x4158CB88 0x004219B8 0x004341F0 0x00000000 \n"),
      "- classicHeader: {form: 1}\n"
      "- utf8: {id: 0x1, text: \"[Ljava/util/Hashtable$Entry;\"}\n"
      "- objectSize: {object: 0x4380c0, size: 108}\n"
      "- arrayClass: {object: 0x4380c0, class: 0x4158cd80}\n"
      "- referenceArray: {object: 0x4380c0, className: "
      "\"[Ljava/util/Hashtable$Entry;\", arrayLength: 23, elements: "
      "[null x 4, 0x421660, 0x4381c0, 0x438130, 0x438160, 0x421618, 0x421690, "
      "null, null, null, 0x438178, 0x4381a8, 0x4381f0, null, 0x4381d8, null, "
      "0x438190, "
      "null, 0x4216a8, null]}\n"
      "- utf8: {id: 0x2, text: java/util/Hashtable$Entry}\n"
      "- objectSize: {object: 0x438130, size: 24}\n"
      "- referenceObject: {object: 0x438130, class: 0x4158cb88, className: "
      "java/util/Hashtable$Entry, references: [{object: 0x4219b8}, {object: "
      "0x4341f0}, {}]}\n");
}

TEST(ClassicReader, SpecClasses) {
  EXPECT_EQ(
      fragment("0x41532E68 [32] CLS java/lang/Runnable\n"
               "0x4152F018 0x41532E68 0x00000000 0x00000000 0x00499790\n"),
      "- classicHeader: {form: 1}\n"
      "- utf8: {id: 0x1, text: java/lang/Runnable}\n"
      "- objectSize: {object: 0x41532e68, size: 32}\n"
      "- referenceClass: {class: 0x41532e68, name: java/lang/Runnable, "
      "references: [{object: 0x4152f018}, {object: 0x41532e68}, "
      "{}, {}, {object: 0x499790}]}\n");
}

TEST(ClassicReader, SpecClassOfManyReferences) {
  // The specification omits the first line of this record.
  std::string Yaml = fragment(
      "0x41530000 [168] CLS java/lang/Math\n"
      "0x00000000 0x004206A8 0x00420720 0x00420740 0x00420760 0x00420780 "
      "0x004207B0 \n"
      "0x00421208 0x00421270 0x00421290 0x004212B0 0x004213C8 0x00421458 "
      "0x00421478 \n"
      "0x00000000 0x41589DE0 0x00000000 0x4158B340 0x00000000 0x00000000 "
      "0x00000000 \n"
      "0x4158ACE8 0x00000000 0x4152F018 0x00000000 0x00000000 0x00000000 \n");
  EXPECT_THAT(Yaml, HasSubstr("references: [{}, {object: 0x4206a8}, "));
  EXPECT_EQ(StringRef(Yaml).count("{object: 0x"), 18u); // One is in the size.
  EXPECT_EQ(StringRef(Yaml).count("{}"), 10u);
}

TEST(ClassicReader, SpecTrailer) {
  Reading R = readBoth(
      "// Breakdown - Classes: 321, Objects: 3718, ObjectArrays: 169, \n"
      "PrimitiveArrays: 2141\n"
      "// EOF:  Total 'Objects',Refs(null) : 6349,23240(7282)\n");
  EXPECT_THAT(R.Yaml,
              HasSubstr("- classicTotals: {classes: 321, objects: 3718, "
                        "objectArrays: 169, primitiveArrays: 2141, "
                        "references: 23240, nulls: 7282}\n"));
  EXPECT_THAT(
      R.Damages,
      ElementsAre(
          "bad-value: line 1, column 1: found 0 Classes, the trailer says 321; "
          "found 0 Objects, the trailer says 3718; found 0 ObjectArrays, the "
          "trailer says 169; found 0 PrimitiveArrays, the trailer says 2141",
          "bad-value: line 3, column 1: found 0 records, the trailer says "
          "6349; "
          "found 0 non-null references, the trailer says 23240 minus "
          "7282"));
}

TEST(ClassicReader, SpecGrammarWithItsLineBreaks) {
  // Records and trailers in the form that the document prints.
  Reading R = readBoth("0x00436EB0 [44]\n"
                       "OBJ [C 0x41530F20\n"
                       "0x41530F20 [32]\n"
                       "CLS [C\n"
                       "0x41530F20 0x00000000\n"
                       "\n"
                       "// Breakdown - Classes: 1,\n"
                       "Objects: 0,\n"
                       "ObjectArrays: 0,\n"
                       "PrimitiveArrays: 1\n"
                       "// EOF:  Total 'Objects',Refs(null) :\n"
                       "2,\n"
                       "3\n"
                       "(,1)\n");
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_THAT(R.Yaml,
              HasSubstr("- arrayClass: {object: 0x436eb0, class: 0x41530f20}\n"
                        "- primitiveArrayNoData: {object: 0x436eb0,"));
  EXPECT_THAT(R.Yaml, HasSubstr("references: [{object: 0x41530f20}, {}]}\n"));
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

TEST(ClassicReader, Jdmpview) {
  Reading R = readBoth("// Version: x\r\n"
                       "0x0000000010000000 [24] OBJ A\r\n"
                       "\t0x0000000010000020 \r\n"
                       "0x0000000010000020 [24] OBJ [[I\r\n"
                       "\t0x0 \r\n"
                       "0x0000000010000040 [24] OBJ [I\r\n"
                       "\t\r\n"
                       "// Breakdown - Classes:0, Objects:1, ObjectArrays:1, "
                       "PrimitiveArrays:1\r\n"
                       "// EOF: Total 'Objects',Refs(null) :3,2(1)\r\n");
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_THAT(R.Yaml, HasSubstr("- classicHeader: {form: 2}\n"));
  EXPECT_THAT(R.Yaml, HasSubstr("text: x}\n")); // Without its line end.
  EXPECT_THAT(R.Yaml, HasSubstr("elements: [null]}\n"));
  EXPECT_EQ(StringRef(R.Yaml).count("classicHeader"), 1u);
}

TEST(ClassicReader, JdmpviewSeenLate) {
  std::string Text = "// Version: x\n";
  for (unsigned I = 0; I != 20000; ++I)
    Text += "0x10000000 [24] OBJ A\n\t0x10000000 \n";
  std::string Null = Text + "0x10000000 [24] OBJ A\n\t0x0 \n";
  EXPECT_THAT(readText(Null).Yaml,
              HasSubstr("- classicHeader: {form: 2}\n- objectSize"));
  Text += "// Breakdown - Classes:0, Objects:20000, ObjectArrays:0, "
          "PrimitiveArrays:0\n// EOF: Total 'Objects',Refs(null) :20000,"
          "20000(0)\n";
  Reading R = readText(Text);
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_THAT(R.Yaml, HasSubstr("- classicHeader: {form: 2}\n- classicTotals"));
}

TEST(ClassicReader, TheEndOfTheHeadTellsNothing) {
  // Wherever the first 256 KiB end, a truncated number is not mistaken for a
  // short null.
  for (unsigned Shift = 0; Shift != 20; ++Shift) {
    std::string Text = "// Version: " + std::string(Shift, 'x') + "\n";
    Text += "0x0000000010000000 [16] OBJ A\n\t";
    for (unsigned I = 0; I != 14000; ++I)
      Text += "0x0000000010000000 ";
    EXPECT_EQ(readText(Text).Yaml.substr(0, 17), "- classicHeader:\n") << Shift;
  }
}

TEST(ClassicReader, PrintHeapdump) {
  Reading R =
      readBoth("// Version: J2RE 6.0 Windows XP x86\n"
               "0x00D10798 [304] class [LFoo; [hashcode = 72c272c2]\n"
               "\t0x00CFD6D0 0x00D15A58 \n"
               "0x00CB0010 [16] array of Foo [hashcode = FFFFFFFFA437C9B4]\n"
               "\t0x00CB0040 \n"
               "0x00CB0020 [16] array of [B [hashcode = 0]\n"
               "\t\n"
               "0x00CB0030 [16] bool[] [hashcode = 1]\n"
               "0x00CB0040 [0] unknown class 0xcb0050 [hashcode = 1]\n"
               "\t\n"
               "\n"
               "// Breakdown - Classes: 1, Objects: 1, ObjectArrays: 2, "
               "PrimitiveArrays: 1\n"
               "// EOF:  Total 'Objects',Refs(null) : 5,3(0)\n");
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_THAT(R.Header, HasSubstr("idSize: 4"));
  for (const char *Line :
       {"- classicHeader: {form: 3}\n",
        "- identityHash: {object: 0xd10798, hash: 1925345986}\n",
        "- referenceClass: {class: 0xd10798, name: \"[LFoo;\", references: "
        "[{object: 0xcfd6d0}, {object: 0xd15a58}]}\n",
        "- identityHash: {object: 0xcb0010, hash: 2755119540}\n",
        "- referenceArray: {object: 0xcb0010, className: \"[LFoo;\", ",
        "- referenceArray: {object: 0xcb0020, className: \"[[B\", ",
        "- primitiveArrayNoData: {object: 0xcb0030, length: 4, elementType: "
        "boolean}\n",
        "- referenceObject: {object: 0xcb0040, className: \"unknown class "
        "0xcb0050\"}\n"})
    EXPECT_THAT(R.Yaml, HasSubstr(Line));
}

TEST(ClassicReader, TheFormFollowsFromTheFirstRecords) {
  auto Form = [](StringRef Text) { return readText(Text).Yaml.substr(0, 30); };
  auto IsSpec = testing::StartsWith("- classicHeader: {form: 1}\n");
  auto IsOpenJ9 = testing::StartsWith("- classicHeader:\n");
  EXPECT_THAT(Form("0x00000010 [16] OBJ [I\n\t0x00000020 \n"), IsSpec);
  EXPECT_THAT(Form("0x00000010 [16] OBJ [I\n\t\n"), IsOpenJ9);
  EXPECT_THAT(Form("0x00000010 [16] OBJ A\n\t0x00000020 0x00000000 \n"),
              IsSpec);
  EXPECT_THAT(Form("0x00000010 [16] OBJ A\n\t0x00000020 \n"), IsOpenJ9);
  EXPECT_THAT(Form("// Version: J2RE 5.0 IBM J9 2.3 Linux\n"
                   "0x00000010 [16] OBJ A\n\t0x00000020 \n"),
              IsSpec);
  EXPECT_THAT(Form("// Version: J2RE 6.0 IBM J9 2.6 Linux\n"
                   "0x00000010 [16] OBJ A\n\t0x00000020 \n"),
              IsOpenJ9);
  EXPECT_THAT(Form("// Version: J2RE 5.0 IBM J9 2.3 Linux\n"
                   "0x00000010 [16] OBJ A\n\t\n"),
              IsOpenJ9);
}

TEST(ClassicReader, LineEndsAndBlanksDoNotMatter) {
  Reading Plain = readBoth(Small);
  std::string Dos, Loose = "\n\n";
  for (char C : StringRef(Small))
    C == '\n' ? Dos += "\r\n" : Dos += C;
  for (char C : StringRef(Small))
    C == '\n' ? Loose += " \n \n" : Loose += C;
  for (const std::string &Text : {Dos, replaced(Loose, "b09) ", "b09)")}) {
    Reading R = readBoth(Text);
    EXPECT_THAT(R.Damages, IsEmpty());
    EXPECT_EQ(R.Yaml, Plain.Yaml);
  }
  std::string Lower =
      replaced(Small, "0x00000000FFE00018 [40]", "0x00000000ffe00018\t[040]");
  EXPECT_EQ(readBoth(Lower).Yaml, Plain.Yaml);
}

TEST(ClassicReader, Ebcdic) {
  SmallString<0> Text;
  cantFail(errorCodeToError(ConverterEBCDIC::convertToEBCDIC(Small, Text)));
  Reading Plain = readBoth(Small);
  // z/OS ends lines with NL (0x15), others with LF (0x25).
  for (char LineEnd : {'\x15', '\x25'}) {
    std::string Bytes = Text.str().str();
    for (size_t I = 0; I != Bytes.size(); ++I)
      if (Small[I] == '\n')
        Bytes[I] = LineEnd;
    EXPECT_TRUE(looksLikeClassic(Bytes));
    Reading R = readBoth(Bytes);
    EXPECT_THAT(R.Damages, IsEmpty());
    EXPECT_EQ(R.Yaml, Plain.Yaml);
  }
}

TEST(ClassicReader, DumpsOneBehindTheOther) {
  std::string Second = replaced(Small, "JRE", "XYZ");
  Reading R = readBoth(Small + Second);
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_EQ(R.Yaml, readText(Small).Yaml +
                        R.Header.substr(0, R.Header.find("\n---")) + "\n---\n" +
                        readText(Second).Yaml);
}

// An old version alone does not prove that nulls are listed.
TEST(ClassicReader, NullsThatAnOldVersionLeavesOut) {
  std::string Text = "// Version: J2RE 5.0 IBM J9 2.3 Linux\n"
                     "0x00000010 [16] CLS A\n\t0x00000020 \n"
                     "// Breakdown - Classes: 1, Objects: 0, ObjectArrays: 0, "
                     "PrimitiveArrays: 0\n"
                     "// EOF:  Total 'Objects',Refs(null) : 1,2(1)\n";
  EXPECT_THAT(readBoth(Text).Damages, IsEmpty());
  EXPECT_THAT(readBoth(rewrite(Text)).Damages, IsEmpty());
  EXPECT_THAT(readBoth(replaced(Text, "20 ", "20 0x00000000 ")).Damages,
              IsEmpty());
  EXPECT_THAT(
      readBoth(
          replaced(replaced(Text, "20 ", "20 0x00000000 "), "2(1)", "3(2)"))
          .Damages,
      ElementsAre(HasSubstr("found 1 null references, the trailer says 2")));
}

// The second dump starts without a version and has its own form.
TEST(ClassicReader, ADumpsFormIsNotThatOfTheNext) {
  StringRef First = "// Version: J2RE 6.0 IBM J9 2.6 Linux\n"
                    "0x00000010 [16] OBJ [LA;\n\t\n"
                    "// Breakdown - Classes: 0, Objects: 0, ObjectArrays: 1, "
                    "PrimitiveArrays: 0\n"
                    "// EOF:  Total 'Objects',Refs(null) : 1,0(0)\n";
  StringRef Second = "\n0x00000010 [16] A [hashcode = 1]\n\t\n"
                     "0x00000020 [16] A [hashcode = 2]\n\t\n\n"
                     "// Breakdown - Classes: 0, Objects: 2, ObjectArrays: 0, "
                     "PrimitiveArrays: 0\n"
                     "// EOF:  Total 'Objects',Refs(null) : 2,0(0)\n";
  Reading R = readBoth((First + Second).str());
  EXPECT_THAT(R.Damages, IsEmpty());
  EXPECT_THAT(R.Yaml, testing::StartsWith(readBoth(First).Yaml));
  EXPECT_THAT(R.Yaml, testing::EndsWith(readBoth(Second).Yaml));
}

TEST(ClassicReader, OnlyClassicLooksClassic) {
  EXPECT_TRUE(looksLikeClassic(Small));
  EXPECT_TRUE(looksLikeClassic("\n0x00000010 [16] OBJ A\n"));
  EXPECT_FALSE(looksLikeClassic(""));
  EXPECT_FALSE(looksLikeClassic("0x00000010 0x00000010\n"));
  EXPECT_FALSE(looksLikeClassic("JAVA PROFILE 1.0.1, created"));
  EXPECT_THAT(readText("hello\nworld").Damages,
              ElementsAre("error: offset 0x0: expected '// Version:' or "
                          "'0xADDRESS [size] type', found text"));
}
