//===- PerfettoReaderTest.cpp - Tests of reading heap graphs --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Perfetto/PerfettoReader.h"
#include "Format/RecordLog.h"
#include "TraceBytes.h"
#include "gtest/gtest.h"
#include <zlib.h>
#include <zstd.h>

using namespace hprof;
using namespace llvm;

namespace {

struct Outcome {
  std::string Records, Damage, Error;
};

Outcome readTrace(StringRef Trace, size_t Window = 0,
                  PerfettoReaderOptions Options = {}) {
  Outcome R;
  RecordLog Log;
  Options.OnDamage = [&](const Damage &D) {
    R.Damage += std::string(errcName(D.Code)) + ": " + D.What + "\n";
  };
  auto In = Source::fromMemory(arrayRefFromStringRef(Trace), "test", Window);
  R.Error = toString(readPerfetto(*In, Log, Options));
  R.Records = Log.Text;
  return R;
}

/// The records of a faultless trace, without strings and header.
std::string records(StringRef Trace) {
  EXPECT_TRUE(looksLikePerfetto(Trace));
  const Outcome Mapped = readTrace(Trace);
  EXPECT_EQ(Mapped.Error, "");
  EXPECT_EQ(Mapped.Damage, "");
  for (size_t Window : {1, 9})
    EXPECT_EQ(readTrace(Trace, Window).Records, Mapped.Records);
  std::string Rest;
  SmallVector<StringRef, 32> Lines;
  StringRef(Mapped.Records).split(Lines, '\n');
  for (StringRef L : Lines)
    if (!L.empty() && !L.starts_with("Utf8") && !L.starts_with("FileHeader"))
      Rest += ("\n" + L).str();
  return Rest;
}

/// A packet of a trace with the message \p Graph.
std::string packet(const TraceBytes &Graph, unsigned Sequence = 1) {
  TraceBytes P, T;
  P.number(8, 10).number(10, Sequence).message(56, Graph);
  return T.message(1, P).Bytes;
}

TraceBytes object(uint64_t Id, uint64_t Type, uint64_t Size = 0) {
  TraceBytes O;
  O.number(1, Id).number(2, Type);
  if (Size)
    O.number(3, Size);
  return O;
}

TraceBytes type(uint64_t Id, StringRef Name, uint64_t Size,
                uint64_t Super = 0) {
  TraceBytes T;
  T.number(1, Id).bytes(3, Name).number(4, Size);
  if (Super)
    T.number(5, Super);
  return T;
}

TraceBytes interned(uint64_t Id, StringRef Text) {
  TraceBytes I;
  return I.number(1, Id).bytes(2, Text);
}

TEST(PerfettoReader, FieldsAreThoseOfTheTypeAndItsSuperclasses) {
  TraceBytes G;
  G.message(2, object(0x10, 2).packed(5, {0x20, 0, 0x30}));
  G.message(2, object(0x20, 1));
  G.message(2, object(0x30, 1));
  G.message(9, type(1, "Base", 16).packed(6, {8, 9}));
  G.message(9, type(2, "Sub", 24, 1).packed(6, {7}));
  G.message(4, interned(7, "Base Sub.own"));
  G.message(4, interned(8, "Base Base.first"));
  G.message(4, interned(9, "Base Base.last"));
  G.message(7, TraceBytes().packed(1, {0x10}).number(2, 1));
  // Strings: 1 to 3 are fields, 4 is Base, 5 is Sub.
  EXPECT_EQ(records(packet(G)),
            "\nReferenceClass Class=38 Name=4 InstanceSize=10 []"
            "\nReferenceClass Class=40 Name=5 Super=38 InstanceSize=18 []"
            "\nReferenceObject Object=10 Class=40 "
            "[{ Name=1 Object=20 }{ Name=3 Object=30 }]"
            "\nReferenceObject Object=20 Class=38 []"
            "\nReferenceObject Object=30 Class=38 []"
            "\nRootJniGlobal Object=10");
}

TEST(PerfettoReader, NumbersAreDifferences) {
  TraceBytes G, First, Second;
  First.number(1, 0x100).number(2, 1).number(6, 0xf0).packed(5, {0x20, 0});
  // Not packed, as in old traces.
  Second.number(7, 0x10).number(2, 1).number(5, 0x100).number(4, 3);
  G.message(2, First).message(2, Second);
  G.message(9, type(1, "A", 8));
  EXPECT_EQ(records(packet(G)),
            "\nReferenceClass Class=118 Name=1 InstanceSize=8 []"
            "\nReferenceObject Object=100 Class=118 [{ Object=110 }]"
            "\nReferenceObject Object=110 Class=118 [{ Object=100 }]");
}

TEST(PerfettoReader, ClassObjectsAreTheirClasses) {
  TraceBytes G;
  G.message(2, object(0x20, 1, 120).packed(4, {5, 6}).packed(5, {0x28, 0x30}));
  G.message(2, object(0x28, 3, 100));
  G.message(2, object(0x30, 2));
  G.message(9, type(1, "java.lang.Class<A>", 0));
  G.message(9, type(2, "A", 16));
  G.message(9, type(3, "java.lang.Class<B>", 0));
  G.message(4, interned(5, "java.lang.Class java.lang.Class.superClass"));
  G.message(4, interned(6, "A A.instance"));
  EXPECT_EQ(records(packet(G)),
            "\nObjectSize Object=20 Size=78"
            "\nReferenceClass Class=20 Name=3 Super=28 InstanceSize=10 "
            "[{ Name=1 Object=28 }{ Name=2 Object=30 }]"
            "\nObjectSize Object=28 Size=64"
            "\nReferenceClass Class=28 Name=4 []"
            "\nReferenceObject Object=30 Class=20 []");
}

TEST(PerfettoReader, OtherSizesMakeSubclassesOfTheSameName) {
  TraceBytes G;
  G.message(2, object(0x10, 1, 32)).message(2, object(0x20, 1, 40));
  G.message(2, object(0x30, 1, 40)).message(2, object(0x40, 1));
  G.message(9, type(1, "java.lang.String", 24));
  EXPECT_EQ(records(packet(G)),
            "\nReferenceClass Class=48 Name=1 InstanceSize=18 []"
            "\nReferenceClass Class=50 Name=1 Super=48 InstanceSize=20 []"
            "\nReferenceObject Object=10 Class=50 []"
            "\nReferenceClass Class=58 Name=1 Super=48 InstanceSize=28 []"
            "\nReferenceObject Object=20 Class=58 []"
            "\nReferenceObject Object=30 Class=58 []"
            "\nReferenceObject Object=40 Class=48 []");
}

TEST(PerfettoReader, ArraysAreAsLongAsTheirSizeAllows) {
  TraceBytes G;
  G.message(2, object(0x10, 1, 12 + 100));
  G.message(2, object(0x20, 2, 16 + 24));
  G.message(2, object(0x30, 3, 12 + 12).packed(5, {0x10, 0, 0x20}));
  G.message(9, type(1, "byte[]", 0));
  G.message(9, type(2, "long[]", 0));
  G.message(9, type(3, "java.lang.Object[]", 0));
  const std::string Found = records(packet(G));
  EXPECT_EQ(StringRef(Found).split("\nObjectSize").second.str(),
            " Object=10 Size=70"
            "\nPrimitiveArrayNoData Object=10 Length=64 ElementType=8"
            "\nObjectSize Object=20 Size=28"
            "\nPrimitiveArrayNoData Object=20 Length=3 ElementType=B"
            "\nObjectSize Object=30 Size=18"
            "\nReferenceArray Object=30 ClassName=3 ArrayLength=3 Length=2 "
            "16:00000000000000100000000000000020");
}

TEST(PerfettoReader, HeapsNativeSizesAndRoots) {
  TraceBytes G;
  G.message(2, object(0x10, 1).number(9, 2));
  G.message(2, object(0x20, 1).number(8, 4096));
  G.message(2, object(0x30, 1).number(9, 1).packed(10, {0x10}));
  G.message(9, type(1, "A", 8));
  G.message(7, TraceBytes().packed(1, {0x10, 0x20}).number(2, 3));
  G.message(7, TraceBytes().packed(1, {0x30}).number(2, 99));
  const std::string Found = records(packet(G));
  EXPECT_EQ(StringRef(Found).split("[]").second.str(),
            "\nHeapDumpInfo HeapId=2 HeapName=2"
            "\nReferenceObject Object=10 Class=38 []"
            "\nNativeSize Object=20 Size=1000"
            "\nReferenceObject Object=20 Class=38 []"
            "\nHeapDumpInfo HeapId=1 HeapName=3"
            "\nReferenceObject Object=30 Class=38 []"
            "\nRootVmInternal Object=10"
            "\nRootJavaFrame Object=10 Frame=FFFFFFFFFFFFFFFF"
            "\nRootJavaFrame Object=20 Frame=FFFFFFFFFFFFFFFF"
            "\nRootUnknown Object=30");
}

TEST(PerfettoReader, ObfuscatedNamesAreReplaced) {
  TraceBytes G, Class, Field, Mapping, P, T;
  G.message(2, object(0x10, 1).packed(5, {0x10}));
  G.message(2, object(0x20, 2, 16));
  G.message(9, type(1, "a", 8).packed(6, {1}));
  G.message(9, type(2, "a[]", 0));
  G.message(4, interned(1, "a a.b"));
  Field.bytes(1, "b").bytes(2, "next");
  Class.bytes(1, "a").bytes(2, "com.example.Node").message(3, Field);
  P.number(10, 7).message(64, Mapping.message(3, Class));
  const Outcome R = readTrace(packet(G) + T.message(1, P).Bytes);
  EXPECT_EQ(R.Damage, "");
  for (StringRef Name : {"next", "com.example.Node", "com.example.Node[]"})
    EXPECT_TRUE(StringRef(R.Records).contains(":" + toHex(Name, true)));
}

TEST(PerfettoReader, PacketsOfAGraphAreJoined) {
  TraceBytes A, B, C;
  A.message(2, object(0x10, 1)).number(5, 1).number(6, 0);
  B.message(2, TraceBytes().number(7, 8).number(2, 1))
      .number(5, 1)
      .number(6, 1);
  C.message(9, type(1, "A", 8)).number(6, 2);
  const StringRef Found = "\nReferenceClass Class=20 Name=1 InstanceSize=8 []"
                          "\nReferenceObject Object=10 Class=20 []"
                          "\nReferenceObject Object=18 Class=20 []";
  EXPECT_EQ(records(packet(A) + packet(B) + packet(C)), Found);
  // Packets of other graphs come in between.
  TraceBytes Other;
  Other.message(2, object(0x50, 1)).number(6, 0);
  const Outcome R =
      readTrace(packet(A) + packet(Other, 2) + packet(B) + packet(C));
  EXPECT_TRUE(StringRef(R.Records).ends_with(Found)) << R.Records;
  EXPECT_EQ(R.Damage, "bad-value: 1 more heap graph is in the trace; the "
                      "first one is read\n");
  EXPECT_EQ(readTrace(packet(A) + packet(C)).Damage,
            "missing-end: packet 1 of the heap graph is missing\n");
  EXPECT_EQ(
      readTrace(packet(A)).Damage,
      "missing-end: the end of the heap graph is missing\n"
      "bad-value: 1 object of a type missing from the heap graph is dropped\n");
}

TEST(PerfettoReader, CompressedPacketsAreRead) {
  TraceBytes G;
  G.message(2, object(0x10, 1)).message(9, type(1, "A", 8));
  const std::string Inner = packet(G), Plain = records(Inner);
  std::string Packed(compressBound(Inner.size()), '\0');
  uLongf Size = Packed.size();
  ASSERT_EQ(compress(reinterpret_cast<Bytef *>(Packed.data()), &Size,
                     reinterpret_cast<const Bytef *>(Inner.data()),
                     Inner.size()),
            Z_OK);
  Packed.resize(Size);
  TraceBytes P, T;
  const std::string Zlib = T.message(1, P.bytes(50, Packed)).Bytes;
  EXPECT_EQ(records(Zlib), Plain);

  std::string Zstd(ZSTD_compressBound(Inner.size()), '\0');
  Zstd.resize(
      ZSTD_compress(Zstd.data(), Zstd.size(), Inner.data(), Inner.size(), 1));
  TraceBytes P2, T2;
  EXPECT_EQ(records(T2.message(1, P2.bytes(133, Zstd)).Bytes), Plain);

  PerfettoReaderOptions Small;
  Small.MaxPacket = Packed.size() + 8;
  if (Small.MaxPacket < Inner.size()) {
    EXPECT_TRUE(StringRef(readTrace(Zlib, 0, Small).Damage)
                    .contains("a compressed packet is damaged, or larger"));
  }
  TraceBytes P3, T3;
  P3.number(10, 1).bytes(50, StringRef(Packed).drop_back(4));
  EXPECT_EQ(readTrace(packet(G) + T3.message(1, P3).Bytes).Damage,
            "bad-compression: a compressed packet is damaged, or larger than "
            "268435456 bytes\n");
}

TEST(PerfettoReader, WhatIsBeforeAFaultIsRead) {
  TraceBytes G;
  G.message(2, object(0x10, 1)).message(9, type(1, "A", 8));
  const std::string Whole = packet(G);
  const Outcome R = readTrace(Whole + "\x0a\x50\x08");
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Damage, "truncated: the input ends inside the packet\n");
  EXPECT_TRUE(StringRef(R.Records).contains("ReferenceObject Object=10"));
  // An object with more fields than references.
  TraceBytes Odd;
  Odd.message(2, object(0x10, 1).packed(4, {1, 2}).packed(5, {0x10}));
  Odd.message(9, type(1, "A", 8));
  EXPECT_EQ(readTrace(packet(Odd)).Damage,
            "bad-value: 1 object has different numbers of fields and "
            "references; the references are dropped\n");
  for (size_t Cut = 0; Cut != Whole.size(); ++Cut) {
    const Outcome Part = readTrace(StringRef(Whole).take_front(Cut));
    EXPECT_NE(Part.Damage + Part.Error, "") << Cut;
  }
}

