//===- PhdReaderTest.cpp - Tests of reading portable heap dumps -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/PhdReader.h"
#include "Format/RecordLog.h"
#include "PhdBytes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {

/// The result of reading a file: records, damage, error.
struct Outcome {
  std::string Records, Damage, Error;
};

Outcome readFile(StringRef File, size_t Window = 0,
                 PhdReaderOptions Options = {}) {
  Outcome R;
  RecordLog Log;
  Options.OnDamage = [&](const Damage &D) {
    R.Damage += std::to_string(D.Offset) + " " + errcName(D.Code) + ": " +
                D.What + "\n";
  };
  auto In = Source::fromMemory(arrayRefFromStringRef(File), "test", Window);
  R.Error = toString(readPhd(*In, Log, Options));
  R.Records = Log.Text;
  return R;
}

/// Reads \p File in several ways, which must agree and find no fault, and
/// returns the records after the header.
std::string records(StringRef File) {
  Outcome Mapped = readFile(File);
  EXPECT_EQ(Mapped.Error, "");
  EXPECT_EQ(Mapped.Damage, "");
  PhdReaderOptions Small;
  Small.MaxWhole = 8;
  for (size_t Window : {1, 3, 7, 100}) {
    EXPECT_EQ(readFile(File, Window).Records, Mapped.Records);
    EXPECT_EQ(readFile(File, Window, Small).Records, Mapped.Records);
  }
  StringRef Rest = Mapped.Records;
  for (unsigned Header = 0; Header != 2; ++Header)
    Rest = Rest.drop_front(1).drop_until([](char C) { return C == '\n'; });
  return Rest.str();
}

PhdBytes v6() { return PhdBytes(6, 5); }

TEST(PhdReader, TellsItsHeader) {
  PhdBytes Tags;
  Tags.u1(4).text("J9 2.6").u1(1).u4(10).u4(20).u1(3).u4(0x1234).u4(0x5678);
  Outcome R = readFile(PhdBytes(4, 0, Tags.Bytes).end());
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Damage, "");
  EXPECT_EQ(R.Records, "\nFileHeader '' 4"
                       "\nPhdHeader Version=4"
                       "\nUtf8 Id=1 6:4a3920322e36"
                       "\nProducerVersion Text=1"
                       "\nPhdTotals Objects=A References=14"
                       "\nPhdHashRandoms First=1234 Second=5678");
  EXPECT_EQ(readFile(PhdBytes(6, 5).end()).Records,
            "\nFileHeader '' 8\nPhdHeader Version=6 Flags=5");
}

TEST(PhdReader, CountsGapsInTheUnitsOfTheVersion) {
  auto OneObject = [](uint32_t Version, uint32_t Flags) {
    PhdBytes File(Version, Flags);
    // A medium object without references, two units after address 0.
    return records(File.u1(0x40).u1(2).u4(0x30).end());
  };
  EXPECT_EQ(OneObject(4, 0), "\nReferenceObject Object=10 Class=30 []");
  EXPECT_EQ(OneObject(4, 4), "\nReferenceObject Object=8 Class=30 []");
  EXPECT_EQ(OneObject(5, 0), "\nReferenceObject Object=8 Class=30 []");
  EXPECT_EQ(OneObject(5, 4), "\nReferenceObject Object=8 Class=30 []");
  EXPECT_EQ(OneObject(6, 0), "\nReferenceObject Object=10 Class=30 []");
  EXPECT_EQ(OneObject(6, 4), "\nReferenceObject Object=8 Class=30 []");
}

TEST(PhdReader, ReadsLongMediumAndShortObjects) {
  PhdBytes File = v6();
  // Long: gap of 4 bytes, offsets of 2, hashed.
  File.u1(4).u1(0x93).u4(0x10000000).u8(0x7000).u4(0xcafe).u4(2);
  File.u2(1).u2(0xffff);
  // Medium: gap of 2 bytes, 4 offsets of 1.
  File.u1(0x40 | 4 << 3 | 1 << 2).u2(0x100).u8(0x8000);
  File.u1(1).u1(0x80).u1(0).u1(0x7f);
  // Short: cache entry 1, 3 offsets of 8 bytes each, negative gap.
  File.u1(0x80 | 1 << 5 | 3 << 3 | 3).u1(0xff);
  File.u8(1).u8(-1).u8(0x100000000);
  EXPECT_EQ(records(File.end()),
            "\nIdentityHash Object=40000000 Hash=CAFE"
            "\nReferenceObject Object=40000000 Class=7000 "
            "[{ Object=40000004 }{ Object=3FFFFFFC }]"
            "\nReferenceObject Object=40000400 Class=8000 "
            "[{ Object=40000404 }{ Object=40000200 }{ Object=40000400 }"
            "{ Object=400005FC }]"
            "\nReferenceObject Object=400003FC Class=8000 "
            "[{ Object=40000400 }{ Object=400003F8 }{ Object=4400003FC }]");
}

