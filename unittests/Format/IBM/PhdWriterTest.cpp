//===- PhdWriterTest.cpp - Tests of writing portable heap dumps -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/PhdWriter.h"
#include "Format/RecordLog.h"
#include "PhdBytes.h"
#include "hprof/Format/IBM/PhdReader.h"
#include "hprof/Format/Yaml/YamlReader.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// The output for a stream given as YAML, or the error.
std::string write(StringRef Yaml, unsigned IdSize = 8, size_t Window = 0) {
  std::string Text =
      "--- !hprof\nversion: \"\"\nidSize: " + std::to_string(IdSize) +
      "\n---\n" + Yaml.str();
  SmallVector<char, 0> Bytes;
  auto Out = Sink::toMemory(Bytes);
  PhdWriter Writer(*Out);
  auto In = Source::fromMemory(arrayRefFromStringRef(Text), "test", Window);
  if (Error E = readYaml(*In, Writer))
    return toString(std::move(E));
  if (Error E = Writer.finish())
    return toString(std::move(E));
  cantFail(Out->finish());
  return {Bytes.begin(), Bytes.end()};
}

/// The records after the header of the output, in hex.
std::string body(StringRef Yaml, uint32_t Version = 6, uint32_t Flags = 5) {
  std::string Head = "- phdHeader: {version: " + std::to_string(Version) +
                     ", flags: " + std::to_string(Flags) + "}\n";
  std::string File = write(Head + Yaml.str(), Flags & 1 ? 8 : 4);
  StringRef Rest = File;
  if (!Rest.consume_front(PhdBytes(Version, Flags).Bytes) ||
      !Rest.consume_back("\3"))
    return File;
  return toHex(Rest, /*LowerCase=*/true);
}

std::string hexOf(const PhdBytes &B) { return toHex(B.Bytes, true); }

TEST(PhdWriter, MakesAHeaderOfItsOwn) {
  PhdBytes Tags;
  Tags.u1(4).text("");
  EXPECT_EQ(write(""), PhdBytes(6, 5, Tags.Bytes).end());
  EXPECT_EQ(write("", 4), PhdBytes(6, 4, Tags.Bytes).end());
  Tags = PhdBytes();
  Tags.u1(4).text("J9");
  EXPECT_EQ(write("- strings: [J9]\n- producerVersion: {text: J9}\n"),
            PhdBytes(6, 5, Tags.Bytes).end());
}

TEST(PhdWriter, KeepsTheTagsOfAHeader) {
  PhdBytes Tags;
  Tags.u1(3).u4(1).u4(2).u1(4).text("x").u1(1).u4(3).u4(4);
  EXPECT_EQ(write("- strings: [x]\n- phdHeader: {version: 4, flags: 2}\n"
                  "- phdHashRandoms: {first: 1, second: 2}\n"
                  "- producerVersion: {text: x}\n"
                  "- phdTotals: {objects: 3, references: 4}\n",
                  4),
            PhdBytes(4, 2, Tags.Bytes).end());
  EXPECT_EQ(write("- phdHeader: {version: 6, flags: 5}\n"),
            PhdBytes(6, 5).end());
}

std::string object(uint64_t Address, uint64_t Class,
                   ArrayRef<uint64_t> References = {}) {
  std::string Text = "- referenceObject: {object: " + std::to_string(Address) +
                     ", class: " + std::to_string(Class) + ", references: [";
  for (uint64_t R : References)
    Text += "{object: " + std::to_string(R) + "}, ";
  return Text + "]}\n";
}

TEST(PhdWriter, ChoosesShortMediumAndLongAsTheVmDoes) {
  // The cache starts empty. After that, three references fit into a short
  // record, four into a medium one.
  PhdBytes B;
  B.u1(0x40).u1(4).u8(0x1000);
  B.u1(0x80 | 3 << 3).u1(1).u1(-1).u1(0).u1(1);
  B.u1(0x40 | 4 << 3).u1(1).u8(0x1000).u1(1).u1(1).u1(1).u1(1);
  B.u1(4).u1(1).u1(1).u8(0x1000).u4(8);
  for (unsigned I = 0; I != 8; ++I)
    B.u1(1);
  EXPECT_EQ(body(object(16, 0x1000) + object(20, 0x1000, {16, 20, 24}) +
                 object(24, 0x1000, {28, 28, 28, 28}) +
                 object(28, 0x1000, {32, 32, 32, 32, 32, 32, 32, 32})),
            hexOf(B));
}