TEST(PerfettoReader, WholeObjectsOfACutPacketAreRead) {
  TraceBytes G, P, T;
  G.message(9, type(1, "A", 8));
  for (uint64_t Id = 0x10; Id != 0x90; Id += 0x10)
    G.message(2, object(Id, 1));
  // The sequence comes after the graph.
  P.number(8, 10).message(56, G).number(10, 1);
  const std::string Whole = T.message(1, P).Bytes;
  const StringRef Cut = StringRef(Whole).drop_back(12);
  for (size_t Window : {0, 1, 9}) {
    const Outcome R = readTrace(Cut, Window);
    EXPECT_EQ(R.Error, "");
    EXPECT_EQ(R.Damage, "truncated: the input ends inside the packet\n"
                        "missing-end: the end of the heap graph is missing\n");
    EXPECT_EQ(StringRef(R.Records).count("ReferenceObject"), 6u) << R.Records;
  }
  // The same graph in a compressed packet.
  std::string Packed(compressBound(Whole.size()), '\0');
  uLongf Size = Packed.size();
  ASSERT_EQ(compress2(reinterpret_cast<Bytef *>(Packed.data()), &Size,
                      reinterpret_cast<const Bytef *>(Whole.data()),
                      Whole.size(), 0),
            Z_OK);
  Packed.resize(Size);
  TraceBytes P2, T2;
  const std::string Zlib = T2.message(1, P2.bytes(50, Packed)).Bytes;
  const Outcome R = readTrace(StringRef(Zlib).drop_back(16));
  EXPECT_EQ(R.Damage, "truncated: the input ends inside the packet\n"
                      "missing-end: the end of the heap graph is missing\n");
  EXPECT_EQ(StringRef(R.Records).count("ReferenceObject"), 6u) << R.Records;
  // No part of the graph is complete.
  TraceBytes P3, T3;
  P3.number(8, 10).number(10, 1).message(56, G);
  const std::string Last = T3.message(1, P3).Bytes;
  EXPECT_EQ(readTrace(StringRef(Last).take_front(6)).Error,
            "offset 0x0: the trace ends inside this packet, before any heap "
            "graph");
}

