//===- ObjectSearchTest.cpp - Tests of random access to objects -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ObjectSearch.h"
#include "Format/Hprof/HprofBytes.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Analysis/Heap/JavaThreads.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Analysis/Heap/SystemProperties.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A dump in memory with all readers of its objects.
struct OpenDump {
  explicit OpenDump(std::vector<uint8_t> Bytes, ReaderOptions Reading = {},
                    unsigned Threads = 1, size_t Window = 0)
      : Bytes(std::move(Bytes)),
        In(HeapFile::fromMemory(this->Bytes, "test", Window)),
        Finder(*In, Context, Threads, std::move(Reading)) {
    DumpContext::Builder Build(Context);
    Expected<HprofReader> Reader = HprofReader::create(In->source());
    Error E = Reader ? Reader->read(Build) : Reader.takeError();
    IsDump = !E;
    consumeError(std::move(E));
  }
  std::string string(uint64_t Id) {
    cantFail(fetchStrings(Finder, {Id}));
    std::optional<JavaString> S = javaString(Finder, Id);
    return S ? S->Text + (S->IsWhole ? "" : "...") : "none";
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<HeapFile> In;
  DumpContext Context;
  ObjectSearch Finder;
  bool IsDump;
};
} // namespace

TEST(ObjectSearch, FindsTheSameHoweverTheBytesCome) {
  HprofBytes B = HprofBytes::good();
  std::vector<uint8_t> Bytes(B.bytes().begin(), B.bytes().end());
  for (size_t Chunk : {1, 7, 1 << 20})
    for (unsigned Threads : {1, 3})
      for (size_t Window : {0, 64}) {
        ReaderOptions Reading;
        Reading.ChunkSize = Chunk;
        Reading.MaxWhole = Chunk == 1 ? 0 : Chunk;
        OpenDump D(Bytes, Reading, Threads, Window);
        if (!D.In->source().isRewindable())
          continue;
        cantFail(D.Finder.fetch({0x20, 0x28, 0x30, 0x99}));
        ASSERT_TRUE(D.Finder.get(0x20) && D.Finder.get(0x28) &&
                    D.Finder.get(0x30));
        EXPECT_EQ(D.Finder.get(0x99), nullptr);
        EXPECT_EQ(D.Finder.get(0x20)->Bytes.size(), 12u);
        EXPECT_TRUE(D.Finder.get(0x20)->isWhole());
        ObjectView Array(D.Context, *D.Finder.get(0x28));
        ASSERT_EQ(Array.numElements(), 3u);
        EXPECT_EQ(Array.element(2).Bits, 0x30u);
        ObjectView Longs(D.Context, *D.Finder.get(0x30));
        EXPECT_EQ(Longs.className(), "long[]");
        EXPECT_EQ(Longs.element(1).Bits, 1u);
      }
}

TEST(ObjectSearch, KeepsNoMoreThanAskedForAndMoreLater) {
  HprofBytes B;
  B.record(0x1c, [&] { B.longArray(0x8, 100); });
  OpenDump D({B.bytes().begin(), B.bytes().end()});
  cantFail(D.Finder.fetch({8}, 20));
  EXPECT_EQ(D.Finder.get(8)->Bytes.size(), 20u);
  EXPECT_FALSE(D.Finder.get(8)->isWhole());
  cantFail(D.Finder.fetch({8}));
  EXPECT_TRUE(D.Finder.get(8)->isWhole());
}

TEST(ObjectSearch, TheFirstOfEqualIdsCounts) {
  HprofBytes B;
  for (uint32_t N : {5, 2})
    B.record(0x1c, [&] { B.longArray(0x8, N); });
  for (unsigned Threads : {1, 2}) {
    OpenDump D({B.bytes().begin(), B.bytes().end()}, {}, Threads);
    cantFail(D.Finder.fetch({8}));
    ASSERT_TRUE(D.Finder.get(8));
    EXPECT_EQ(D.Finder.get(8)->Length, 5u);
    EXPECT_EQ(D.Finder.get(8)->Repeats, 1u);
    EXPECT_EQ(D.Finder.get(8)->Bytes.size(), 40u);
    EXPECT_EQ(D.Finder.get(8)->Bytes.back(), 4u);
  }
}

TEST(ObjectSearch, EqualIdsThatComeInChunksAndAgain) {
  HprofBytes B;
  B.record(0x1c, [&] { B.longArray(0x8, 100).longArray(0x8, 3); });
  ReaderOptions Reading;
  Reading.ChunkSize = 7;
  Reading.MaxWhole = 0;
  OpenDump D({B.bytes().begin(), B.bytes().end()}, Reading);
  for (size_t Bytes : {16, 24, 800}) {
    cantFail(D.Finder.fetch({8}, Bytes));
    EXPECT_EQ(D.Finder.get(8)->Length, 100u);
    EXPECT_EQ(D.Finder.get(8)->Bytes.size(), Bytes);
    EXPECT_EQ(D.Finder.get(8)->Repeats, 1u);
  }
}