TEST(PhdReader, TurnsItsClassCacheRound) {
  PhdBytes File = v6();
  // The class of the first object is in the cache twice; the fifth class
  // replaces the first.
  for (unsigned Class : {0x100, 0x100, 0x200, 0x300, 0x400})
    File.u1(0x40).u1(2).u8(Class);
  for (unsigned Index = 0; Index != 4; ++Index)
    File.u1(0x80 | Index << 5).u1(2);
  std::string Found = records(File.end());
  std::string Last4;
  for (unsigned I = 0; I != 4; ++I)
    Last4 += "\nReferenceObject Object=" + utohexstr(8 * (6 + I)) +
             " Class=" + utohexstr(I ? 0x100 * I : 0x400) + " []";
  EXPECT_TRUE(StringRef(Found).ends_with(Last4)) << Found;
}

TEST(PhdReader, LongObjectsFillTheClassCacheAndOthersDoNot) {
  PhdBytes File = v6();
  File.u1(4).u1(1).u1(2).u8(0x100).u4(0);                 // long
  File.u1(8).u1(1).u1(2).u8(0x200).u4(0).u4(0).u4(6);     // array
  File.u1(6).u1(0).u1(2).u4(8).u8(0x300).text("C").u4(0); // class
  File.u1(0x80).u1(2);
  EXPECT_TRUE(StringRef(records(File.end()))
                  .ends_with("ReferenceObject Object=20 Class=100 []"));
}

TEST(PhdReader, AddressesOf32BitsWrap) {
  PhdBytes File(6, 4);
  File.u1(4).u1(0x81).u4(-4).u4(0x20).u4(0); // 16 bytes below 4 GiB
  File.u1(0x80 | 2 << 3).u1(8).u1(-8).u1(1);
  EXPECT_EQ(records(File.end()), "\nReferenceObject Object=FFFFFFF0 Class=20 []"
                                 "\nReferenceObject Object=10 Class=20 "
                                 "[{ Object=FFFFFFF0 }{ Object=14 }]");
}

TEST(PhdReader, TurnsArraysRound) {
  PhdBytes File = v6();
  File.u1(8).u1(0x13).u1(4).u8(0x30).u4(7).u4(3);
  File.u2(300).u2(2).u2(1).u4(5).u4(10);
  File.u1(5).u1(0).u1(4).u8(0x30).u4(1).u1(1).u4(6); // A size, but no length.
  EXPECT_EQ(records(File.end()),
            "\nIdentityHash Object=10 Hash=7"
            "\nObjectSize Object=10 Size=28"
            "\nReferenceArray Object=10 ElementClass=30 ArrayLength=5 Length=3"
            " 24:0000000000000014000000000000001800000000000004c0"
            "\nObjectSize Object=20 Size=18"
            "\nReferenceArray Object=20 ElementClass=30 ArrayLength=1 Length=1"
            " 8:0000000000000024");
}

TEST(PhdReader, OldArraysHaveNoSize) {
  PhdBytes File(5, 4);
  File.u1(8).u1(1).u1(4).u4(0x30).u4(1).u1(4).u4(2);
  File.u1(0x20 | 1 << 2).u1(4).u1(200); // char[200]; lengths are unsigned
  EXPECT_EQ(records(File.end()),
            "\nReferenceArray Object=10 ElementClass=30 ArrayLength=2 Length=1"
            " 4:00000020"
            "\nPrimitiveArrayNoData Object=20 Length=C8 ElementType=5");
}

