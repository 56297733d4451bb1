//===- StackTableTest.cpp - Frames and traces in little memory ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Context/StackTable.h"
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

TEST(StackTableTest, ColumnsTellTheSame) {
  StackTable Table;
  for (uint64_t Id : {5, 6, 7, 20, 21, 3, 40, 6}) {
    StackFrame F;
    F.Id = Id;
    F.Method = Id % 2;
    F.Line = int32_t(Id % 3);
    Table.add(F);
  }
  auto Trace = [&](uint32_t Serial, std::vector<uint64_t> Ids) {
    std::vector<uint8_t> Bytes;
    for (uint64_t Id : Ids)
      for (int Shift = 56; Shift >= 0; Shift -= 8)
        Bytes.push_back(uint8_t(Id >> Shift));
    StackTrace R;
    R.TraceSerial = Serial;
    R.ThreadSerial = Serial + 100;
    R.Frames = {uint32_t(Ids.size()), 8, false, Bytes};
    Table.add(R);
  };
  Trace(1, {5, 6, 7});
  Trace(2, {5, 20});
  Trace(3, {});
  Trace(9, {21});
  Trace(4, {90, 91, 92, 93, 94, 95, 96, 97, 98, 99}); // More frames than exist.
  StackColumns::Owned All = Table.columns();
  StackTable Kept;
  Kept.use({All.FrameRuns, All.Frames, All.Places, All.TraceRuns, All.Traces,
            All.Ids});
  for (uint64_t Id = 0; Id != 50; ++Id) {
    std::optional<StackFrame> A = Table.frame(Id), B = Kept.frame(Id);
    ASSERT_EQ(A.has_value(), B.has_value()) << Id;
    if (!A)
      continue;
    EXPECT_EQ(A->Method, B->Method);
    EXPECT_EQ(A->Line, B->Line);
  }
  for (uint32_t Serial = 0; Serial != 12; ++Serial) {
    std::optional<TraceInfo> A = Table.trace(Serial), B = Kept.trace(Serial);
    ASSERT_EQ(A.has_value(), B.has_value()) << Serial;
    if (!A)
      continue;
    EXPECT_EQ(A->ThreadSerial, B->ThreadSerial);
    ASSERT_EQ(A->Frames.size(), B->Frames.size()) << Serial;
    for (size_t I = 0; I != A->Frames.size(); ++I)
      EXPECT_EQ(A->Frames[I], B->Frames[I]);
  }
}

TEST(StackTableTest, BelievesNoColumns) {
  StackColumns::Run Runs[] = {{1, 0}, {5, 9}, {8, 2}};
  uint32_t Frames[] = {0, 1, UINT32_MAX};
  StackColumns::Place Places[] = {{1, 2, 3, 4, 5}};
  StackColumns::Trace Traces[] = {
      {0, 1, 1000},
      {7, 1, StackColumns::Trace::IsListed | 2},
      {UINT64_MAX, 1, StackColumns::Trace::IsListed | 1}};
  uint64_t Ids[] = {1};
  StackTable Table;
  Table.use({Runs, Frames, Places, Runs, Traces, Ids});
  for (uint32_t I = 0; I != 20; ++I) {
    EXPECT_EQ(Table.frame(I).has_value(), I == 1) << I;
    EXPECT_FALSE(Table.trace(I).has_value()) << I;
  }
}