TEST(PerfettoReader, EmptyGraphsAreLeftOut) {
  TraceBytes Empty, A, B;
  Empty.number(6, 0);
  A.message(2, object(0x10, 1)).message(9, type(1, "A", 8));
  B.message(2, object(0x20, 1)).message(9, type(1, "B", 8));
  const Outcome R = readTrace(packet(Empty) + packet(A, 2) + packet(B, 3));
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Damage, "bad-value: 2 more heap graphs are in the trace; the "
                      "first one with objects is read\n");
  EXPECT_TRUE(StringRef(R.Records).contains("ReferenceObject Object=10"));
  EXPECT_FALSE(StringRef(R.Records).contains("ReferenceObject Object=20"));
  // The remainder of a graph whose beginning is missing is not read.
  TraceBytes First, Second;
  First.number(5, 1).message(2, object(0x30, 1));
  Second.message(2, object(0x40, 1)).number(6, 1);
  const Outcome Mixed = readTrace(
      packet(TraceBytes(Empty).number(5, 1)) + packet(First, 2) +
      packet(TraceBytes().number(6, 1)) + packet(Second, 2) + packet(B, 3));
  EXPECT_TRUE(StringRef(Mixed.Records).contains("ReferenceObject Object=20"))
      << Mixed.Records;
  EXPECT_EQ(readTrace(packet(Empty)).Error, "");
}