TEST(PhdReader, ReadsPrimitiveArraysOfAllTypes) {
  PhdBytes File = v6();
  for (unsigned Type = 0; Type != 8; ++Type)
    File.u1(0x20 | Type << 2).u1(2).u1(0x80 + Type).u4(Type + 1);
  for (unsigned Type = 0; Type != 8; ++Type)
    File.u1(7).u1(Type << 5 | 0x02).u1(-2).u1(0xf0).u4(Type + 1).u4(1);
  std::string Wanted;
  raw_string_ostream OS(Wanted);
  for (unsigned Type = 0; Type != 8; ++Type)
    OS << format("\nObjectSize Object=%X Size=%X", 8 * (Type + 1),
                 4 * (Type + 1))
       << format("\nPrimitiveArrayNoData Object=%X Length=%X ElementType=%X",
                 8 * (Type + 1), 0x80 + Type, 4 + Type);
  for (unsigned Type = 0; Type != 8; ++Type) {
    std::string Object; // Address 0 is omitted.
    if (Type != 7)
      Object = "Object=" + utohexstr(8 * (7 - Type)) + " ";
    OS << "\nIdentityHash " << Object << format("Hash=%X", Type + 1)
       << "\nObjectSize " << Object << "Size=4\nPrimitiveArrayNoData " << Object
       << format("Length=F0 ElementType=%X", 4 + Type);
  }
  EXPECT_EQ(records(File.end()), Wanted);
}

TEST(PhdReader, ReadsWidePrimitiveArrays) {
  PhdBytes File = v6();
  File.u1(0x21).u2(4).u2(0xffff).u4(0x4000);
  File.u1(0x22).u4(4).u4(0x10000).u4(0x4006);
  File.u1(0x23).u8(4).u8(0x10000).u4(0x4006);
  File.u1(7).u1(0x10).u8(4).u8(70000).u4(0xffffffff);
  EXPECT_EQ(records(File.end()),
            "\nObjectSize Object=10 Size=10000"
            "\nPrimitiveArrayNoData Object=10 Length=FFFF ElementType=4"
            "\nObjectSize Object=20 Size=10018"
            "\nPrimitiveArrayNoData Object=20 Length=10000 ElementType=4"
            "\nObjectSize Object=30 Size=10018"
            "\nPrimitiveArrayNoData Object=30 Length=10000 ElementType=4"
            "\nObjectSize Object=40 Size=3FFFFFFFC"
            "\nPrimitiveArrayNoData Object=40 Length=11170 ElementType=4");
  PhdBytes Narrow(6, 4);
  Narrow.u1(7).u1(0xf0).u4(4).u4(5).u4(7);
  EXPECT_EQ(records(Narrow.end()),
            "\nObjectSize Object=10 Size=1C"
            "\nPrimitiveArrayNoData Object=10 Length=5 ElementType=B");
}

TEST(PhdReader, SomeBuildsWroteIntsForLongs) {
  PhdBytes Tags;
  PhdBytes File(5, 5, Tags.u1(4).text("20110917").Bytes);
  File.u1(0x23).u4(4).u4(5);
  EXPECT_TRUE(StringRef(records(File.end()))
                  .ends_with("\nPrimitiveArrayNoData Object=10 Length=5 "
                             "ElementType=4"));
}

TEST(PhdReader, ReadsClasses) {
  PhdBytes File = v6();
  File.u1(6).u1(0x48).u2(4).u4(24).u4(99).u8(0).text("java/lang/Object");
  File.u4(2).u1(0).u1(1);
  File.u1(6).u1(0).u1(4).u4(0xffffffff).u8(0x10).text("A").u4(0);
  EXPECT_EQ(records(File.end()),
            "\nUtf8 Id=1 16:6a6176612f6c616e672f4f626a656374"
            "\nIdentityHash Object=10 Hash=63"
            "\nReferenceClass Class=10 Name=1 InstanceSize=18 "
            "[{ Object=10 }{ Object=14 }]"
            "\nUtf8 Id=2 1:41"
            "\nReferenceClass Class=20 Name=2 Super=10 InstanceSize=FFFFFFFF "
            "[]");
}

