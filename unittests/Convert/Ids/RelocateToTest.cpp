//===- RelocateToTest.cpp - Tests of replacing ids by given ones ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/PassTesting.h"
#include "hprof/Convert/Ids/IdMap.h"
#include "hprof/Convert/Ids/Relocate.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
using Bytes = SmallVector<char, 0>;

/// The result of moving the ids of a file.
struct Moved {
  Bytes Out;
  std::string Failure;
};

Moved relocate(ArrayRef<char> In, const RelocateOptions &By, size_t ChunkSize,
               bool InRuns) {
  Moved M;
  LossAccount Losses;
  std::unique_ptr<Sink> Out = Sink::toMemory(M.Out);
  HprofWriter Writer(*Out);
  std::unique_ptr<Stage> S = makeRelocate(By);
  TestStream Stream([&](RecordVisitor &V) { readChunked(In, ChunkSize, V); });
  cantFail(Stream.lookBy(*S));
  std::unique_ptr<RecordVisitor> Pass = S->makePass(Writer, Losses);
  Forward OneByOne(*Pass); // Does not request runs.
  std::unique_ptr<Source> From = Source::fromMemory(
      arrayRefFromStringRef(toStringRef(In)), "test", ChunkSize);
  ReaderOptions Options;
  if (ChunkSize) {
    Options.MaxWhole = 0;
    Options.ChunkSize = ChunkSize;
  }
  RecordVisitor &V = InRuns ? *Pass : OneByOne;
  cantFail(cantFail(HprofReader::create(*From, Options)).read(V));
  M.Failure = toString(V.finish());
  cantFail(Out->finish());
  return M;
}

void expectMoved(const std::string &Yaml, const std::string &Expected,
                 const RelocateOptions &By) {
  const Bytes In = hprofOf(Yaml), Want = hprofOf(Expected);
  EXPECT_GT(In.size(), 100u); // The YAML was parsed completely.
  for (size_t ChunkSize : ChunkSizes)
    for (bool InRuns : {false, true}) {
      Moved M = relocate(In, By, ChunkSize, InRuns);
      EXPECT_EQ(M.Failure, "");
      EXPECT_TRUE(M.Out == Want) << ChunkSize << (InRuns ? " in runs" : "");
    }
}
} // namespace

static std::string heap(StringRef Class, StringRef Super, StringRef Known,
                        StringRef Other) {
  return ("--- !hprof\nidSize: 8\n---\n- strings: [up, s, n]\n"
          "- heapDumpSegment:\n"
          "- classDump: {class: " +
          Super +
          ", fields: {up: object}}\n"
          "- classDump: {class: " +
          Class + ", super: " + Super + ", loader: " + Known +
          ", statics: {s: object " + Known +
          "}, fields: {n: int}}\n"
          "- rootUnknown: {object: " +
          Known +
          "}\n"
          "- rootJniGlobal: {object: " +
          Known +
          ", globalRef: 0x100}\n"
          "- instance: {object: " +
          Known + ", class: " + Class + ", fields: {n: 256, up: " + Other +
          "}}\n"
          "- instance: {object: " +
          Other + ", class: " + Class + ", fields: {n: 256, up: " + Known +
          "}}\n"
          "- objectArray: {object: 0x5000, class: " +
          Super + ", elements: [" + Known + ", null, " + Class + ", " + Other +
          "]}\n"
          "- primitiveArray: {object: 0x6000, elementType: long, elements: "
          "[256]}\n"
          "- heapDumpEnd:\n")
      .str();
}

TEST(RelocateTo, KnownObjectsGetTheirIdsAndOthersMove) {
  IdMap Objects;
  Objects.set(0x10, 0x20000000); // 0x10 is a class.
  Objects.set(0x100, 0x50000000);
  // Ids that stay the same.
  Objects.set(0x5000, 0x5000);
  Objects.set(0x6000, 0x6000);
  RelocateOptions By;
  By.Objects = 0x1000;
  By.ObjectsTo = &Objects;
  expectMoved(heap("0x10", "0x20", "0x100", "0x200"),
              heap("0x20000000", "0x1020", "0x50000000", "0x1200"), By);
  // The result is the same if nothing else is moved.
  By.Objects = 0;
  expectMoved(heap("0x10", "0x20", "0x100", "0x200"),
              heap("0x20000000", "0x20", "0x50000000", "0x200"), By);
}