TEST(PerfettoReader, ObjectsWithIdsOfOthersAreLeftOut) {
  TraceBytes A, B;
  A.message(2, object(0x10, 1)).message(2, object(0x20, 1)).number(5, 1);
  B.message(2, object(0x20, 1, 64)).message(2, object(0x10, 1));
  B.message(9, type(1, "A", 8)).number(6, 1);
  std::string Places;
  PerfettoReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    Places += std::to_string(D.Offset) + ": " + D.What + "\n";
  };
  RecordLog Log;
  const std::string Trace = packet(A) + packet(B);
  auto In = Source::fromMemory(arrayRefFromStringRef(Trace), "test");
  cantFail(readPerfetto(*In, Log, Options));
  EXPECT_EQ(Places, std::to_string(packet(A).size()) +
                        ": 2 objects have the ids of earlier ones, the first "
                        "0x20, and are dropped\n");
  EXPECT_EQ(StringRef(Log.Text).count("ReferenceObject"), 2u) << Log.Text;
}

TEST(PerfettoReader, WhatHasImpossibleIdsIsLeftOut) {
  const uint64_t Odd = UINT64_MAX;
  TraceBytes A, B;
  A.message(2, object(0x10, 1).packed(5, {0x20, Odd, 0x18})).number(5, 1);
  B.message(2, object(Odd, 1).packed(5, {0x10}).packed(10, {Odd}).number(8, 9));
  B.message(2, object(0x20, 1)).number(6, 1);
  B.message(9, type(1, "A", 8).number(8, Odd - 1));
  B.message(7, TraceBytes().packed(1, {0x10, Odd}).number(2, 1));
  std::string Places;
  PerfettoReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    Places += std::to_string(D.Offset) + ": " + D.What + "\n";
  };
  RecordLog Log;
  const std::string Trace = packet(A) + packet(B);
  auto In = Source::fromMemory(arrayRefFromStringRef(Trace), "test");
  cantFail(readPerfetto(*In, Log, Options));
  const std::string Second = std::to_string(packet(A).size());
  EXPECT_EQ(Places, Second +
                        ": 1 object has an id that is not an address, "
                        "0xffffffffffffffff, and is dropped\n" +
                        "0: 4 references are to ids that are not addresses, "
                        "the first 0xffffffffffffffff, and are dropped\n");
  EXPECT_TRUE(StringRef(Log.Text).ends_with(
      "\nReferenceClass Class=28 Name=1 InstanceSize=8 []"
      "\nReferenceObject Object=10 Class=28 "
      "[{ Object=20 }{ Object=18 }]"
      "\nReferenceObject Object=20 Class=28 []"
      "\nRootJniGlobal Object=10"))
      << Log.Text;
}