TEST(PhdReader, OldRecordsAllHaveShortHashes) {
  PhdBytes File(5, 6);
  File.u1(0x40 | 1 << 3).u1(4).u4(0x30).u2(0x1234).u1(1);
  File.u1(0x80).u1(4).u2(0xffff);
  File.u1(4).u1(1).u1(4).u4(0x30).u2(1).u4(0);
  File.u1(0x20).u1(4).u1(9).u2(2);
  File.u1(8).u1(1).u1(4).u4(0x30).u2(3).u4(0).u4(0);
  File.u1(6).u1(0).u1(4).u4(8).u2(4).u4(0).text("C").u4(0);
  File.u1(7).u1(0).u1(4).u1(9).u2(5);
  EXPECT_EQ(records(File.end()),
            "\nIdentityHash Object=10 Hash=12341234"
            "\nReferenceObject Object=10 Class=30 [{ Object=14 }]"
            "\nIdentityHash Object=20 Hash=7FFF7FFF"
            "\nReferenceObject Object=20 Class=30 []"
            "\nIdentityHash Object=30 Hash=10001"
            "\nReferenceObject Object=30 Class=30 []"
            "\nIdentityHash Object=40 Hash=20002"
            "\nPrimitiveArrayNoData Object=40 Length=9 ElementType=4"
            "\nIdentityHash Object=50 Hash=30003"
            "\nReferenceArray Object=50 ElementClass=30 0:"
            "\nUtf8 Id=1 1:43"
            "\nIdentityHash Object=60 Hash=40004"
            "\nReferenceClass Class=60 Name=1 InstanceSize=8 []"
            "\nIdentityHash Object=70 Hash=50005"
            "\nPrimitiveArrayNoData Object=70 Length=9 ElementType=4");
}

