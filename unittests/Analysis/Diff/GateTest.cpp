//===- GateTest.cpp - Tests of the budget gate ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Gate.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static HeapCounts heap(std::vector<CountedKey> Keys) {
  HeapCounts C;
  C.Name = "heap";
  C.Keys = std::move(Keys);
  return C;
}

/// The violations of the limits in \p Text, one per line.
static std::string violations(StringRef Text, std::vector<CountedKey> Before,
                              std::vector<CountedKey> After) {
  Budget B = cantFail(parseBudget(Text));
  HeapCounts Inputs[] = {heap(std::move(Before)), heap(std::move(After))};
  Inputs[0].Reachable = 1000;
  Inputs[1].Reachable = 1500;
  GateResult G = checkBudget(B, Inputs, compareHeaps(Inputs), false);
  std::string Out;
  for (const GateCheck &C : G.Checks)
    for (const Violation &V : C.Violations)
      Out += C.Name + "|" + V.Key + "|" + V.Measure + "|" +
             std::to_string(V.Before) + "|" + std::to_string(V.After) + "|" +
             V.Rule + "\n";
  EXPECT_EQ(G.passed(), Out.empty());
  return Out;
}

static std::string limit(StringRef What) {
  return ("limits:\n  - {" + What + "}\n").str();
}

TEST(Gate, AMaximumIsOfWhatIsThereAfterwards) {
  std::string Budget = limit("class: A, instances: {max: 10}");
  EXPECT_EQ(violations(Budget, {{"A", 99, 0, {}, 0}}, {{"A", 10, 0, {}, 0}}),
            "");
  EXPECT_EQ(violations(Budget, {{"A", 1, 0, {}, 0}}, {{"A", 11, 0, {}, 0}}),
            "class A|A|instances|1|11|may be at most 10\n");
}

TEST(Gate, GrowthIsAnAmountOrAShare) {
  std::string Amount = limit("class: A, shallow: {growth: 1K}");
  EXPECT_EQ(violations(Amount, {{"A", 1, 100, {}, 0}}, {{"A", 1, 1124, {}, 0}}),
            "");
  EXPECT_EQ(violations(Amount, {{"A", 1, 100, {}, 0}}, {{"A", 1, 1125, {}, 0}}),
            "class A|A|shallow|100|1125|may grow by at most 1K\n");
  std::string Share = limit("class: A, shallow: {growth: 10%}");
  EXPECT_EQ(violations(Share, {{"A", 1, 100, {}, 0}}, {{"A", 1, 110, {}, 0}}),
            "");
  EXPECT_EQ(violations(Share, {{"A", 1, 100, {}, 0}}, {{"A", 1, 111, {}, 0}}),
            "class A|A|shallow|100|111|may grow by at most 10%\n");
  EXPECT_EQ(violations(Share, {{"A", 1, 111, {}, 0}}, {{"A", 1, 1, {}, 0}}),
            "");
  // A new class has no previous size, so it exceeds any relative limit.
  EXPECT_EQ(violations(Share, {}, {{"A", 1, 1, {}, 0}}),
            "class A|A|shallow|0|1|may grow by at most 10%\n");
}

TEST(Gate, APatternLimitsEachRowOrTheirSum) {
  std::vector<CountedKey> Before = {{"a.X", 1, 0, {}, 0}, {"a.Y", 1, 0, {}, 0}},
                          After = {{"a.X", 6, 0, {}, 0}, {"a.Y", 7, 0, {}, 0}};
  EXPECT_EQ(
      violations(limit("class: 'a.*', instances: {max: 6}"), Before, After),
      "class a.*|a.Y|instances|1|7|may be at most 6\n");
  EXPECT_EQ(
      violations(limit("class: 'a.*', instances: {growth: 1}"), Before, After),
      "class a.*|a.Y|instances|1|7|may grow by at most 1\n"
      "class a.*|a.X|instances|1|6|may grow by at most 1\n");
  EXPECT_EQ(violations(limit("class: 'a.*', sum: true, instances: {max: 12}"),
                       Before, After),
            "sum of class a.*||instances|2|13|may be at most 12\n");
}

TEST(Gate, NoiseIsForGrowthOnly) {
  std::string Noise = "noise: {instances: 5}\n";
  std::string Budget =
      Noise + limit("class: A, instances: {max: 8, growth: 0}");
  EXPECT_EQ(violations(Budget, {{"A", 1, 0, {}, 0}}, {{"A", 6, 0, {}, 0}}), "");
  EXPECT_EQ(violations(Budget, {{"A", 1, 0, {}, 0}}, {{"A", 7, 0, {}, 0}}),
            "class A|A|instances|1|7|may grow by at most 0\n");
  EXPECT_EQ(violations(Budget, {{"A", 8, 0, {}, 0}}, {{"A", 9, 0, {}, 0}}),
            "class A|A|instances|8|9|may be at most 8\n");
}

TEST(Gate, IgnoredRowsCountNowhere) {
  std::string Ignore = "ignore: [B]\n";
  std::vector<CountedKey> Before = {{"A", 1, 0, {}, 0}, {"B", 1, 0, {}, 0}},
                          After = {{"A", 2, 0, {}, 0}, {"B", 99, 0, {}, 0}};
  EXPECT_EQ(violations(Ignore + limit("class: '*', instances: {max: 2}"),
                       Before, After),
            "");
  EXPECT_EQ(violations(Ignore + limit("total: true, instances: {max: 1}"),
                       Before, After),
            "total||instances|1|2|may be at most 1\n");
}

TEST(Gate, TheTotalOfRetainedSizesIsWhatRootsReach) {
  EXPECT_EQ(violations(limit("total: true, retained: {growth: 40%}"),
                       {{"A", 1, 10, 700, 0}, {"B", 1, 10, 700, 0}},
                       {{"A", 1, 10, 900, 0}, {"B", 1, 10, 900, 0}}),
            "total||retained|1000|1500|may grow by at most 40%\n");
}

TEST(Gate, ADamagedInputFailsUnlessAllowed) {
  Budget B = cantFail(parseBudget(limit("total: true, instances: {max: 5}")));
  HeapCounts Inputs[] = {heap({{"A", 1, 0, {}, 0}}),
                         heap({{"A", 1, 0, {}, 0}})};
  Inputs[0].IsDamaged = true;
  ChangeTable T = compareHeaps(Inputs);
  EXPECT_EQ(checkBudget(B, Inputs, T, /*AllowDamaged=*/false).failures(), 1u);
  EXPECT_TRUE(checkBudget(B, Inputs, T, /*AllowDamaged=*/true).passed());
}

TEST(Gate, RowsThatAPatternMatchesAreCounted) {
  Budget B = cantFail(parseBudget(limit("class: C, instances: {max: 5}")));
  HeapCounts Inputs[] = {heap({{"A", 1, 0, {}, 0}}),
                         heap({{"A", 1, 0, {}, 0}})};
  GateResult G = checkBudget(B, Inputs, compareHeaps(Inputs), false);
  EXPECT_EQ(G.Checks.back().Matched, 0u);
  EXPECT_TRUE(G.passed());
}
