//===- StackChunksTest.cpp - Sizes of stacks of virtual threads -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/StackChunks.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/ObjectLayout.h"
#include "hprof/Layout/StackCounts.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(StackChunksTest, Bytes) {
  const ObjectLayout &Compressed = *findObjectLayout("compressed");
  const ObjectLayout &Full = *findObjectLayout("uncompressed");
  EXPECT_EQ(stackChunkBytes(Compressed, 48, 0), 48u);
  EXPECT_EQ(stackChunkBytes(Compressed, 48, 32), 48u + 32 * 8 + 8);
  EXPECT_EQ(stackChunkBytes(Compressed, 48, 33), 48u + 33 * 8 + 16);
  EXPECT_EQ(stackChunkBytes(Full, 56, 64), 56u + 64 * 8 + 8);
  EXPECT_EQ(stackChunkBytes(Full, 56, 65), 56u + 65 * 8 + 16);
  EXPECT_EQ(stackChunkBytes(*findObjectLayout("compressed-16"), 48, 2),
            48u + 32);
  EXPECT_EQ(stackChunkBytes(Compressed, 48, INT32_MAX),
            48u + 8 * uint64_t(INT32_MAX) + 8 * (uint64_t(1) << 26));
}

TEST(StackChunksTest, SumsAreExactInEveryLayout) {
  for (const ObjectLayout &L : objectLayouts()) {
    StackLengths Sum, Other;
    uint64_t Bytes = 0;
    const uint64_t Fixed = L.align(60);
    for (uint64_t Words = 0; Words < 3000; Words += 7) {
      (Words % 2 ? Sum : Other).add(Words);
      Bytes += stackChunkBytes(L, Fixed, Words);
    }
    Sum.merge(Other);
    EXPECT_EQ(stackBytes(Sum, L, Fixed), Bytes) << L.Name.str();
    EXPECT_EQ(Sum.count(), 429u);
    EXPECT_EQ(Sum.longest(), 2996u);
  }
}

TEST(StackChunksTest, LengthIsFoundByTheField) {
  ClassModel C;
  C.Name = "jdk.internal.vm.StackChunk";
  C.Fields = {{"parent", BasicType::Object}, {"size", BasicType::Int}};
  EXPECT_EQ(stackLengthOffset(C, 8), 8u);
  EXPECT_EQ(stackLengthOffset(C, 4), 4u);
  C.Fields[1].Type = BasicType::Long;
  EXPECT_EQ(stackLengthOffset(C, 8), std::nullopt);
  C.Fields[1].Type = BasicType::Int;
  // With this field, the offset is not one that a walk can use.
  C.Fields.insert(C.Fields.begin(), {"flag", BasicType::Boolean});
  EXPECT_EQ(stackLengthOffset(C, 4), std::nullopt);
  C.Fields[0].Type = BasicType::Long;
  EXPECT_EQ(stackLengthOffset(C, 8), 16u);
  C.Fields.insert(C.Fields.begin(), 2, {"more", BasicType::Long});
  EXPECT_EQ(stackLengthOffset(C, 8), std::nullopt);
  C.Fields.erase(C.Fields.begin(), C.Fields.begin() + 3);
  C.Name = "app.StackChunk";
  EXPECT_EQ(stackLengthOffset(C, 8), std::nullopt);
}

TEST(StackChunksTest, LengthsAreReadWithinTheValues) {
  const uint8_t Values[] = {0, 0, 1, 2, 0x80, 0, 0, 0};
  EXPECT_EQ(stackLength(Values, 0), 258u);
  EXPECT_EQ(stackLength(Values, 4), 0u) << "below 0";
  EXPECT_EQ(stackLength(Values, 5), 0u);
  EXPECT_EQ(stackLength(Values, UINT32_MAX), 0u);
  EXPECT_EQ(stackLength({}, 0), 0u);
}

TEST(StackChunksTest, CountsOfUnknownClassesAreBounded) {
  DumpContext Context;
  StackCounts Counts;
  const uint8_t Values[] = {0, 0, 0, 9};
  for (uint64_t Class = 1; Class != 2000; ++Class) {
    Counts.meet(Class, Context);
    Counts.instance(Class, Values);
  }
  uint64_t Kept = 0;
  for (uint64_t Class = 1; Class != 2000; ++Class)
    Kept += Counts.lengths(Class, 0).count();
  EXPECT_EQ(Kept, 64u);
  EXPECT_EQ(Counts.lengths(1, 0).longest(), 9u);
  EXPECT_EQ(Counts.lengths(1, 4).count(), 0u);
  EXPECT_EQ(Counts.lengths(1, 2).count(), 0u);
}