TEST(PerfettoReader, SuperclassesOfThemselvesAreLeftOut) {
  // The superclass of A is B, that of B is C, and that of C is B.
  TraceBytes G;
  G.message(2, object(0x10, 1));
  G.message(9, type(1, "A", 8, 2)).message(9, type(2, "B", 8, 3));
  G.message(9, type(3, "C", 8, 2)).message(9, type(4, "D", 8, 4));
  const Outcome R = readTrace(packet(G));
  EXPECT_EQ(
      R.Damage,
      "bad-value: C is a superclass of itself; its superclass is dropped\n"
      "bad-value: 1 more class is a superclass of itself\n");
  EXPECT_TRUE(
      StringRef(R.Records).contains("\nReferenceClass Class=18 Name=1 Super=20 "
                                    "InstanceSize=8 []"
                                    "\nReferenceClass Class=20 Name=2 Super=28 "
                                    "InstanceSize=8 []"
                                    "\nReferenceClass Class=28 Name=3 "
                                    "InstanceSize=8 []"
                                    "\nReferenceClass Class=30 Name=4 "
                                    "InstanceSize=8 []"))
      << R.Records;
  // The same applies to class objects, as in old traces.
  TraceBytes Old;
  Old.message(2, object(0x10, 1).packed(4, {5}).packed(5, {0x18}));
  Old.message(2, object(0x18, 2).packed(4, {5}).packed(5, {0x10}));
  Old.message(9, type(1, "java.lang.Class<A>", 0));
  Old.message(9, type(2, "java.lang.Class<B>", 0));
  Old.message(4, interned(5, "java.lang.Class java.lang.Class.superClass"));
  EXPECT_EQ(
      readTrace(packet(Old)).Damage,
      "bad-value: B is a superclass of itself; its superclass is dropped\n");
}