TEST(PhdWriter, ChoosesTheSizesOfGapsAndOffsetsAsTheVmDoes) {
  // Gaps use the whole signed range; the width of offsets is that of the larger
  // magnitude, so that -128 takes two bytes.
  PhdBytes B;
  B.u1(0x40).u1(127).u8(0x1000);
  B.u1(0x80 | 4).u2(128);
  B.u1(0x80).u1(-128);
  B.u1(4).u1(0x81).u4(32768).u8(0x1000).u4(0);
  B.u1(0x84).u2(-32768);
  B.u1(4).u1(0xc1).u8(0x80000000).u8(0x1000).u4(0);
  uint64_t At = 127;
  std::string Text = object(4 * At, 0x1000);
  for (int64_t Gap : {128L, -128L, 32768L, -32768L, 0x80000000L})
    Text += object(4 * (At += uint64_t(Gap)), 0x1000);
  EXPECT_EQ(body(Text), hexOf(B));

  auto OffsetsOf = [](int64_t First, int64_t Second) {
    uint64_t At = uint64_t(1) << 40;
    PhdBytes B;
    std::string Text = body(object(
        At, 0x1000, {At + 4 * uint64_t(First), At + 4 * uint64_t(Second)}));
    // The references follow the tag, flags, gap, class and count.
    return Text.substr(2, 2) + " " + Text.substr(2 * (1 + 1 + 8 + 8 + 4));
  };
  EXPECT_EQ(OffsetsOf(127, -127), "c1 7f81");
  EXPECT_EQ(OffsetsOf(0, -128), "d1 0000ff80");
  EXPECT_EQ(OffsetsOf(-1, 128), "d1 ffff0080");
  EXPECT_EQ(OffsetsOf(-32768, 1), "e1 ffff800000000001");
  EXPECT_EQ(OffsetsOf(INT32_MAX, 1), "e1 7fffffff00000001");
  EXPECT_EQ(OffsetsOf(int64_t(INT32_MAX) + 1, 1),
            "f1 00000000800000000000000000000001");
}

TEST(PhdWriter, DistancesOf32BitsWrap) {
  PhdBytes B;
  B.u1(0x40 | 1 << 3).u1(-4).u4(0x20).u1(8);
  EXPECT_EQ(body(object(0xfffffff0, 0x20, {0x10}), 6, 4), hexOf(B));
}

TEST(PhdWriter, TakesTheFirstOfEqualCacheEntries) {
  PhdBytes B;
  B.u1(0x40).u1(2).u8(0x1000); // Distant references require medium records.
  for (unsigned I = 0; I != 3; ++I)
    B.u1(0x40 | 4 << 3).u1(2).u8(0x1000 * (I == 1 ? 2 : 1)).u4(0);
  B.u1(0x80).u1(2);
  B.u1(0x80 | 2 << 5).u1(2);
  std::string Text = object(8, 0x1000);
  for (unsigned I = 0; I != 3; ++I) {
    uint64_t At = 16 + 8 * I;
    Text += object(At, 0x1000 * (I == 1 ? 2 : 1), {At, At, At, At});
  }
  EXPECT_EQ(body(Text + object(40, 0x1000) + object(48, 0x2000)), hexOf(B));
}

