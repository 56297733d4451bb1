//===- SampleWeightTest.cpp - Weights of sampled objects ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Sites/SampleWeight.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof::agent;

TEST(SampleWeight, CountsOneByOneWithoutInterval) {
  const SampleWeight W(0);
  EXPECT_TRUE(W.isExact());
  EXPECT_EQ(W.sampled(24).Objects, 1u);
  EXPECT_EQ(W.sampled(24).Bytes, 24u);
  EXPECT_EQ(W.objects(3), 3u);
}

TEST(SampleWeight, StandsForTheInverseProbability) {
  const SampleWeight W(1000);
  EXPECT_FALSE(W.isExact());
  // 1 / (1 - exp(-1)) = 1.5820
  EXPECT_EQ(W.sampled(1000).Bytes, 1582u);
  EXPECT_EQ(W.objects(W.sampled(1000).Objects * 1000), 1582u);
  // A small object represents about interval / size objects of its kind.
  EXPECT_EQ(W.objects(W.sampled(10).Objects), 101u); // 100.5
  EXPECT_EQ(W.sampled(10).Bytes, 1005u);
  // A large object is always sampled.
  EXPECT_EQ(W.objects(W.sampled(1000000).Objects), 1u);
  EXPECT_EQ(W.sampled(1000000).Bytes, 1000000u);
  EXPECT_EQ(W.objects(W.single(64).Objects), 1u);
  EXPECT_EQ(W.single(64).Bytes, 64u);
}

TEST(SampleWeight, IsNotBiased) {
  // Takes samples as the VM does, with a fixed seed: the distance from one
  // sampled byte to the next has an exponential distribution.
  constexpr double Interval = 512;
  const SampleWeight W(512);
  std::mt19937_64 Random(7);
  std::exponential_distribution<double> Distance(1 / Interval);
  for (uint64_t Size : {16, 64, 512, 4096}) {
    constexpr unsigned N = 400000;
    uint64_t Objects = 0, Bytes = 0;
    double Next = Distance(Random);
    for (unsigned I = 0; I != N; ++I) {
      if (Next > double(Size)) {
        Next -= double(Size);
        continue;
      }
      Objects += W.sampled(Size).Objects;
      Bytes += W.sampled(Size).Bytes;
      Next = Distance(Random);
    }
    EXPECT_NEAR(double(W.objects(Objects)), N, N * 0.03) << Size;
    EXPECT_NEAR(double(Bytes), double(N * Size), double(N * Size) * 0.03)
        << Size;
  }
}
