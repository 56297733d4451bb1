//===- WeightedStacksTest.cpp - Stacks with values ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "gtest/gtest.h"

using namespace hprof;

namespace {

WeightedStacks sample() {
  WeightedStacks S("Title", {{"a", "count"}, {"b", "bytes"}}, 1);
  const uint32_t Main = S.addFrame({"main", "A.java", 1});
  const uint32_t First = S.addFrame({"run", "A.java", 2});
  const uint32_t Second = S.addFrame({"run", "A.java", 3});
  S.add({S.push(S.push(0, Main), First), S.addThread("t")}, {1, 10});
  S.add({S.push(S.push(0, Main), Second), S.addThread("u")}, {2, 20});
  S.add({S.push(S.push(0, Main), Second), S.addThread("u")}, {0, 5});
  return S;
}

std::string text(const WeightedStacks &S, size_t I) {
  std::vector<uint32_t> Storage;
  std::string Text;
  for (uint32_t F : S.frames(S.samples()[I].At, Storage))
    Text += S.frames()[F].Name + ":" + std::to_string(S.frames()[F].Line) + " ";
  for (unsigned M = 0; M != S.measures().size(); ++M)
    Text += std::to_string(S.value(I, M)) + " ";
  return Text;
}

TEST(WeightedStacks, EqualStacksAreOne) {
  const WeightedStacks S = sample();
  ASSERT_EQ(S.samples().size(), 2u);
  EXPECT_EQ(text(S, 0), "main:1 run:2 1 10 ");
  EXPECT_EQ(text(S, 1), "main:1 run:3 2 25 ");
  EXPECT_EQ(S.total(0), 3u);
  EXPECT_EQ(S.total(1), 35u);
  EXPECT_EQ(S.thread(S.samples()[1].Of), "u");
}

TEST(WeightedStacks, LinesAreNoDifferenceByName) {
  const WeightedStacks S = sample().byName();
  ASSERT_EQ(S.samples().size(), 1u);
  EXPECT_EQ(text(S, 0), "main:0 run:0 3 35 ");
}

TEST(WeightedStacks, ThreadsBecomeFrames) {
  WeightedStacks S = sample();
  S.IsByThread = true;
  const WeightedStacks Of = S.withThreads();
  ASSERT_EQ(Of.samples().size(), 2u);
  EXPECT_EQ(text(Of, 0), "thread t:0 main:1 run:2 1 10 ");
  EXPECT_EQ(text(Of, 1), "thread u:0 main:1 run:3 2 25 ");
}

TEST(WeightedStacks, SumsStopAtTheLargestNumber) {
  WeightedStacks S("", {{"a", "count"}}, 0);
  const uint32_t F = S.addFrame({"f", "", 0}), G = S.addFrame({"g", "", 0});
  S.add({S.push(0, F), 0}, {UINT64_MAX - 1});
  S.add({S.push(0, F), 0}, {5});
  EXPECT_EQ(S.value(0, 0), UINT64_MAX);
  S.add({S.push(0, G), 0}, {1});
  EXPECT_EQ(S.total(0), UINT64_MAX);
}

} // namespace
