//===- ClassicDamageTest.cpp - Damaged and huge classic dumps -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassicTestSupport.h"
#include "llvm/Support/Endian.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace hprof::test;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ClassicDamage, WrongTrailers) {
  EXPECT_THAT(readBoth(replaced(Small, "Objects: 1,", "Objects: 2,")).Damages,
              ElementsAre("bad-value: line 14, column 1: found 1 Objects, the "
                          "trailer says 2"));
  EXPECT_THAT(readBoth(replaced(Small, ": 6,", ": 7,")).Damages,
              ElementsAre("bad-value: line 15, column 1: found 6 records, the "
                          "trailer says 7"));
  EXPECT_THAT(readBoth(replaced(Small, "9(5)", "9(4)")).Damages,
              ElementsAre("bad-value: line 15, column 1: found 4 non-null "
                          "references, the trailer says 9 minus 4"));
  EXPECT_THAT(readBoth(replaced(Small, "9(5)", "5(9)")).Damages,
              ElementsAre("bad-value: line 15, column 1: the trailer says 9 "
                          "nulls among 5 references"));
  // An array of arrays of ints may be counted as either kind.
  EXPECT_THAT(readBoth(replaced(Small, "ObjectArrays: 1, PrimitiveArrays: 2",
                                "ObjectArrays: 2, PrimitiveArrays: 1"))
                  .Damages,
              IsEmpty());
  EXPECT_THAT(
      readBoth(replaced(Small, "PrimitiveArrays: 2", "PrimitiveArrays: 3"))
          .Damages,
      ElementsAre(HasSubstr("found 2 PrimitiveArrays, the trailer "
                            "says 3")));
  StringRef Text = Small;
  EXPECT_THAT(readBoth(Text.take_front(Text.find("// EOF"))).Damages,
              ElementsAre("missing-end: line 15, column 1: the dump ends "
                          "without its trailer '// EOF:'"));
  EXPECT_THAT(readBoth(replaced(Small, "Refs(null)", "Refs")).Damages,
              ElementsAre("bad-text: line 15, column 1: expected '// EOF:  "
                          "Total 'Objects',Refs(null) : N,N(N)', found '// EOF:"
                          "  Total 'Objects',Refs : 6,9(5)'",
                          HasSubstr("missing-end")));
}

TEST(ClassicDamage, UnknownLinesAreToldOnceAndSkipped) {
  std::string Bad =
      replaced(Small, "0x00000000FFE00018 [40]",
               "Warning! bad\n\x01odd\n? 0x00000000FFE00018 [40]");
  Reading R = readBoth(Bad);
  EXPECT_THAT(R.Damages,
              ElementsAre("bad-text: line 4, column 1: expected a record, "
                          "references or a trailer, found 'Warning! bad'; "
                          "skipped 3 lines",
                          HasSubstr("found 1 PrimitiveArrays"),
                          HasSubstr("found 5 records")));
  EXPECT_THAT(R.Yaml, HasSubstr("- referenceArray: {object: 0xffe00040"));
}

TEST(ClassicDamage, ReferencesOfWhatWasNotReadGoWithIt) {
  Reading R = readBoth(replaced(Small, "0x00000000FFE00040 [32] OBJ",
                                "0x00000000FFE00040 [32 OBJ"));
  EXPECT_THAT(R.Damages[0],
              HasSubstr("line 6, column 1: expected '0xADDRESS [size] type', "
                        "found '0x00000000FFE00040 [32 OBJ [Ljava/lang/S...'; "
                        "skipped 2 lines"));
  EXPECT_EQ(StringRef(R.Yaml).count("0xffe00000"), 2u);
}

TEST(ClassicDamage, NumbersThatDoNotFit) {
  EXPECT_THAT(
      readBoth("0x00000010 [16] OBJ A\n\t0x123456789 0x00000010 \n"
               "0x100000010 [16] OBJ B\n\t0x00000010\n")
          .Damages,
      ElementsAre("bad-value: line 2, column 2: the address "
                  "0x123456789 does not fit in the dump's 32 bits",
                  "bad-value: line 3, column 1: the address "
                  "0x100000010 does not fit in the dump's 32 bits",
                  HasSubstr("line 4, column 2: expected a record before "
                            "its references, found '0x00000010'"),
                  HasSubstr("missing-end")));
  Reading R = readBoth("0x10000000000000000 [16] OBJ A\n"
                       "0x0000000000000010 [18446744073709551616] OBJ A\n");
  EXPECT_THAT(
      R.Damages,
      ElementsAre(HasSubstr("line 1, column 1: the address "
                            "0x10000000000000000 does not fit"),
                  "bad-value: line 2, column 1: the size of this record "
                  "does not fit in 64 bits",
                  HasSubstr("missing-end")));
  EXPECT_THAT(R.Yaml, HasSubstr("- referenceObject: {object: 0x10, "));
  EXPECT_EQ(StringRef(R.Yaml).count("objectSize"), 0u);
}

TEST(ClassicDamage, PrimitivesHaveNoReferences) {
  Reading R = readBoth("0x00000010 [16] OBJ [I\n\t\n"
                       "0x00000020 [16] OBJ [I\n\t0x00000010 0x00000010 \n");
  EXPECT_THAT(
      R.Damages[0],
      HasSubstr(
          "line 4, column 2: a primitive array cannot contain references"));
  EXPECT_EQ(R.Damages.size(), 2u);
}