TEST(RelocateTo, NumbersMayBeExchanged) {
  IdMap Objects;
  Objects.set(0x100, 0x200);
  Objects.set(0x200, 0x100);
  RelocateOptions By;
  By.ObjectsTo = &Objects;
  expectMoved(heap("0x10", "0x20", "0x100", "0x200"),
              heap("0x10", "0x20", "0x200", "0x100"), By);
}

static std::string top(unsigned Class, unsigned Other, unsigned Thread,
                       unsigned NextThread) {
  return ("--- !hprof\nidSize: 8\n---\n- strings: [A, B]\n"
          "- loadClass: {classSerial: " +
          Twine(Class) +
          ", class: 0x7, name: A}\n"
          "- loadClass: {classSerial: " +
          Twine(Other) +
          ", class: 0x9, name: B}\n"
          "- stackFrame: {id: 7, method: A, classSerial: " +
          Twine(Class) +
          ", line: 7}\n"
          "- stackTrace: {traceSerial: 7, threadSerial: " +
          Twine(Thread) +
          ", frames: [7]}\n"
          "- stackTrace: {traceSerial: 8, threadSerial: " +
          Twine(NextThread) +
          "}\n"
          "- allocSites: {sites: [{classSerial: " +
          Twine(Class) +
          ", traceSerial: 7}]}\n"
          "- unloadClass: {classSerial: " +
          Twine(Class) +
          "}\n"
          "- heapDumpSegment:\n"
          "- rootThreadObject: {object: 0x7, threadSerial: " +
          Twine(Thread) +
          ", traceSerial: 7}\n"
          "- rootJavaFrame: {object: 0x7, threadSerial: " +
          Twine(NextThread) +
          ", frame: 7}\n"
          "- heapDumpEnd:\n")
      .str();
}

TEST(RelocateTo, SerialsOfClassesAndThreads) {
  IdMap Classes, Threads;
  Classes.set(7, 100001);
  Threads.set(7, 200001);
  RelocateOptions By;
  By.ClassSerials = 10;
  By.ThreadSerials = 20;
  By.ClassSerialsTo = &Classes;
  By.ThreadSerialsTo = &Threads;
  expectMoved(top(7, 8, 7, 9), top(100001, 18, 200001, 29), By);
}

TEST(RelocateTo, WhatDoesNotFitIsAnError) {
  for (bool InRuns : {false, true}) {
    const Bytes In = hprofOf("--- !hprof\nidSize: 4\n---\n"
                             "- heapDumpSegment:\n"
                             "- rootUnknown: {object: 0x7}\n"
                             "- heapDumpEnd:\n");
    IdMap Objects;
    Objects.set(0x7, UINT64_C(0xffffffff));
    RelocateOptions By;
    By.ObjectsTo = &Objects;
    EXPECT_EQ(relocate(In, By, 0, InRuns).Failure, "");
    Objects.set(0x8, UINT64_C(0x100000000));
    const std::string Wide = relocate(In, By, 0, InRuns).Failure;
    EXPECT_NE(Wide.find("object id 0x100000000 does not fit in 4-byte ids"),
              std::string::npos)
        << Wide;
    IdMap Serials;
    Serials.set(1, UINT32_MAX);
    By = {};
    By.ThreadSerialsTo = &Serials;
    const std::string Large = relocate(In, By, 0, InRuns).Failure;
    EXPECT_NE(Large.find("thread serial 4294967295 is more than 4294967294"),
              std::string::npos)
        << Large;
  }
}

TEST(IdMap, ManyIds) {
  IdMap M;
  // More ids than the filter can distinguish.
  for (uint64_t I = 1; I != 100000; ++I)
    M.set(I * 8, I);
  EXPECT_EQ(M.size(), 99999u);
  for (uint64_t I = 1; I != 100000; ++I) {
    uint64_t Id = I * 8;
    EXPECT_TRUE(M.replace(Id));
    EXPECT_EQ(Id, I);
    Id = I * 8 + 4;
    EXPECT_FALSE(M.replace(Id));
    EXPECT_EQ(Id, I * 8 + 4);
  }
  // All values are valid ids.
  for (uint64_t Id : {UINT64_C(0), UINT64_MAX, UINT64_MAX - 1}) {
    EXPECT_FALSE(M.contains(Id));
    M.set(Id, 5);
    EXPECT_TRUE(M.contains(Id));
  }
  M.set(8, 7);
  uint64_t Id = 8;
  EXPECT_TRUE(M.replace(Id));
  EXPECT_EQ(Id, 7u);
}
