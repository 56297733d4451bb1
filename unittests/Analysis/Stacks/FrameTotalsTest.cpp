//===- FrameTotalsTest.cpp ------------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/FrameTotals.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Stacks {
  WeightedStacks Of{"CPU samples", {{"samples", "count"}}, 0};

  /// Adds a stack with the frames \p Names, outermost first; a digit at the end
  /// of a name is a line.
  void add(std::initializer_list<const char *> Names, uint64_t Value) {
    WeightedStacks::Place At = 0;
    for (StringRef Name : Names)
      At = Of.push(At, Of.addFrame({Name.take_front(1).str(), "",
                                    int32_t(Name.size())}));
    Of.add({At, 0}, Value);
  }

  std::string text() const {
    std::string Text;
    for (const FrameTotal &T : methodTotals(Of, 0))
      Text += (Text.empty() ? "" : ", ") + T.Name.str() + " " +
              std::to_string(T.Own) + "/" + std::to_string(T.Total);
    return Text;
  }
};
} // namespace

TEST(MethodTotals, CountAMethodOnceInAStack) {
  Stacks S;
  S.add({"a", "b", "a"}, 5);
  S.add({"a", "b"}, 3);
  S.add({"c"}, 4);
  S.add({"d", "c"}, 0);
  EXPECT_EQ(S.text(), "a 5/8, c 4/4, b 3/8");
}

TEST(MethodTotals, LinesOfAMethodAreJoined) {
  Stacks S;
  S.add({"a", "b1"}, 5);
  S.add({"a", "b22"}, 3);
  EXPECT_EQ(S.text(), "b 8/8, a 0/8");
}

TEST(MethodTotals, AClassAtTheEndIsNoMethod) {
  Stacks S;
  S.Of.EndsInClass = true;
  S.add({"a", "b", "X"}, 5);
  S.add({"a", "X"}, 2);
  S.add({"Y"}, 1);
  EXPECT_EQ(S.text(), "b 5/5, a 2/7, Y 1/1");
  const std::vector<FrameTotal> Classes = classTotals(S.Of, 0);
  ASSERT_EQ(Classes.size(), 1u);
  EXPECT_EQ(Classes[0].Name, "X");
  EXPECT_EQ(Classes[0].Own, 7u);
}

TEST(MethodTotals, PairsHaveTimesWithCallees) {
  Stacks S;
  S.Of = WeightedStacks("Method calls", {{"cpu", "milliseconds"}}, 0);
  S.Of.IsOfPairs = true;
  S.add({"?", "a"}, 10);
  S.add({"a", "b"}, 6);
  S.add({"b", "b"}, 5); // A recursive call.
  S.add({"b", "c"}, 4);
  EXPECT_EQ(S.text(), "a 4/10, c 4/4, b 2/6");
}

TEST(MethodTotals, SumsStopAtTheLargestNumber) {
  Stacks S;
  S.add({"a", "b"}, UINT64_MAX);
  S.add({"a", "c"}, 1);
  EXPECT_EQ(S.text(), "b 18446744073709551615/18446744073709551615, c 1/1, a "
                      "0/18446744073709551615");
}
