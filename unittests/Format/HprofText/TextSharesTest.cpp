//===- TextSharesTest.cpp - Percentages of ranked sections ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/HprofText/TextShares.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;
using Of = TextShares::Of;

static std::vector<Percentage> print(Of What, uint64_t Total,
                                     ArrayRef<uint64_t> Parts) {
  TextShares Shares(What, Total);
  std::vector<Percentage> Printed;
  for (uint64_t Part : Parts)
    Printed.push_back(Shares.next(Part));
  return Printed;
}

/// Shares in descending order, as in sections, whose sum is at most \p Total.
static std::vector<uint64_t> randomParts(std::mt19937_64 &Random,
                                         uint64_t Total) {
  std::vector<uint64_t> Parts;
  uint64_t Left = Total;
  for (size_t N = Random() % 300; N && Left; --N) {
    uint64_t Most = Parts.empty() ? Left : std::min(Left, Parts.back());
    Parts.push_back(Random() % (Most / (1 + Random() % 8) + 1));
    Left -= Parts.back();
  }
  return Parts;
}

TEST(TextSharesTest, RoundsAsPrintfDoes) {
  // 3.125 and 9.375 are exact in binary, and ties go to the even digit.
  TextShares Shares(Of::Costs, 96);
  Percentage P = Shares.next(3);
  EXPECT_EQ(P.Self, 312);
  P = Shares.next(9);
  EXPECT_EQ(P.Self, 938);
  EXPECT_EQ(P.Accumulated, 1250);
  TextShares Nothing(Of::Sites, 0);
  EXPECT_EQ(Nothing.next(0).Self, 0);
  EXPECT_EQ(Nothing.next(1).Accumulated, 0);
}

TEST(TextSharesTest, PrefersWhatIsTold) {
  Percentage Told[] = {{1, 2}};
  TextShares Shares(Of::Costs, 4, Told);
  EXPECT_EQ(Shares.next(4).Accumulated, 2);
  EXPECT_EQ(Shares.next(4).Self, 10000);
}

TEST(TextSharesTest, FindsPartsThatPrintTheSame) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    uint64_t Total =
        1 + (Random() & UINT32_MAX) % (uint64_t(1) << (Round % 32));
    std::vector<uint64_t> Parts = randomParts(Random, Total);
    std::vector<Percentage> Printed = print(Of::Costs, Total, Parts);
    std::vector<uint64_t> Found = guessParts(Total, Printed);
    EXPECT_TRUE(givesShares(Of::Costs, Total, Found, Printed)) << Round;
  }
}

TEST(TextSharesTest, FindsATotalThatPrintsTheSame) {
  std::mt19937_64 Random(2);
  unsigned Missed = 0;
  for (unsigned Round = 0; Round != 2000; ++Round) {
    uint64_t Total =
        1 + (Random() & UINT32_MAX) % (uint64_t(1) << (Round % 32));
    std::vector<uint64_t> Parts = randomParts(Random, Total);
    if (Parts.empty() || !Parts[0])
      continue;
    std::vector<Percentage> Printed = print(Of::Sites, Total, Parts);
    Missed +=
        !givesShares(Of::Sites, guessTotal(Parts, Printed), Parts, Printed);
  }
  // With many rows, only one total is possible, but an adjacent value may be
  // found; in that case, the percentages are reported.
  EXPECT_LT(Missed, 20u);
}

TEST(TextSharesTest, MakesTheBestOfNonsense) {
  Percentage Printed[] = {{9000, 1}, {INT32_MAX, INT32_MAX}, {0, 0}};
  EXPECT_THAT(guessParts(10, Printed), ElementsAre(9, 2147484, 0));
  uint64_t Parts[] = {5, 0, UINT32_MAX};
  EXPECT_GE(guessTotal(Parts, Printed), uint64_t(5) + UINT32_MAX);
  EXPECT_THAT(guessParts(0, {}), ElementsAre());
  EXPECT_EQ(guessTotal({}, {}), 0u);
}
