//===- BudgetTest.cpp - Tests of parsing budgets --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/Budget.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string fault(StringRef Text) {
  Expected<Budget> B = parseBudget(Text);
  return B ? "none" : toString(B.takeError());
}

TEST(Budget, EveryKeyIsRead) {
  Budget B = cantFail(parseBudget("noise: {instances: 10, bytes: 64K}\n"
                                  "ignore: ['byte[]', java.lang.*]\n"
                                  "limits:\n"
                                  "  - class: app.Session\n"
                                  "    instances: {max: 1000, growth: 12.5%}\n"
                                  "  - name: app\n"
                                  "    class: app.*\n"
                                  "    sum: true\n"
                                  "    shallow: {growth: 5M}\n"
                                  "  - total: true\n"
                                  "    retained: {max: 2G}\n"));
  EXPECT_EQ(B.NoiseInstances, 10u);
  EXPECT_EQ(B.NoiseBytes, 65536u);
  ASSERT_EQ(B.Ignore.size(), 2u);
  EXPECT_TRUE(B.Ignore[1].matches("java.lang.String"));
  EXPECT_EQ(B.By, GroupBy::Name);
  EXPECT_TRUE(B.needsRetained());
  ASSERT_EQ(B.Limits.size(), 3u);
  const Limit &First = B.Limits[0];
  EXPECT_EQ(First.Name, "class app.Session");
  EXPECT_EQ(First.Line, 4u);
  ASSERT_EQ(First.Allowances.size(), 1u);
  EXPECT_EQ(First.Allowances[0].Measure, "instances");
  EXPECT_EQ(First.Allowances[0].Max, 1000u);
  EXPECT_TRUE(First.Allowances[0].Most->IsPercent);
  EXPECT_EQ(First.Allowances[0].Most->Percent, 12.5);
  EXPECT_EQ(B.Limits[1].Name, "app");
  EXPECT_TRUE(B.Limits[1].IsSum);
  EXPECT_EQ(B.Limits[1].Allowances[0].Most->Amount, uint64_t(5) << 20);
  EXPECT_FALSE(B.Limits[2].Pattern);
  EXPECT_EQ(B.Limits[2].Line, 10u);
  EXPECT_EQ(B.Limits[2].Allowances[0].Max, uint64_t(2) << 30);
}

TEST(Budget, NamesOfLimitsAreUnique) {
  Budget B =
      cantFail(parseBudget("limits:\n"
                           "  - {total: true, shallow: {max: 1}}\n"
                           "  - {total: true, shallow: {growth: 1%}}\n"));
  EXPECT_EQ(B.Limits[0].Name, "total");
  EXPECT_EQ(B.Limits[1].Name, "total (line 3)");
  EXPECT_FALSE(B.By);
}

TEST(Budget, FaultsNameTheLine) {
  EXPECT_EQ(fault("limits:\n  - {clas: a, shallow: {max: 1}}\n"),
            "line 2: unknown key 'clas'");
  EXPECT_EQ(fault("limits:\n  - {class: a, shallow: {max: 1X}}\n"),
            "line 2: expected a number, optionally with K, M, G or T");
  EXPECT_EQ(fault("limits:\n  - {class: a, shallow: {growth: -5%}}\n"),
            "line 2: expected a percentage such as 10%");
  EXPECT_EQ(fault("limits:\n  - {class: /(/, shallow: {max: 1}}\n"),
            "line 2: not a regular expression: parentheses not balanced");
  EXPECT_EQ(fault("limits:\n"
                  "  - {class: a, shallow: {max: 1}}\n"
                  "  - {package: a, shallow: {max: 1}}\n"),
            "line 3: all limits of a budget must use the same key: class, "
            "package or loader");
}

TEST(Budget, ALimitWithoutMeaningIsAFault) {
  EXPECT_EQ(fault("limits: []\n"), "expected at least one limit");
  EXPECT_EQ(fault(""), "it is empty");
  EXPECT_EQ(fault(" \n"), "it is empty");
  EXPECT_NE(fault("noise: {bytes: 1}\n"), "none");
  EXPECT_NE(fault("limits:\n  - {shallow: {max: 1}}\n"), "none");
  EXPECT_NE(fault("limits:\n  - {total: false, shallow: {max: 1}}\n"), "none");
  EXPECT_NE(fault("limits:\n  - {class: a, total: true, shallow: {max: 1}}\n"),
            "none");
  EXPECT_NE(fault("limits:\n  - {class: a}\n"), "none");
  EXPECT_NE(fault("limits:\n  - {class: a, loaders: {max: 1}}\n"), "none");
  EXPECT_NE(fault("limits:\n  - {class: a, shallow: {}}\n"), "none");
  EXPECT_NE(fault("limits:\n  - {class: a, sum: true, retained: {max: 1}}\n"),
            "none");
  EXPECT_NE(
      fault("limits:\n  - {class: a, shallow: {max: 99999999999999999999}}\n"),
      "none");
  EXPECT_NE(fault("limits:\n  - {class: a, shallow: {max: 17592186044416T}}\n"),
            "none");
}

TEST(Budget, WhatIsNoTextIsRefused) {
  EXPECT_EQ(fault(StringRef("a\0b", 3)), "it is not text");
  EXPECT_EQ(fault(""), "it is empty");
}