TEST(PerfettoReader, CountsAgreeWithWhatTheyCount) {
  TraceBytes A, B;
  A.message(2, object(0x10, 1)).message(2, object(0x10, 1));
  A.message(9, type(1, "A", 8));
  EXPECT_EQ(readTrace(packet(A)).Damage, "bad-value: 1 object has the id of an "
                                         "earlier one, 0x10, and is dropped\n");
  B.message(2, object(0x10, 1)).message(9, type(1, "A", UINT64_MAX));
  EXPECT_EQ(readTrace(packet(B)).Damage,
            "bad-value: 1 size is reduced to 4294967295, the maximum\n");
  B.message(9, type(2, "B", UINT64_MAX));
  EXPECT_EQ(readTrace(packet(B)).Damage,
            "bad-value: 2 sizes are reduced to 4294967295, the maximum\n");
}

TEST(PerfettoReader, OtherFilesAreNoTraces) {
  EXPECT_FALSE(looksLikePerfetto(""));
  EXPECT_FALSE(looksLikePerfetto("\n{\"a\": 1}\n"));
  EXPECT_FALSE(looksLikePerfetto("\n\n\n\n\n"));
  TraceBytes P, T;
  const std::string Empty = T.message(1, P.number(8, 1)).Bytes;
  EXPECT_TRUE(looksLikePerfetto(Empty));
  EXPECT_EQ(readTrace(Empty).Error,
            "offset 0x0: a trace without a heap graph; record one with the "
            "data source android.java_hprof");
}

} // namespace
