//===- SuspectTableTest.cpp - Tests of comparing leak suspects ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/HeapCounts.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// Signature, location, and own bytes, which equal the retained bytes.
using Suspect = std::tuple<const char *, const char *, uint64_t>;

static std::vector<CountedSuspect> counted(ArrayRef<Suspect> Of,
                                           const char *Around = "") {
  std::vector<CountedSuspect> Counted;
  for (const auto &[Signature, Place, Bytes] : Of)
    Counted.push_back({Signature, Place, Place, 1, Bytes, Bytes, Around});
  return Counted;
}

/// Compares the suspects of each input. Inside suspect 1, the first input also
/// has the smaller suspects \p Smaller.
static std::string compared(ArrayRef<std::vector<Suspect>> Inputs,
                            ArrayRef<Suspect> Smaller = {}) {
  std::vector<HeapCounts> Counts;
  for (const std::vector<Suspect> &In : Inputs)
    Counts.emplace_back().Suspects = counted(In);
  Counts.front().Smaller = counted(Smaller, "1");
  const ChangeTable T = compareSuspects(Counts);
  std::string Text;
  for (const ChangeTable::Row &R : T.rows()) {
    Text += R.Key + ":";
    for (size_t I = 0; I != T.inputs(); ++I)
      Text += " " + std::to_string(T.value(R, I, SuspectOwn));
    Text += "\n";
  }
  return Text;
}

TEST(SuspectTable, EqualSignaturesAreOneSuspect) {
  EXPECT_EQ(compared({{{"1", "A.x", 5}}, {{"1", "A.x", 9}, {"2", "B.y", 3}}}),
            "1: 5 9\n2: 0 3\n");
}

TEST(SuspectTable, AnotherWayToTheSamePlaceIsTheSameSuspect) {
  EXPECT_EQ(compared({{{"1", "A.x", 5}}, {{"2", "A.x", 9}}}), "2: 5 9\n");
  EXPECT_EQ(compared({{{"1", "A.x", 1}}, {}, {{"2", "A.x", 2}}}), "2: 1 0 2\n");
  EXPECT_EQ(compared({{{"1", "A.x", 5}}, {{"2", "B.x", 9}}}),
            "2: 0 9\n1: 5 0\n");
  // The location of both suspects is unknown.
  EXPECT_EQ(compared({{{"1", "", 5}}, {{"2", "", 9}}}), "2: 0 9\n1: 5 0\n");
}

TEST(SuspectTable, SeveralAtOnePlaceAreNotMixed) {
  EXPECT_EQ(compared({{{"1", "A.x", 5}, {"2", "A.x", 3}}, {{"3", "A.x", 9}}}),
            "3: 0 9\n2: 3 0\n1: 5 0\n");
  // A signature takes precedence over a location.
  EXPECT_EQ(compared({{{"1", "A.x", 5}, {"2", "B.x", 2}},
                      {{"1", "B.x", 9}, {"3", "A.x", 1}}}),
            "1: 5 9\n3: 0 1\n2: 2 0\n");
}

TEST(SuspectTable, SmallerOnesOfAnotherInputAreNotNew) {
  EXPECT_EQ(compared({{{"1", "A.x", 9}}, {{"1", "A.x", 5}, {"2", "B.y", 7}}},
                     {{"2", "B.y", 4}, {"3", "C.z", 4}}),
            "2: 4 7\n1: 5 5\n");
  // Smaller suspects are matched by location, if only one has that location.
  EXPECT_EQ(compared({{{"1", "A.x", 9}}, {{"1", "A.x", 5}, {"2", "B.y", 7}}},
                     {{"4", "B.y", 4}}),
            "2: 4 7\n1: 5 5\n");
  EXPECT_EQ(compared({{{"1", "A.x", 9}}, {{"1", "A.x", 5}, {"2", "B.y", 7}}},
                     {{"4", "B.y", 4}, {"5", "B.y", 3}}),
            "2: 0 7\n1: 9 5\n");
  // The suspect, rather than a smaller one, is matched.
  EXPECT_EQ(compared({{{"1", "A.x", 9}}, {{"1", "A.x", 9}}}, {{"4", "A.x", 4}}),
            "1: 9 9\n");
}
