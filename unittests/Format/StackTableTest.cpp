//===- StackTableTest.cpp - Frames and traces in little memory ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/StackTable.h"
#include "gtest/gtest.h"
#include <map>

using namespace hprof;

TEST(StackTableTest, MapKeepsWhatComesInAnyOrder) {
  AscendingMap<uint32_t> Map;
  std::map<uint64_t, uint32_t> Right;
  uint64_t Keys[] = {5, 6,          7,  20,         21, 3,  6, 40,
                     0, UINT64_MAX, 41, UINT64_MAX, 0,  22, 3, 8};
  uint32_t Value = 0;
  for (uint64_t Key : Keys)
    Map[Key] = Right[Key] = ++Value;
  for (uint64_t Key = 0; Key != 100; ++Key) {
    const uint32_t *Found = Map.find(Key);
    ASSERT_EQ(Found != nullptr, Right.count(Key) != 0) << Key;
    if (Found) {
      EXPECT_EQ(*Found, Right[Key]) << Key;
    }
  }
  ASSERT_NE(Map.find(UINT64_MAX), nullptr);
  EXPECT_EQ(*Map.find(UINT64_MAX), Right[UINT64_MAX]);
  Map.clear();
  EXPECT_EQ(Map.find(5), nullptr);
}

TEST(StackTableTest, FramesThatAreAlikeKeepTheirIds) {
  StackTable Table;
  for (uint64_t Id : {1, 2, 3, 100, 50}) {
    StackFrame F;
    F.Id = Id;
    F.Method = 7;
    F.ClassSerial = 3;
    F.Line = int32_t(Id % 2);
    Table.add(F);
  }
  for (uint64_t Id : {1, 2, 3, 100, 50}) {
    std::optional<StackFrame> F = Table.frame(Id);
    ASSERT_TRUE(F.has_value());
    EXPECT_EQ(F->Id, Id);
    EXPECT_EQ(F->Method, 7u);
    EXPECT_EQ(F->ClassSerial, 3u);
    EXPECT_EQ(F->Line, int32_t(Id % 2));
  }
  EXPECT_FALSE(Table.frame(4).has_value());
  StackFrame Other;
  Other.Id = 2;
  Other.Method = 9;
  Table.add(Other);
  EXPECT_EQ(Table.frame(2)->Method, 9u) << "the last one counts";
  EXPECT_EQ(Table.frame(1)->Method, 7u);
}
