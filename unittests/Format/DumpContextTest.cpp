//===- DumpContextTest.cpp - Tests of the dump context --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/DumpContext.h"
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
    ASSERT_NE(Context.findTrace(2), nullptr);
    EXPECT_THAT(Context.findTrace(2)->Frames, testing::ElementsAre(1u));
    ASSERT_NE(Context.findFrame(1), nullptr);
    EXPECT_EQ(Context.findFrame(1)->Line, 7);
    ASSERT_NE(Context.findThread(1), nullptr);
    EXPECT_EQ(Context.findThread(1)->Object, 0x20u);
  }
}

TEST(DumpContext, LayoutsRunFromTheClassToItsSuperclasses) {
  HprofBytes B;
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {{1, BasicType::Byte}});
    B.classDump(0x18, 0x10, {{2, BasicType::Object}, {3, BasicType::Short}});
  });
  DumpContext Context;
  fill(Context, B.bytes());
  uint64_t Size;
  std::vector<FieldSlot> Slots = Context.instanceLayout(0x18, Size);
  EXPECT_EQ(Size, 11u);
  ASSERT_EQ(Slots.size(), 3u);
  EXPECT_EQ(Slots[1].Offset, 8u);
  EXPECT_EQ(Slots[2].Offset, 10u);
  EXPECT_EQ(Slots[2].Class->Id, 0x10u);
}

TEST(DumpContext, LayoutsOfAnInstanceThatIsShort) {
  HprofBytes B;
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {{1, BasicType::Byte}});
    B.classDump(0x18, 0x10, {});
    B.classDump(0x20, 0x18, {{2, BasicType::Object}, {3, BasicType::Short}});
  });
  DumpContext Context;
  fill(Context, B.bytes());
  InstanceShape Shape = Context.instanceShape(0x20).value();
  EXPECT_EQ(Shape.Bytes, 11u);
  EXPECT_EQ(Shape.Fields, 3u);
  EXPECT_EQ(Shape.Objects, 1u);
  size_t Expected[] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3};
  for (auto [Bytes, Fields] : enumerate(Expected)) {
    uint64_t Size;
    EXPECT_EQ(Context.instanceLayout(0x20, Size, Bytes).size(), Fields);
    EXPECT_EQ(Size, 11u);
  }
  EXPECT_EQ(Context.instanceShape(0x18)->Bytes, 1u);
  EXPECT_FALSE(Context.instanceShape(0x99));
}

// What was asked is forgotten when a class changes.
TEST(DumpContext, ShapesFollowTheirClasses) {
  HprofBytes A, B;
  A.record(0x1c, [&] {
    A.classDump(0x18, 0x10, {{1, BasicType::Int}});
    A.classDump(0x10, 0x77, {{1, BasicType::Byte}});
  });
  B.record(0x1c, [&] { B.classDump(0x10, 0, {{1, BasicType::Long}}); });
  DumpContext Context;
  fill(Context, A.bytes());
  EXPECT_FALSE(Context.instanceShape(0x18));
  fill(Context, B.bytes());
  EXPECT_EQ(Context.instanceShape(0x18)->Bytes, 12u);
}

TEST(DumpContext, RingsAndHolesHaveNoLayout) {
  HprofBytes B;
  B.record(0x1c, [&] {
    B.classDump(0x10, 0x18, {{1, BasicType::Byte}});
    B.classDump(0x18, 0x10, {});
    B.classDump(0x20, 0x77, {{1, BasicType::Byte}});
  });
  DumpContext Context;
  fill(Context, B.bytes());
  uint64_t Size;
  EXPECT_TRUE(Context.instanceLayout(0x10, Size).empty());
  EXPECT_TRUE(Context.instanceLayout(0x20, Size).empty());
  EXPECT_FALSE(Context.instanceShape(0x10) || Context.instanceShape(0x18));
  EXPECT_FALSE(Context.instanceShape(0x20));
  EXPECT_EQ(Size, 0u);
}

TEST(DumpContext, TheLastOfARepeatedIdCounts) {
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
