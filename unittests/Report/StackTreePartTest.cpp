//===- StackTreePartTest.cpp - Tests of stacks as a tree ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Report/StackTreePart.h"
#include "Answer/AnswerTesting.h"
#include "gmock/gmock.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

namespace {
struct StackTreePartTest : testing::Test {
  /// Adds a stack, outermost frame first.
  void add(std::vector<std::string> Names, uint64_t Value) {
    WeightedStacks::Place At = 0;
    for (std::string &Name : Names)
      At = Stacks.push(At, Stacks.addFrame({std::move(Name), "", 0}));
    Stacks.add({At, 0}, Value);
  }
  /// Each row in the form "depth frame value own".
  std::vector<std::string> rows(uint64_t MostRows = UINT64_MAX) {
    StackTreePart Part(Stacks, {"file", "", MostRows});
    std::vector<std::string> Found;
    for (std::unique_ptr<Rows> All = Part.rows(Part.least()); All->next();)
      Found.push_back(std::to_string(numberOf(*All, "depth")) + " " +
                      textOf(*All, "frame") + " " +
                      std::to_string(numberOf(*All, "value")) + " " +
                      std::to_string(numberOf(*All, "own")));
    return Found;
  }

  WeightedStacks Stacks{"CPU samples", {{"samples", "count"}}, 0};
};

TEST_F(StackTreePartTest, EqualBeginningsAreJoined) {
  add({"main", "run"}, 2);
  add({"main", "stop"}, 5);
  add({"main"}, 1);
  add({"other"}, 3);
  EXPECT_THAT(rows(), ElementsAre("0 main 8 1", "1 stop 5 5", "1 run 2 2",
                                  "0 other 3 3"));
}

TEST_F(StackTreePartTest, TheSmallestRowsAreLeftOut) {
  add({"main", "run"}, 2);
  add({"main", "stop"}, 5);
  add({"other"}, 3);
  EXPECT_THAT(rows(3), ElementsAre("0 main 7 0", "1 stop 5 5", "0 other 3 3"));
  EXPECT_THAT(rows(1), ElementsAre("0 main 7 0"));
  // Rows with equal values are omitted together.
  add({"other"}, 2);
  EXPECT_THAT(rows(2), ElementsAre("0 main 7 0"));
  StackTreePart Part(Stacks, {"file", "", 2});
  EXPECT_EQ(Part.inAll(), 4U);
  EXPECT_EQ(Part.total(), 12U);
  EXPECT_EQ(Part.least(), 6U);
}

TEST_F(StackTreePartTest, AMethodCountsWhereverItIs) {
  add({"a", "b"}, 1);
  add({"b"}, 4);
  add({"b", "b"}, 2);
  add({"c"}, 0);
  const StackTreePart Part(Stacks, {"file", "", 1});
  std::unique_ptr<Rows> All = Part.methods();
  ASSERT_TRUE(All->next());
  EXPECT_EQ(textOf(*All, "method"), "b");
  EXPECT_EQ(numberOf(*All, "own"), 7U);
  EXPECT_EQ(numberOf(*All, "total"), 7U);
  ASSERT_TRUE(All->next());
  EXPECT_EQ(textOf(*All, "method"), "a");
  EXPECT_EQ(numberOf(*All, "own"), 0U);
  EXPECT_EQ(numberOf(*All, "total"), 1U);
  EXPECT_FALSE(All->next());
}

TEST_F(StackTreePartTest, SumsStopAtTheLargestNumber) {
  add({"a", "b"}, UINT64_MAX);
  add({"a", "c"}, 2);
  EXPECT_THAT(rows(), ElementsAre("0 a 18446744073709551615 0",
                                  "1 b 18446744073709551615 "
                                  "18446744073709551615",
                                  "1 c 2 2"));
}

TEST_F(StackTreePartTest, NoStacksAreNoRows) {
  EXPECT_THAT(rows(), ElementsAre());
  EXPECT_EQ(StackTreePart(Stacks, {"file", "", 1}).total(), 0U);
}
} // namespace
