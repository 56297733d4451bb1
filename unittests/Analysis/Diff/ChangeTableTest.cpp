//===- ChangeTableTest.cpp - Tests of the change table --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::vector<std::string> keys(const ChangeTable &T) {
  std::vector<std::string> Keys;
  for (const ChangeTable::Row &R : T.rows())
    Keys.push_back(R.Key);
  return Keys;
}

static ChangeTable
instances(ArrayRef<std::pair<std::string, std::vector<int>>> Rows,
          size_t Inputs) {
  ChangeTable T({{"instances", false}}, Inputs);
  for (const auto &[Key, Values] : Rows)
    for (size_t I = 0; I != Inputs; ++I)
      if (Values[I] >= 0) // A negative value means "not in this input".
        T.add(I, Key, {uint64_t(Values[I])});
  T.sort(0);
  return T;
}

TEST(ChangeTable, LargestGrowthComesFirstAndLargestLossLast) {
  ChangeTable T = instances({{"same", {5, 5}},
                             {"lost", {9, 1}},
                             {"little", {1, 2}},
                             {"much", {1, 9}},
                             {"gone", {3, -1}}},
                            2);
  EXPECT_EQ(keys(T), (std::vector<std::string>{"much", "little", "same", "gone",
                                               "lost"}));
  EXPECT_EQ(T.change(T.rows()[0], 0), 8);
  EXPECT_EQ(T.change(T.rows()[4], 0), -8);
  EXPECT_FALSE(T.isChanged(T.rows()[2]));
  EXPECT_TRUE(T.isGone(T.rows()[3]));
  EXPECT_FALSE(T.isGone(T.rows()[4]));
}

TEST(ChangeTable, SharedNumbersComeAfterTheirOwners) {
  auto Sorted = [](int OfOwner) {
    ChangeTable T = instances({{"byte[]", {0, 100}},
                               {"owner", {0, OfOwner}},
                               {"char[]", {100, 0}},
                               {"less", {9, 0}}},
                              2);
    T.sort(0, [](const ChangeTable::Row &R) {
      return StringRef(R.Key).ends_with("[]");
    });
    return keys(T);
  };
  // The owner comes first if it accounts for at least a quarter of the array.
  EXPECT_EQ(Sorted(26),
            (std::vector<std::string>{"owner", "byte[]", "less", "char[]"}));
  EXPECT_EQ(Sorted(24),
            (std::vector<std::string>{"byte[]", "owner", "less", "char[]"}));
}

TEST(ChangeTable, AKeyThatIsThereWithNothingIsNotNew) {
  ChangeTable T = instances({{"zero", {0, 1}}, {"none", {-1, 1}}}, 2);
  EXPECT_EQ(keys(T), (std::vector<std::string>{"none", "zero"}));
  EXPECT_TRUE(T.isNew(T.rows()[0]));
  EXPECT_FALSE(T.isNew(T.rows()[1]));
}

TEST(ChangeTable, SteadyGrowthComesBeforeLargerGrowth) {
  ChangeTable T = instances(
      {{"jumps", {1, 90, 80}}, {"steady", {1, 2, 3}}, {"stays", {1, 1, 9}}}, 3);
  EXPECT_EQ(keys(T), (std::vector<std::string>{"steady", "jumps", "stays"}));
  EXPECT_FALSE(T.growsSteadily(T.rows()[2], 0));
}

TEST(ChangeTable, EqualChangesAreOrderedByOtherMeasuresThenKey) {
  ChangeTable T({{"instances", false}, {"shallow", true}}, 2);
  T.add(1, "b", {1, 8});
  T.add(1, "a", {1, 8});
  T.add(1, "c", {2, 8});
  T.sort(1);
  EXPECT_EQ(keys(T), (std::vector<std::string>{"c", "a", "b"}));
  EXPECT_EQ(T.measure("shallow"), 1u);
  EXPECT_FALSE(T.measure("retained"));
}

TEST(ChangeTable, NumbersBeyondTheTypeStopAtItsLimits) {
  EXPECT_EQ(changeBetween(0, UINT64_MAX), INT64_MAX);
  EXPECT_EQ(changeBetween(UINT64_MAX, 0), -INT64_MAX);
  EXPECT_EQ(changeBetween(UINT64_MAX, UINT64_MAX - 1), -1);
  ChangeTable T({{"shallow", true}}, 2);
  T.add(0, "a", {UINT64_MAX});
  T.add(0, "a", {2});
  T.add(0, "b", {2});
  EXPECT_EQ(T.before(T.rows()[0], 0), UINT64_MAX);
  EXPECT_EQ(T.before(T.total(), 0), UINT64_MAX);
}

TEST(ChangeTable, SlopeIsThatOfTheBestLine) {
  const uint64_t Hour = 3600000, Start = uint64_t(1) << 40;
  std::vector<uint64_t> Times = {Start, Start + Hour, Start + 2 * Hour};
  EXPECT_DOUBLE_EQ(*slopePerHour(Times, {100, 110, 120}), 10);
  EXPECT_DOUBLE_EQ(*slopePerHour(Times, {120, 110, 100}), -10);
  EXPECT_DOUBLE_EQ(*slopePerHour(Times, {100, 130, 100}), 0);
  EXPECT_FALSE(slopePerHour({Start, Start + 59999}, {1, 2}));
  EXPECT_DOUBLE_EQ(*slopePerHour({Start, Start + 60000}, {1, 2}), 60);
  // A regression line does not depend on the order of the times.
  EXPECT_DOUBLE_EQ(*slopePerHour({Start + Hour, Start}, {110, 100}), 10);
  EXPECT_FALSE(slopePerHour({Start, 0}, {1, 2}));
}