TEST(PhdWriter, HashesMakeLongRecords) {
  PhdBytes B;
  B.u1(4).u1(3).u1(2).u8(0x1000).u4(9).u4(0);
  B.u1(7).u1(6 << 5 | 2).u1(2).u1(3).u4(8).u4(10);
  B.u1(7).u1(6 << 5 | 0x12).u8(2).u8(128).u4(7).u4(134);
  B.u1(8).u1(3).u1(2).u8(0x1000).u4(6).u4(0).u4(0).u4(6);
  B.u1(6).u1(8).u1(2).u4(16).u4(0).u8(0).text("A").u4(0);
  EXPECT_EQ(body("- identityHash: {object: 8, hash: 9}\n" + object(8, 0x1000) +
                 "- identityHash: {object: 16, hash: 8}\n"
                 "- primitiveArrayNoData: {object: 16, length: 3, "
                 "elementType: int}\n"
                 "- identityHash: {object: 24, hash: 7}\n"
                 "- primitiveArrayNoData: {object: 24, length: 128, "
                 "elementType: int}\n"
                 "- identityHash: {object: 32, hash: 6}\n"
                 "- referenceArray: {object: 32, elementClass: 0x1000, "
                 "arrayLength: 0}\n"
                 "- strings: [A]\n"
                 "- identityHash: {object: 40, hash: 0}\n"
                 "- referenceClass: {class: 40, name: A, instanceSize: 16}\n"),
            hexOf(B));
}

TEST(PhdWriter, OldDumpsHashAll) {
  PhdBytes B;
  B.u1(0x40).u1(2).u4(0x1000).u2(0x1234);
  B.u1(0x80).u1(2).u2(0);
  B.u1(0x20 | 4 << 2).u1(2).u1(1).u2(1);
  EXPECT_EQ(body("- identityHash: {object: 8, hash: 0x12341234}\n" +
                     object(8, 0x1000) + object(16, 0x1000) +
                     "- identityHash: {object: 24, hash: 0x00010001}\n"
                     "- primitiveArrayNoData: {object: 24, length: 1, "
                     "elementType: byte}\n",
                 5, 6),
            hexOf(B));
}

TEST(PhdWriter, IgnoresWhatIsToldOfAnother) {
  PhdBytes B;
  B.u1(0x40).u1(2).u8(0x1000);
  B.u1(0x20).u1(2).u1(1).u4(8);
  EXPECT_EQ(body("- identityHash: {object: 16, hash: 9}\n"
                 "- objectSize: {object: 16, size: 1000}\n" +
                 object(8, 0x1000) +
                 "- primitiveArrayNoData: {object: 16, length: 1, "
                 "elementType: boolean}\n"),
            hexOf(B));
}

TEST(PhdWriter, ArraysGoBackwardsWithoutNulls) {
  PhdBytes B;
  B.u1(8).u1(0x11).u1(2).u8(0x1000).u4(2).u2(300).u2(-1).u4(4).u4(14);
  EXPECT_EQ(body("- referenceArray: {object: 8, elementClass: 0x1000, "
                 "arrayLength: 4, elements: [4, 0, 1208]}\n"),
            hexOf(B));
  B = PhdBytes();
  B.u1(8).u1(1).u1(2).u8(0x1000).u4(1).u1(0).u4(1).u4(8);
  EXPECT_EQ(body("- objectSize: {object: 8, size: 32}\n"
                 "- referenceArray: {object: 8, elementClass: 0x1000, "
                 "arrayLength: 0xffffffff, elements: [8]}\n"),
            hexOf(B));
}

TEST(PhdWriter, WantsClassesByTheirAddresses) {
  EXPECT_EQ(write("- strings: [B]\n"
                  "- referenceObject: {object: 0x30, className: B}\n"),
            "offset 0x22: 0x30: its class is given only by name, 'B', and not "
            "by address");
  EXPECT_EQ(write("- strings: [\"[LB;\"]\n"
                  "- referenceArray: {object: 0x30, className: \"[LB;\", "
                  "arrayLength: 0}\n"),
            "offset 0x22: 0x30: its class is given only by name, '[LB;', and "
            "not by address");
}

