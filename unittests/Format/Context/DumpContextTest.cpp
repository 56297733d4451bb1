//===- DumpContextTest.cpp - Tests of the dump context --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/DumpContext.h"
#include "Format/Hprof/HprofBytes.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static void fill(DumpContext &Context, ArrayRef<uint8_t> Bytes,
                 size_t Window = 0) {
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "test", Window);
  DumpContext::Builder Build(Context, In->contents());
  ReaderOptions Options;
  if (Window)
    Options.MaxWhole = 2;
  cantFail(cantFail(HprofReader::create(*In, Options)).read(Build));
}

TEST(DumpContext, KnowsWhatADumpSays) {
  HprofBytes B = HprofBytes::good();
  for (size_t Window : {0, 7}) {
    DumpContext Context;
    fill(Context, B.bytes(), Window);
    EXPECT_EQ(Context.header().Version, "1.0.2");
    EXPECT_EQ(Context.string(2), StringRef("Node"));
    EXPECT_EQ(Context.string(77), std::nullopt);
    EXPECT_EQ(Context.stringBytes(), 28u);
    EXPECT_EQ(Context.className(0x18), "Node");
    EXPECT_EQ(Context.className(0x99), "unknown-class@0x99");
    EXPECT_EQ(Context.findClassBySerial(2), Context.findClass(0x18));
    ASSERT_TRUE(Context.findTrace(2).has_value());
    ASSERT_EQ(Context.findTrace(2)->Frames.size(), 1u);
    EXPECT_EQ(Context.findTrace(2)->Frames[0], 1u);
    ASSERT_TRUE(Context.findFrame(1).has_value());
    EXPECT_EQ(Context.findFrame(1)->Line, 7);
    ASSERT_NE(Context.findThread(1), nullptr);
    EXPECT_EQ(Context.findThread(1)->Object, 0x20u);
  }
}

// The first one in each heap dump counts, across the segments of that dump.
TEST(DumpContext, TheFirstOfRepeatedClassDumpsCounts) {
  HprofBytes B;
  B.record(0x1c, [&] {
    B.classDump(0x10, 0x8, {{1, BasicType::Int}});
    B.classDump(0x10, 0, {{1, BasicType::Long}, {2, BasicType::Long}});
  });
  B.utf8(1, "a");
  B.record(0x1c, [&] { B.classDump(0x10, 0, {{1, BasicType::Byte}}); });
  for (bool HasEnd : {false, true}) {
    if (HasEnd)
      B.frame(0x2c, 0);
    DumpContext Context;
    fill(Context, B.bytes());
    const ClassInfo *C = Context.findClass(0x10);
    ASSERT_EQ(C->Fields.size(), 1u);
    EXPECT_EQ(C->Fields[0].Type, BasicType::Int);
    EXPECT_EQ(C->Super, 0x8u);
  }
}

// A heap dump starts with a HEAP DUMP, after a HEAP DUMP END, and in the next
// file.
TEST(DumpContext, OfSeveralHeapDumpsTheLastOneCounts) {
  HprofBytes First, Segments, Old, Files;
  First.record(0x1c, [&] {
    First.classDump(0x10, 0, {{1, BasicType::Byte}});
    First.classDump(0x18, 0, {{1, BasicType::Byte}});
  });
  auto AddSecond = [](HprofBytes &B) {
    B.classDump(0x10, 0, {{1, BasicType::Int}});
    B.classDump(0x10, 0, {{1, BasicType::Long}});
  };
  Segments = First;
  Segments.frame(0x2c, 0).record(0x1c, [&] { AddSecond(Segments); });
  Old = First;
  Old.record(0x0c, [&] { AddSecond(Old); });
  Files = First;
  Files.header("1.0.2").record(0x1c, [&] { AddSecond(Files); });
  for (const HprofBytes *B : {&Segments, &Old, &Files}) {
    DumpContext Context;
    fill(Context, B->bytes());
    EXPECT_EQ(Context.findClass(0x10)->Fields[0].Type, BasicType::Int);
    EXPECT_EQ(Context.findClass(0x10)->HeapDump, 2u);
    EXPECT_EQ(Context.findClass(0x18)->HeapDump, 1u);
  }
}

TEST(DumpContext, TheLastOfARepeatedNameCounts) {
  HprofBytes B;
  B.utf8(1, "a").utf8(1, "b").loadClass(1, 0x10, 1).loadClass(9, 0x10, 1);
  B.utf8(UINT64_MAX, "top");
  DumpContext Context;
  fill(Context, B.bytes());
  EXPECT_EQ(Context.className(0x10), "b");
  EXPECT_EQ(Context.findClass(0x10)->Serial, 9u);
  EXPECT_EQ(Context.classes().size(), 1u);
  EXPECT_EQ(Context.string(UINT64_MAX), StringRef("top"));
}

TEST(DumpContext, KeepsTheBeginningOfLongStrings) {
  const std::string Long(3 * DumpContext::MaxString, 'x');
  HprofBytes B;
  B.utf8(1, Long).utf8(2, "y");
  for (size_t Window : {size_t(0), size_t(1) << 16}) {
    std::unique_ptr<Source> In = Source::fromMemory(B.bytes(), "test", Window);
    DumpContext Context;
    DumpContext::Builder Build(Context);
    cantFail(cantFail(HprofReader::create(*In)).read(Build));
    EXPECT_EQ(Context.string(1)->size(), DumpContext::MaxString);
    EXPECT_EQ(*Context.string(2), "y");
    EXPECT_EQ(Context.stringBytes(), Long.size() + 1);
  }
}