TEST(JavaString, OfEveryLayout) {
  OpenDump D(fromYaml(R"(
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: java/lang/String, class: 0x10, super: 0x8, fields: {value: object, coder: byte}}
- instance: {object: 0x100, class: 0x10, fields: {value: 0x200}}
- instance: {object: 0x108, class: 0x10, fields: {value: 0x210, coder: 1}}
- instance: {object: 0x110, class: 0x10, fields: {value: 0x220}}
- instance: {object: 0x118, class: 0x10, fields: {value: 0x999}}
- primitiveArray: {object: 0x200, elementType: byte, elements: [0x61, 0, -4]}
- primitiveArray: {object: 0x210, elementType: byte, elements: [0x3d, -40, 0, -34, 0x61, 0]}
- primitiveArray: {object: 0x220, elementType: char, text: "ab"}
)"));
  EXPECT_EQ(D.string(0x100), "a\xc0\x80\xc3\xbc");
  EXPECT_EQ(D.string(0x108), "\xed\xa0\xbd\xed\xb8\x80"
                             "a");
  EXPECT_EQ(D.string(0x110), "ab");
  EXPECT_EQ(D.string(0x220), "ab"); // Thread.name in JDK 8.
  EXPECT_EQ(D.string(0x118), "none");
  EXPECT_EQ(D.string(0x200), "none");
}

TEST(JavaThreads, StatesAreThoseOfTheJdk) {
  EXPECT_STREQ(threadStateName(0), "NEW");
  EXPECT_STREQ(threadStateName(0x5), "RUNNABLE");
  EXPECT_STREQ(threadStateName(0x401), "BLOCKED");
  EXPECT_STREQ(threadStateName(0x191), "WAITING");
  EXPECT_STREQ(threadStateName(0x1a1), "TIMED_WAITING");
  EXPECT_STREQ(threadStateName(0x2), "TERMINATED");
}

/// Calls every function that reads objects.
static void lookEverywhere(std::vector<uint8_t> Bytes) {
  OpenDump D(std::move(Bytes));
  if (!D.IsDump)
    return;
  Expected<ThreadRoots> Roots =
      ThreadRoots::read(D.Finder.file(), D.Finder.workers(),
                        D.Finder.walkOptions(), D.Context, LocalKinds::All);
  if (!Roots)
    return consumeError(Roots.takeError());
  consumeError(readThreads(D.Finder, *Roots).takeError());
  consumeError(readSystemProperties(D.Finder).takeError());
  std::vector<uint64_t> Ids;
  for (uint64_t Id = 0; Id != 0x200; Id += 8)
    Ids.push_back(Id);
  cantFail(fetchStrings(D.Finder, Ids));
  cantFail(D.Finder.fetchTypes(Ids));
  for (uint64_t Id : Ids) {
    (void)javaString(D.Finder, Id);
    const ObjectType *Type = D.Finder.type(Id);
    ASSERT_EQ(Type != nullptr, D.Finder.get(Id) != nullptr);
    if (const FoundObject *O = D.Finder.get(Id)) {
      EXPECT_TRUE((*Type == ObjectType{O->Kind, O->ElementType, O->Class}));
      ObjectView View(D.Context, *O);
      View.forEachField([&](const FieldSlot &F) { (void)View.value(F); });
      for (uint64_t I = 0; I != View.numElements(); ++I)
        (void)View.element(I);
    }
  }
}

TEST(ObjectSearch, SlowSurvivesEveryCutAndEveryFlippedByte) {
  std::vector<uint8_t> Bytes = fromYaml(R"(
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: java/lang/System, class: 0x10, super: 0x8, statics: {props: object 0x100}}
  - {name: java/util/HashMap, class: 0x18, super: 0x8, fields: {table: object, map: object}}
  - {name: N, class: 0x20, super: 0x8, fields: {key: object, value: object, next: object}}
  - {name: java/lang/String, class: 0x28, super: 0x8, fields: {value: object, offset: int, count: int}}
  - {name: java/lang/Thread, class: 0x30, super: 0x8, fields: {name: object}}
- instance: {object: 0x100, class: 0x18, fields: {table: 0x108}}
- objectArray: {object: 0x108, class: 0x8, elements: [0x110, null]}
- instance: {object: 0x110, class: 0x20, fields: {key: 0x118, value: 0x118, next: 0x110}}
- instance: {object: 0x118, class: 0x28, fields: {value: 0x120, offset: 1, count: 2}}
- primitiveArray: {object: 0x120, elementType: char, text: "abcd"}
- instance: {object: 0x128, class: 0x30, fields: {name: 0x118}}
- rootThreadObject: {object: 0x128, threadSerial: 1, traceSerial: 1}
- rootJavaFrame: {object: 0x118, threadSerial: 1}
)");
  for (size_t I = 0; I != Bytes.size(); ++I) {
    lookEverywhere({Bytes.begin(), Bytes.begin() + I});
    for (uint8_t Flip : {0x01, 0x80, 0xff}) {
      std::vector<uint8_t> Wrong = Bytes;
      Wrong[I] ^= Flip;
      lookEverywhere(std::move(Wrong));
    }
  }
}
