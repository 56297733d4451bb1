//===- PackedNumbersTest.cpp - Tests of packed columns of numbers ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Columns/PackedNumbers.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

static NumberArray numberArray(ArrayRef<uint32_t> Of) {
  NumberArray A = cantFail(NumberArray::make(4, Of.size()));
  for (size_t I = 0; I != Of.size(); ++I)
    A.set(I, Of[I]);
  return A;
}

/// All numbers of \p A, which must be equal in a plain copy.
static std::vector<uint64_t> allOf(const NumberArray &A) {
  EXPECT_TRUE(A.isPacked());
  EXPECT_FALSE(A.isReadFromFile());
  const NumberArray Plain = cantFail(A.plain(nullptr));
  EXPECT_FALSE(Plain.isPacked());
  EXPECT_EQ(Plain.size(), A.size());
  std::vector<uint64_t> All;
  for (uint64_t I = 0; I != A.size(); ++I) {
    All.push_back(A.get(I));
    EXPECT_EQ(Plain.get(I), A.get(I));
  }
  return All;
}

TEST(PackedNumbersTest, Derived) {
  std::mt19937 Random(1);
  for (size_t Size : {0, 1, 63, 64, 65, 500}) {
    const DerivedNumbers::Rule By = {1000, 2, 77};
    std::vector<uint32_t> Base, Listed;
    std::vector<uint64_t> Wanted;
    std::vector<DerivedNumbers::Cell> Cells;
    for (size_t I = 0; I != Size; ++I) {
      Base.push_back(Random() % 1100);
      if (I % 64 == 0)
        Cells.push_back({0, Listed.size()});
      Wanted.push_back(Base[I] < 1000 ? Base[I] + 2 : 77);
      if (Random() % 3)
        continue;
      Wanted.back() = Random() % 5000;
      Listed.push_back(uint32_t(Wanted.back()));
      Cells.back().Word |= uint64_t(1) << (I % 64);
    }
    auto Packed = std::make_shared<DerivedNumbers>(numberArray(Base), By, Cells,
                                                   numberArray(Listed));
    EXPECT_TRUE(Packed->isValid());
    EXPECT_EQ(allOf(NumberArray::packed(Packed, 4)), Wanted);
    if (Cells.empty())
      continue;
    ++Cells.back().Before;
    EXPECT_FALSE(Packed->isValid());
    --Cells.back().Before;
    Cells.front().Word ^= 1;
    EXPECT_FALSE(Packed->isValid());
  }
}

TEST(PackedNumbersTest, Based) {
  using Numbers = BasedNumbers;
  std::vector<uint16_t> Steps(130, 0);
  Steps[1] = 5;
  Steps[2] = Numbers::IsMissing;
  Steps[3] = Numbers::IsLarge;
  Steps[4] = Numbers::IsLarge; // No list entry for this step.
  Steps[64] = Numbers::IsLarge - 1;
  Steps[129] = Numbers::IsLarge;
  const std::vector<Numbers::Large> Larges = {{3, 70000}, {129, 80000}};
  const NumberArray A = NumberArray::packed(
      std::make_shared<Numbers>(Steps, numberArray({10, 100, 1000}), Larges,
                                UINT32_MAX),
      4);
  const std::vector<uint64_t> All = allOf(A);
  ASSERT_EQ(All.size(), 130u);
  EXPECT_EQ(All[0], 10u);
  EXPECT_EQ(All[1], 15u);
  EXPECT_EQ(All[2], UINT32_MAX);
  EXPECT_EQ(All[3], 70000u);
  EXPECT_EQ(All[4], UINT32_MAX);
  EXPECT_EQ(All[64], 100u + 65533u);
  EXPECT_EQ(All[128], 1000u);
  EXPECT_EQ(All[129], 80000u);
}
