//===- ProfileTablesTest.cpp - Tests of comparing profiles ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Diff/ProfileTables.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static uint32_t trace(Profile &P,
                      ArrayRef<std::pair<const char *, int>> Lines) {
  Profile::Trace T;
  for (auto [Method, Line] : Lines) {
    Profile::Frame F;
    F.ClassName = "app/Main";
    F.Method = Method;
    F.Line = Line;
    T.Frames.push_back(P.addFrame(F));
  }
  return P.addTrace(T);
}

static void addSamples(Profile &P, std::optional<uint32_t> Trace, uint64_t N) {
  P[ProfileKind::Samples].IsThere = true;
  Profile::Key K;
  K.Trace = Trace;
  P[ProfileKind::Samples].Rows[K] = {N, 0, 0, 0};
}

static std::string text(const ChangeTable &T) {
  std::string Out;
  for (const ChangeTable::Row &R : T.rows())
    Out += R.Key + ": " + std::to_string(T.before(R, 0)) + " -> " +
           std::to_string(T.after(R, 0)) + "\n";
  return Out;
}

TEST(ProfileTables, RowsAreKnownByMethodsNotLines) {
  Profile P[2];
  addSamples(P[0], trace(P[0], {{"hot", 7}, {"main", 1}}), 5);
  addSamples(P[0], trace(P[0], {{"hot", 8}, {"run", 2}}), 1);
  addSamples(P[1], trace(P[1], {{"hot", 70}, {"main", 10}}), 9);
  addSamples(P[1], std::nullopt, 2);
  std::vector<ProfileSection> S = compareProfiles(P, ProfileKey::Method);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_STREQ(S[0].Name, "samples");
  EXPECT_EQ(text(S[0].Table),
            "app.Main.hot: 6 -> 9\n(unknown trace): 0 -> 2\n");
  S = compareProfiles(P, ProfileKey::Trace);
  EXPECT_EQ(text(S[0].Table), "app.Main.hot < app.Main.main: 5 -> 9\n"
                              "(unknown trace): 0 -> 2\n"
                              "app.Main.hot < app.Main.run: 1 -> 0\n");
}

static void addSites(Profile &P, Profile::Counts Counts) {
  P[ProfileKind::Sites].IsThere = true;
  Profile::Key K;
  K.ArrayOf = 10; // int
  P[ProfileKind::Sites].Rows[K] = Counts;
}

TEST(ProfileTables, SitesOfArraysAreKnownByTheTypeOfTheElements) {
  Profile P[2];
  addSites(P[0], {0, 0, 0, 0});
  addSites(P[1], {48, 2, 480, 20});
  std::vector<ProfileSection> S = compareProfiles(P, ProfileKey::Method);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(text(S[0].Table), "int[] at (unknown trace): 0 -> 48\n");
  EXPECT_EQ(S[0].Table.after(S[0].Table.rows()[0], 3), 20u);
}

TEST(ProfileTables, OnlySectionsOfAllInputsAreCompared) {
  Profile P[3];
  addSites(P[0], {1, 1, 1, 1});
  addSamples(P[0], std::nullopt, 1);
  addSamples(P[1], std::nullopt, 1);
  addSites(P[2], {1, 1, 1, 1});
  EXPECT_EQ(sectionNames(P[0]), "sites, samples");
  std::vector<ProfileSection> S =
      compareProfiles(ArrayRef(P).take_front(2), ProfileKey::Method);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_STREQ(S[0].Name, "samples");
  EXPECT_TRUE(compareProfiles(P, ProfileKey::Method).empty());
}
