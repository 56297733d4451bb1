//===- DumpsOfFileTest.cpp - Graphs of files with several dumps -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTesting.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

TEST(DumpsOfFileTest, SeveralDumpsInAFile) {
  HprofBytes B;
  B.utf8(1, "[Ljava/lang/Object;").loadClass(1, 8, 1);
  for (uint64_t Dump : {1, 2, 3})
    B.record(0x0c, [&] {
      B.classDump(8, 0, {});
      for (uint64_t I = 0; I != Dump; ++I)
        addArray(B, 0x10 + 8 * I, 8, {8, 0x10 + 8 * (Dump - 1)});
    });
  for (unsigned Dump : {1, 2, 3}) {
    GraphOptions Options;
    Options.Dump = Dump;
    HeapGraph G = graphOf(B.bytes(), Options);
    EXPECT_EQ(G.counts().Dumps, 3u);
    EXPECT_EQ(G.size(), 1u + Dump);
    EXPECT_THAT(references(G, 0x10), ElementsAre(8, 8, 8 + 8 * Dump));
    EXPECT_EQ(G.counts().Duplicates, 0u);
  }
  GraphOptions Options;
  Options.Dump = 4;
  Expected<HeapGraph> None = tryGraphOf(B.bytes(), Options);
  ASSERT_FALSE(bool(None));
  EXPECT_EQ(toString(None.takeError()),
            "'test': there is no heap dump 4; the file contains 3");
}

// Each dump is read with its own id width, and neither has sticky roots.
TEST(DumpsOfFileTest, FilesOneBehindTheOther) {
  HprofBytes Narrow(4), Wide(8);
  for (HprofBytes *B : {&Narrow, &Wide}) {
    B->names();
    if (B == &Wide) // The same class under another name.
      B->utf8(2, "Other");
    B->record(0x1c, [&] {
      B->classDump(0x10, 0, {});
      B->classDump(0x18, 0x10, {{3, BasicType::Object}, {4, BasicType::Int}});
      B->instance(0x20, 0x18, B->idSize() + 4).id(0x10).number(7, 4);
      B->number(0x05, 1).id(0x20);
    });
  }
  auto Both = [](const HprofBytes &A, const HprofBytes &B) {
    std::vector<uint8_t> Bytes = A.bytes().vec();
    append_range(Bytes, B.bytes());
    return Bytes;
  };
  for (auto &[First, Second] :
       {std::pair(&Narrow, &Wide), std::pair(&Wide, &Narrow)}) {
    std::vector<uint8_t> Bytes = Both(*First, *Second);
    for (auto &[Dump, Alone] : {std::pair(1, First), std::pair(2, Second)}) {
      GraphOptions Options;
      Options.Dump = Dump;
      HeapGraph G = graphOf(Bytes, Options);
      EXPECT_EQ(G.header().IdSize, Alone->idSize());
      EXPECT_EQ(G.counts().Dumps, 2u);
      HeapGraph Expected = graphOf(Alone->bytes());
      DominatorTree T = cantFail(DominatorTree::compute(G, {}));
      DominatorTree Known = cantFail(DominatorTree::compute(Expected, {}));
      EXPECT_EQ(StringRef(toText(G, &T)).rsplit(' ').first,
                StringRef(toText(Expected, &Known)).rsplit(' ').first);
      std::unique_ptr<HeapFile> In = HeapFile::fromMemory(Bytes, "test");
      auto C = cantFail(HeapContents::open(*In, G));
      EXPECT_EQ(C->context().header().IdSize, Alone->idSize());
    }
  }
}

// Segments up to a HEAP DUMP END form one dump.
TEST(DumpsOfFileTest, SeveralSegments) {
  auto Make = [](unsigned Segments, unsigned IdSize) {
    HprofBytes B(IdSize);
    B.utf8(1, "[A").loadClass(1, 8, 1);
    unsigned PerSegment = 240 / Segments;
    for (unsigned S = 0; S != Segments; ++S)
      B.record(0x1c, [&] {
        if (!S)
          B.classDump(8, 0, {}).number(0x05, 1).id(8);
        for (unsigned I = S * PerSegment; I != (S + 1) * PerSegment; ++I)
          addArray(B, 10 + I, 8, {10 + (I + 1) % 240u, 10 + I * I % 240u});
      });
    B.frame(0x2c, 0);
    return B;
  };
  for (unsigned IdSize : {1, 2, 4, 8}) {
    std::string Expected;
    for (unsigned Segments : {1, 2, 5, 60})
      for (unsigned Threads : {1, 2, 3, 8}) {
        HprofBytes B = Make(Segments, IdSize);
        GraphOptions Options;
        Options.Threads = Threads;
        HeapGraph G = graphOf(B.bytes(), Options);
        EXPECT_EQ(G.size(), 241u);
        std::string Text = toText(G);
        if (Expected.empty())
          Expected = Text;
        EXPECT_EQ(Text, Expected) << IdSize << ' ' << Segments << Threads;
      }
  }
}
