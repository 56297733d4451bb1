//===- ProfileStacksTest.cpp - Sections of profiles as stacks -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/StackSources.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

std::string text(const WeightedStacks &S) {
  std::vector<uint32_t> Storage;
  std::string Text;
  for (size_t I = 0; I != S.samples().size(); ++I) {
    for (uint32_t F : S.frames(S.samples()[I].At, Storage))
      Text += S.frames()[F].Name + ";";
    for (unsigned M = 0; M != S.measures().size(); ++M)
      Text += " " + std::to_string(S.value(I, M));
    Text += "\n";
  }
  return Text;
}

Profile sample() {
  Profile P;
  Profile::Trace T;
  T.Frames = {P.addFrame({"app/Inner", "run", "()V", "Inner.java", 7}),
              P.addFrame({"app/Main", "main", "()V", "Main.java", -1})};
  Profile::Key Key;
  Key.Trace = P.addTrace(T);
  P[ProfileKind::Samples].IsThere = true;
  P[ProfileKind::Samples].Rows[Key] = {3};
  P[ProfileKind::Samples].Totals = {5};
  Key.Name = "[I";
  P[ProfileKind::Sites].IsThere = true;
  P[ProfileKind::Sites].Rows[Key] = {16, 1, 64, 4};
  P[ProfileKind::Sites].Totals = {16, 1, 64, 4};
  return P;
}

TEST(ProfileStacks, SamplesAreOutermostFirst) {
  const WeightedStacks S = stacksOf(sample(), ProfileKind::Samples);
  EXPECT_EQ(text(S), "app.Main.main;app.Inner.run; 3\n"
                     "(below the cutoff); 2\n");
  EXPECT_EQ(S.frames()[1].Line, 7);
  EXPECT_EQ(S.frames()[0].Line, 0);
}

TEST(ProfileStacks, SitesEndWithTheClass) {
  const WeightedStacks S = stacksOf(sample(), ProfileKind::Sites);
  EXPECT_EQ(text(S), "app.Main.main;app.Inner.run;int[]; 4 64 1 16\n");
  EXPECT_EQ(S.measures()[S.mainMeasure()].Name, "inuse_space");
}

TEST(ProfileStacks, SectionsHaveNames) {
  const Profile P = sample();
  EXPECT_EQ(firstSection(P), ProfileKind::Samples);
  EXPECT_EQ(firstSection(Profile()), std::nullopt);
  for (unsigned K = 0; K != NumProfileKinds; ++K)
    EXPECT_EQ(sectionCalled(sectionName(ProfileKind(K))), ProfileKind(K));
  EXPECT_EQ(sectionCalled("nothing"), std::nullopt);
}

TEST(ProfileStacks, Threads) {
  Profile P;
  Profile::Trace T;
  T.Thread = P.addThread({"worker", "main", ""});
  Profile::Key Key;
  Key.Trace = P.addTrace(T);
  P[ProfileKind::Samples].Rows[Key] = {1};
  P[ProfileKind::Samples].Rows[Profile::Key()] = {2};
  const WeightedStacks S = stacksOf(P, ProfileKind::Samples);
  EXPECT_TRUE(S.IsByThread);
  EXPECT_EQ(text(S.byName()), "(no trace); 2\nthread worker;(no frames); 1\n");
}

} // namespace