TEST(ClassicDamage, KeywordsAreForAllOrNone) {
  // Damage to the first record does not change the form.
  EXPECT_THAT(readBoth(replaced(Small, "OBJ", "0BJ")).Damages[0],
              HasSubstr("line 2, column 1: expected OBJ or CLS"));
  EXPECT_THAT(readBoth("0x00000010 [16] A\n0x00000020 [16] OBJ A 0x00000010\n"
                       "0x00000030 [16] A\n")
                  .Damages[0],
              HasSubstr("line 2, column 1: expected a type without OBJ or CLS, "
                        "as in other records, found '0x00000020 [16] OBJ "
                        "A 0x00000010'"));
  Reading R = readBoth("0x00000010 [16] OBJ A\n0x00000020 [16] B\n\t0x10\n");
  EXPECT_THAT(R.Damages[0],
              HasSubstr("line 2, column 1: expected OBJ or CLS after the size, "
                        "found '0x00000020 [16] B'; skipped 2 lines"));
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

TEST(ClassicDamage, ReferencesOfALongLineComeInChunks) {
  constexpr uint32_t Many = 300000;
  std::string Text = "0x00000010 [1200016] OBJ [LA;\n\t";
  for (uint32_t I = 0; I != Many; ++I)
    (Text += "0x") += utohexstr(0x10000000 + I) + " ";
  Text += "\n// Breakdown - Classes: 0, Objects: 0, ObjectArrays: 1, "
          "PrimitiveArrays: 0\n// EOF:  Total 'Objects',Refs(null) : "
          "1,300000(0)\n";
  struct Summer : RecordVisitor {
    using RecordVisitor::visit;
    uint64_t Length = 0, Size = 0, Sum = 0, Chunks = 0;
    SmallVector<uint8_t, 0> Bytes;
    void visit(const ReferenceArray &R) override {
      Length = R.Length;
      Size = R.Elements.Size;
      EXPECT_FALSE(R.Elements.isWhole());
    }
    void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
      ++Chunks;
      Bytes.append(Chunk.begin(), Chunk.end());
    }
  };
  for (size_t Window : {0, 4096}) {
    Summer V;
    auto In = Source::fromMemory(arrayRefFromStringRef(Text), "test", Window);
    ClassicReaderOptions Options;
    Options.OnDamage = [](const Damage &D) { ADD_FAILURE() << D.What; };
    EXPECT_EQ(toString(readClassic(*In, V, Options)), "");
    EXPECT_EQ(V.Length, Many);
    EXPECT_EQ(V.Size, uint64_t(4) * Many);
    EXPECT_EQ(V.Chunks, 2u);
    ASSERT_EQ(V.Bytes.size(), V.Size);
    for (uint32_t I = 0; I < Many; I += 999)
      EXPECT_EQ(support::endian::read32be(&V.Bytes[size_t(4) * I]),
                0x10000000 + I);
  }
}

TEST(ClassicDamage, ReferencesAreBounded) {
  ClassicReaderOptions Options;
  Options.MaxReferences = Options.MaxArrayReferences = 2;
  Reading R = readText("0x00000010 [16] OBJ A\n\t0x01 0x02 0x03 0x04\n"
                       "0x00000020 [16] OBJ [LA;\n\t0x01 0x02 0x03\n",
                       0, Options);
  EXPECT_THAT(R.Damages,
              ElementsAre(HasSubstr("line 2, column 12: more than 2 references "
                                    "in one object; skipped the rest"),
                          HasSubstr("line 4, column 12: more than 2"),
                          HasSubstr("missing-end")));
  EXPECT_THAT(R.Yaml, HasSubstr("[{object: 0x1}, {object: 0x2}]}"));
  EXPECT_THAT(R.Yaml, HasSubstr("elements: [0x1, 0x2]"));
}

TEST(ClassicDamage, LinesOfAnyLengthAreSurvived) {
  std::string Long(400 << 10, 'x');
  std::string Text =
      replaced(Small, "0x00000000FFE00018 [40] OBJ [C",
               "0x00000000FFE00018 [40] OBJ " + Long + "\n" + Long);
  for (size_t Window : {0, 4096}) {
    Reading R = readText(Text, Window);
    EXPECT_THAT(R.Damages[0], HasSubstr("skipped 2 lines"));
    EXPECT_THAT(R.Yaml, HasSubstr("- referenceArray: {object: 0xffe00040"));
  }
  EXPECT_THAT(
      readText("// Version: " + Long + "\n0x00000010 [16] OBJ A\n").Damages[0],
      HasSubstr("expected a shorter version"));
  std::string Digits = "0x" + Long;
  std::fill(Digits.begin() + 2, Digits.end(), '0');
  EXPECT_THAT(readText("0x00000010 [16] OBJ A\n" + Digits + "\n").Damages[0],
              HasSubstr("line 2, column 1: expected an address"));
}

TEST(ClassicDamage, SlowEveryCutIsSurvived) {
  StringRef Text = Small;
  for (size_t Size = 1; Size != Text.size(); ++Size) {
    Reading R = readText(Text.take_front(Size));
    EXPECT_EQ(R.Yaml, readText(Text.take_front(Size), 7).Yaml);
    if (Size + 1 < Text.size()) {
      EXPECT_FALSE(R.Damages.empty()) << Size;
    }
  }
}

TEST(ClassicDamage, SlowEveryFlippedByteIsSurvived) {
  for (size_t I = 0; I != strlen(Small); ++I)
    for (uint8_t Mask : {0x01, 0x10, 0x80, 0xff}) {
      std::string Bad = Small;
      Bad[I] ^= char(Mask);
      Reading R = readText(Bad);
      Reading Parts = readText(Bad, 7);
      EXPECT_EQ(R.Yaml, Parts.Yaml);
      EXPECT_EQ(R.Damages, Parts.Damages);
    }
}
