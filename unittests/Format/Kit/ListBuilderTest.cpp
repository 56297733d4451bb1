//===- ListBuilderTest.cpp - Tests of ListBuilder -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(ListBuilder, ElementsComeBackAsTheyWereAdded) {
  for (unsigned IdSize : {1U, 2U, 4U, 8U}) {
    ListBuilder<NamedReference> List(IdSize);
    for (uint64_t I = 0; I != 100; ++I)
      EXPECT_TRUE(List.add({I, 2 * I}));
    EXPECT_EQ(List.size(), 100u);
    ListRef<NamedReference> L = List.ref();
    EXPECT_EQ(L.Count, 100u);
    EXPECT_EQ(L.IdSize, IdSize);
    EXPECT_EQ(L.Bytes.size(), 200u * IdSize);
    uint64_t I = 0;
    forEach(L, [&](const NamedReference &R) {
      EXPECT_EQ(R.Name, I);
      EXPECT_EQ(R.Object, 2 * I++);
    });
  }
}

TEST(ListBuilder, ValuesTakeTheBytesOfTheirType) {
  for (unsigned IdSize : {1U, 2U, 4U, 8U}) {
    ListBuilder<StaticField> List(IdSize);
    const Value Values[] = {{BasicType::Object, 0x7f},
                            {BasicType::Byte, 0xff},
                            {BasicType::Long, 0x0123456789abcdef},
                            {BasicType::Char, 0xfffe},
                            {BasicType::Object, 1}};
    for (const Value &V : Values)
      List.add({9, V});
    EXPECT_EQ(List.ref().Bytes.size(), 5u * (IdSize + 1) + 2 * IdSize + 11);
    const Value *Next = Values;
    forEach(List.ref(), [&](const StaticField &F) {
      EXPECT_EQ(F.Name, 9u);
      EXPECT_EQ(F.Value.Type, Next->Type);
      EXPECT_EQ(F.Value.Bits, Next++->Bits);
    });
    EXPECT_EQ(Next, std::end(Values));
  }
}

TEST(ListBuilder, NumbersAreBigEndian) {
  ListBuilder<CpuTime> Times;
  Times.add({1, 0x02030405, 0xfffffffe});
  EXPECT_EQ(toHex(Times.ref().Bytes),
            "00000000000000010203040500000000FFFFFFFE");
  ListBuilder<Percentage> Rows;
  Rows.add({-1, 2});
  EXPECT_EQ(toHex(Rows.ref().Bytes), "FFFFFFFF00000002");
  ListBuilder<InstanceField> Fields(4);
  Fields.add({0x10, BasicType::Int});
  EXPECT_EQ(toHex(Fields.ref().Bytes), "000000100A");
}

TEST(ListBuilder, IsUsedAgain) {
  ListBuilder<StackFrameRef> Frames;
  EXPECT_TRUE(Frames.empty());
  EXPECT_EQ(Frames.ref().Count, 0u);
  Frames.add({1});
  Frames.begin(4);
  EXPECT_TRUE(Frames.empty());
  Frames.add({2});
  EXPECT_EQ(Frames.ref().IdSize, 4u);
  EXPECT_EQ(toHex(Frames.ref().Bytes), "00000002");
  Frames.clear();
  EXPECT_EQ(Frames.ref().Count, 0u);
  EXPECT_TRUE(Frames.ref().Bytes.empty());
  EXPECT_EQ(Frames.ref().IdSize, 4u);
}

TEST(ListBuilder, AListMayBeInABufferOfOnesOwn) {
  SmallVector<uint8_t, 0> Buffer(3);
  ListRef<ThreadRef> Threads;
  {
    ListBuilder<ThreadRef> List(Buffer, 4);
    EXPECT_TRUE(List.empty());
    List.add({7});
    Threads = List.ref();
  }
  EXPECT_EQ(Threads.Count, 1u);
  EXPECT_EQ(Threads.Bytes.data(), Buffer.data());
  EXPECT_EQ(toHex(Buffer), "00000007");
}

TEST(ListBuilder, WhatNoRecordCanCountIsLeftOut) {
  // CLASS DUMP uses two-byte counts.
  EXPECT_EQ(ListBuilder<StaticField>::Max, 0xffffu);
  EXPECT_EQ(ListBuilder<PoolEntry>::Max, 0xffffu);
  EXPECT_EQ(ListBuilder<InstanceField>::Max, 0xffffu);
  EXPECT_EQ(ListBuilder<StackFrameRef>::Max, 0xffffffffu);
  EXPECT_EQ(ListBuilder<NamedReference>::Max, 0xffffffffu);
  ListBuilder<InstanceField> Fields(1);
  for (unsigned I = 0; I != 0xffff; ++I)
    ASSERT_TRUE(Fields.add({1, BasicType::Byte}));
  EXPECT_EQ(Fields.leftOut(), 0u);
  EXPECT_FALSE(Fields.add({2, BasicType::Byte}));
  EXPECT_FALSE(Fields.add({3, BasicType::Byte}));
  EXPECT_EQ(Fields.size(), 0xffffu);
  EXPECT_EQ(Fields.leftOut(), 2u);
  EXPECT_EQ(Fields.ref().Count, 0xffffu);
  forEach(Fields.ref(), [](const InstanceField &F) { ASSERT_EQ(F.Name, 1u); });
  Fields.clear();
  EXPECT_EQ(Fields.leftOut(), 0u);
  EXPECT_TRUE(Fields.add({2, BasicType::Byte}));
}