TEST(PhdWriter, TellsWhatDoesNotFit) {
  auto Fault = [](StringRef Yaml, unsigned IdSize = 8) {
    std::string Text =
        write("- phdHeader: {version: 6, flags: " +
                  std::to_string(IdSize == 8 ? 5 : 4) + "}\n" + Yaml.str(),
              8);
    StringRef Rest = Text;
    Rest.consume_front("offset 0x1f: ");
    return Rest.str();
  };
  EXPECT_EQ(Fault(object(0x1002, 0x20)),
            "the address 0x1002 is not a multiple of 4, as this dump requires");
  EXPECT_EQ(Fault(object(0x1000, 0x20, {0x1003})),
            "0x1000: the reference to 0x1003 is not a multiple of 4");
  EXPECT_EQ(Fault(object(0x100000000, 0x20), 4),
            "0x100000000: the address 0x100000000 does not fit in the dump's "
            "4-byte words");
  EXPECT_EQ(Fault(object(0x1000, 0x100000000), 4),
            "0x1000: the address 0x100000000 does not fit in the dump's 4-byte "
            "words");
  EXPECT_EQ(Fault(object(0x1000, 0x20, {0x100000000}), 4),
            "0x1000: the address 0x100000000 does not fit in the dump's 4-byte "
            "words");
  EXPECT_EQ(Fault("- objectSize: {object: 8, size: 17}\n"
                  "- primitiveArrayNoData: {object: 8, elementType: int}\n"),
            "0x8: the size 17 is not a multiple of 4");
  EXPECT_EQ(Fault("- objectSize: {object: 8, size: 0x400000000}\n"
                  "- primitiveArrayNoData: {object: 8, elementType: int}\n"),
            "0x8: the size 17179869184 is above 16 GiB");
  EXPECT_EQ(Fault("- primitiveArrayNoData: {object: 8, length: 0x80000000, "
                  "elementType: int}\n"),
            "0x8: an array of 2147483648 elements, more than Java allows");
  EXPECT_EQ(Fault("- primitiveArrayNoData: {object: 8, elementType: object}\n"),
            "0x8: an array of a non-primitive type");
  EXPECT_EQ(Fault("- referenceArray: {object: 8, elementClass: 32, "
                  "arrayLength: 1, elements: [8, 8]}\n"),
            "array 0x8 of 1 elements has 2 references");
  EXPECT_EQ(Fault("- referenceClass: {class: 8, name: 77}\n"),
            "class 0x8: no string has the id 0x4d");
  EXPECT_EQ(Fault("- utf8: {id: 5, text: " + std::string(65536, 'x') +
                  "}\n- referenceClass: {class: 8, name: 5}\n"),
            "class 0x8: a name of 65536 bytes, more than 65535");
  EXPECT_EQ(write("- phdHeader: {version: 5, flags: 6}\n"
                  "- identityHash: {object: 8, hash: 5}\n" +
                      object(8, 32),
                  4),
            "offset 0x1f: 0x8: the hash 0x5 is not two copies of 15 bits, as "
            "required with flags 6");
  EXPECT_EQ(write("- phdHeader: {version: 4, flags: 0}\n" + object(12, 32), 4),
            "offset 0x1f: the address 0xc is not a multiple of 8, as this dump "
            "requires");
  EXPECT_EQ(write("- phdHeader: {version: 7, flags: 0}\n"),
            "offset 0x0: PHD HEADER: version 7, expected 4, 5 or 6");
  EXPECT_EQ(Fault(object(8, 32) + "- phdTotals: {objects: 1}\n"),
            "offset 0x29: a header record comes after the first object");
  EXPECT_EQ(write("--- !hprof\nidSize: 8\n---\n- heapDump\n"),
            "offset 0x0: a portable heap dump can hold only one dump, found a "
            "second");
}

TEST(PhdWriter, LeavesOutALengthThatSomeBuildsMisread) {
  // Existing readers expect two ints after size code 3; a long record has
  // words.
  PhdBytes Tags, B;
  std::string Head = PhdBytes(5, 5, Tags.u1(4).text("x0917").Bytes).Bytes;
  B.u1(7).u1(0x10 | 4 << 5).u8(0x100000000).u8(5);
  EXPECT_EQ(write("- strings: [x0917]\n- phdHeader: {version: 5, flags: 5}\n"
                  "- producerVersion: {text: x0917}\n"
                  "- primitiveArrayNoData: {object: 0x400000000, length: 5, "
                  "elementType: byte}\n"),
            Head + B.end());
}

} // namespace
