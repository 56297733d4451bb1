//===- SizeColumnTest.cpp - Tests of columns of mostly small sizes --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/SizeColumn.h"
#include "gtest/gtest.h"
#include <vector>

using namespace hprof;
using namespace llvm;

TEST(SizeColumn, PacksWhatFitsAndListsTheRest) {
  std::vector<uint64_t> Sizes = {0, 8, 16, 7, 524'272, 524'280, UINT64_MAX, 24};
  for (unsigned Unit : {1, 8, 16}) {
    std::vector<uint16_t> Smalls;
    std::vector<SizeColumn::Large> Larges;
    for (size_t I = 0; I != Sizes.size(); ++I) {
      Smalls.push_back(SizeColumn::pack(Sizes[I], Unit));
      if (Smalls.back() == SizeColumn::IsLarge)
        Larges.push_back({I, Sizes[I]});
    }
    if (Unit == 8) {
      EXPECT_EQ(Larges.size(), 3u);
    }
    SizeColumn Packed =
        SizeColumn::packed(BigArray<uint16_t>::view(Smalls),
                           BigArray<SizeColumn::Large>::view(Larges), Unit);
    ASSERT_EQ(Packed.size(), Sizes.size());
    for (size_t I = 0; I != Sizes.size(); ++I)
      EXPECT_EQ(Packed.get(I), Sizes[I]) << Unit;
  }
}

TEST(SizeColumn, SurvivesAListThatLacksWhatItShouldHave) {
  std::vector<uint16_t> Smalls = {SizeColumn::IsLarge, 1};
  SizeColumn Packed = SizeColumn::packed(BigArray<uint16_t>::view(Smalls),
                                         BigArray<SizeColumn::Large>(), 8);
  EXPECT_EQ(Packed.get(0), 0u);
  EXPECT_EQ(Packed.get(1), 8u);
}