TEST(PhdReader, FindsLengthsThatJdmpviewLost) {
  PhdBytes File = v6();
  File.u1(0x20 | 1 << 2).u1(4).u1(0).u4(26);       // for example char[48]
  File.u1(0x20 | 4 << 2 | 1).u2(4).u2(1).u4(1000); // byte[3992]
  File.u1(0x20 | 4 << 2).u1(4).u1(0).u4(4);        // byte[0] with a hash
  Outcome R = readFile(File.end());
  EXPECT_EQ(R.Damage,
            "31 bad-value: array 0x10 of 104 bytes has length 0, as jdmpview "
            "writes it; using the largest that fits its size\n"
            "55 bad-value: 1 more arrays whose length was replaced\n");
  EXPECT_TRUE(StringRef(R.Records).ends_with(
      "Object=10 Length=30 ElementType=5"
      "\nObjectSize Object=20 Size=FA0"
      "\nPrimitiveArrayNoData Object=20 Length=F98 "
      "ElementType=8"
      "\nObjectSize Object=30 Size=10"
      "\nPrimitiveArrayNoData Object=30 ElementType=8"))
      << R.Records;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST(PhdReader, RefusesWhatIsNoPhd) {
  auto Fault = [](StringRef File) { return readFile(File).Error; };
  EXPECT_EQ(Fault(""), "offset 0x0: expected \"portable heap dump\" after its "
                       "length, found an empty file");
  EXPECT_EQ(Fault("PK\3\4 and so on, for some bytes"),
            "offset 0x0: expected \"portable heap dump\" after its length, "
            "found a zip archive (unpack it first)");
  EXPECT_EQ(Fault(StringRef("\x00\x12\xd7\x3f\x94\xb1\x2f\xdf\x12\x34", 10)),
            "offset 0x0: a portable heap dump destroyed by a transfer in text "
            "mode (FTP ASCII mode): transfer it again in binary mode");
  EXPECT_EQ(Fault(PhdBytes(7, 5).end()),
            "offset 0x14: version 7, expected 4, 5 or 6");
  std::string File = PhdBytes(6, 5).Bytes;
  for (size_t Size = 20; Size != File.size(); ++Size)
    EXPECT_EQ(Fault(StringRef(File).take_front(Size)),
              "offset 0x" + utohexstr(Size, true) +
                  ": the input ends inside the file header");
  std::string Bad = File;
  Bad[28] = 9;
  EXPECT_EQ(Fault(Bad), "offset 0x1c: expected tag 1 at the start of the "
                        "header, found 9");
  Bad = File;
  Bad[29] = 9;
  EXPECT_EQ(Fault(Bad),
            "offset 0x1d: unknown tag in the header, expected 1 to 4");
  Bad = File;
  Bad[30] = 9;
  EXPECT_EQ(Fault(Bad), "offset 0x1e: expected tag 2 at the start of the "
                        "dump, found 9");
}

TEST(PhdReader, KnowsOthersByTheirBeginning) {
  EXPECT_TRUE(looksLikePhd(PhdBytes(6, 5).Bytes));
  EXPECT_TRUE(looksLikePhd(StringRef("\x00\x12\xd7\x3f\x94\xb1\x2f\xdf", 8)));
  EXPECT_FALSE(looksLikePhd(StringRef("\0\x12", 2)));
  EXPECT_FALSE(looksLikePhd("portable heap dump"));
  EXPECT_FALSE(looksLikePhd(""));
}

TEST(PhdReader, TellsWhereItStops) {
  PhdBytes File = v6();
  File.u1(0x40).u1(2).u8(0x30);
  Outcome R = readFile(File.Bytes);
  EXPECT_EQ(R.Damage,
            "41 missing-end: the input ends without an end-of-dump tag\n");
  EXPECT_TRUE(StringRef(R.Records).ends_with("Object=8 Class=30 []"));

  R = readFile(File.Bytes + std::string("\x1f"));
  EXPECT_EQ(
      R.Damage,
      "41 unknown-tag: unknown record tag 0x1f; the rest cannot be read\n");
  R = readFile(File.Bytes + std::string("\x40\x02"));
  EXPECT_EQ(R.Damage,
            "43 truncated: the input ends inside the record at 0x29\n");
  R = readFile(File.end() + "more");
  EXPECT_EQ(R.Damage, "42 bad-length: 4 bytes follow the end of the dump\n");
}

TEST(PhdReader, TellsOfImpossibleRecords) {
  PhdBytes File = v6();
  File.u1(0x80).u1(2).u1(0x80).u1(2); // The cache is empty.
  File.u1(0x23).u8(2).u8(0x80000000).u4(2);
  File.u1(8).u1(1).u1(2).u8(0x30).u4(2).u1(0).u1(0).u4(1).u4(6);
  Outcome R = readFile(File.end());
  EXPECT_EQ(
      R.Damage,
      "31 bad-value: class cache entry 0, used by a short object, is empty\n"
      "35 bad-length: array 0x18 has 2147483648 elements, more than Java "
      "allows; treating it as empty\n"
      "56 bad-length: array 0x20 of 1 elements has 2 references; using the "
      "number of references as its length\n"
      "82 bad-value: 1 more short objects with an empty class cache entry\n");
  EXPECT_EQ(R.Error, "");
}

TEST(PhdReader, HostileCountsTakeNoMemory) {
  for (size_t Window : {0, 7}) {
    PhdBytes Object = v6();
    Object.u1(4).u1(0x31).u1(2).u8(0x30).u4(0xffffffff);
    EXPECT_EQ(readFile(Object.Bytes, Window).Damage,
              "31 bad-length: 0x8 has 4294967295 references, more than "
              "1048576; they are skipped\n"
              "46 truncated: the input ends inside the record at 0x1f\n");
    PhdBytes Few = v6();
    Few.u1(4).u1(0x31).u1(2).u8(0x30).u4(0x100000).u8(1);
    EXPECT_EQ(readFile(Few.Bytes, Window).Damage,
              "54 truncated: the input ends inside the record at 0x1f\n");
    PhdBytes Array = v6();
    Array.u1(8).u1(0x31).u1(2).u8(0x30).u4(1 << 26).u8(1);
    EXPECT_EQ(readFile(Array.Bytes, Window).Damage,
              "54 truncated: the input ends inside the record at 0x1f\n");
  }
}

TEST(PhdReader, PipesHoldSoMuchOfAnArray) {
  PhdBytes File = v6();
  File.u1(8).u1(0x21).u1(2).u8(0x30).u4(100);
  for (unsigned I = 0; I != 100; ++I)
    File.u4(I);
  File.u4(100).u4(112);
  PhdReaderOptions Options;
  Options.MaxHeld = 400;
  EXPECT_EQ(readFile(File.end(), 7, Options).Error, "");
  Options.MaxHeld = 399;
  EXPECT_EQ(readFile(File.end(), 7, Options).Error,
            "offset 0x1f: array 0x8 has 100 references in 400 bytes; more than "
            "399 can be read only from a mapped file");
  EXPECT_EQ(readFile(File.end(), 0, Options).Error, "");
}

} // namespace
