//===- HeapTrendTest.cpp - Tests of the heap over time --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/HeapTrend.h"
#include "gtest/gtest.h"
#include <functional>

using namespace hprof;

static constexpr uint64_t Hour = 3600'000'000'000, MiB = 1 << 20;
static constexpr uint64_t Start = 1'700'000'000'000'000'000;

static HeapTrend::Collection collection(uint64_t Nanos, uint64_t Used,
                                        uint64_t Pause, bool IsYoung) {
  HeapTrend::Collection Is;
  Is.Nanos = Start + Nanos;
  Is.Used = Used;
  Is.Pause = Pause;
  Is.LongestPause = Pause / 2;
  Is.IsYoung = IsYoung;
  return Is;
}

/// A trend of twelve hours with \p PerHour collections per hour, whose used
/// heap \p Used returns by the number of minutes.
static HeapTrend trendOf(const std::function<uint64_t(uint64_t)> &Used,
                         uint64_t PerHour = 6,
                         std::optional<uint64_t> Limit = {},
                         bool IsYoung = false) {
  std::vector<HeapTrend::Collection> All;
  for (uint64_t I = 0; I != 12 * PerHour; ++I)
    All.push_back(
        collection(I * Hour / PerHour, Used(I * 60 / PerHour), 5, IsYoung));
  return HeapTrend(std::move(All), Start, Start + 12 * Hour - 1, Limit);
}

TEST(HeapTrendTest, SumsCollectionsByPeriod) {
  // In any order.
  const HeapTrend T({collection(50, 300, 7, false), collection(1, 100, 6, true),
                     collection(2, 200, 8, true)},
                    Start, Start + 119, std::nullopt);
  EXPECT_EQ(T.periodNanos(), 10u);
  ASSERT_EQ(T.periods().size(), 2u);
  const HeapTrend::Period &First = T.periods()[0], &Last = T.periods()[1];
  EXPECT_EQ(First.Nanos, Start);
  EXPECT_EQ(First.Collections, 2u);
  EXPECT_EQ(First.Old, 0u);
  EXPECT_EQ(First.Pause, 14u);
  EXPECT_EQ(First.LongestPause, 4u);
  EXPECT_EQ(First.Least, 100u);
  EXPECT_EQ(First.Largest, 200u);
  EXPECT_EQ(Last.Nanos, Start + 50);
  EXPECT_EQ(Last.Old, 1u);
}

TEST(HeapTrendTest, FindsSteadyGrowth) {
  // Half of the used heap is garbage after every second collection.
  const HeapTrend T = trendOf(
      [](uint64_t Minute) {
        const uint64_t Live = 100 * MiB + Minute * MiB;
        return Minute / 10 % 2 ? Live : 2 * Live;
      },
      6, 2048 * MiB);
  ASSERT_TRUE(T.growth());
  EXPECT_EQ(T.growth()->SinceNanos, Start);
  EXPECT_NEAR(double(T.growth()->BytesPerHour), 60.0 * MiB, MiB);
  // The minimum of the last hour is 100 + 670 MiB.
  ASSERT_TRUE(T.growth()->FullInNanos);
  EXPECT_NEAR(double(*T.growth()->FullInNanos) / Hour, (2048 - 770) / 60.0, 1);
  EXPECT_FALSE(T.growth()->MayBeGarbage);
}

TEST(HeapTrendTest, FindsStartOfGrowth) {
  const HeapTrend T = trendOf([](uint64_t Minute) {
    return 500 * MiB + (Minute < 300 ? Minute % 7 : Minute - 300) * MiB;
  });
  ASSERT_TRUE(T.growth());
  EXPECT_GE(T.growth()->SinceNanos, Start + 2 * Hour);
  EXPECT_LE(T.growth()->SinceNanos, Start + 5 * Hour);
  EXPECT_FALSE(T.growth()->FullInNanos); // No limit.
}

TEST(HeapTrendTest, IgnoresNoiseAndWarmUp) {
  EXPECT_FALSE(trendOf([](uint64_t) { return 100 * MiB; }).growth());
  EXPECT_FALSE(trendOf([](uint64_t Minute) {
                 return 100 * MiB + Minute * 7919 % 31 * MiB / 4;
               }).growth());
  // A cache that fills in half of the time.
  EXPECT_FALSE(trendOf([](uint64_t Minute) {
                 return std::min<uint64_t>(Minute + 20, 380) * MiB;
               }).growth());
  EXPECT_FALSE(
      trendOf([](uint64_t Minute) { return (1000 - Minute) * MiB; }).growth());
}

TEST(HeapTrendTest, NeedsFivePeriods) {
  const auto Of = [](uint64_t Count) {
    std::vector<HeapTrend::Collection> All;
    for (uint64_t I = 0; I != Count; ++I)
      All.push_back(collection(I * Hour, (I + 1) * MiB, 0, false));
    return HeapTrend(std::move(All), Start, Start + 12 * Hour - 1, {});
  };
  EXPECT_FALSE(Of(4).growth());
  EXPECT_TRUE(Of(5).growth());
}

TEST(HeapTrendTest, TellsThatOldGarbageCounts) {
  const auto Used = [](uint64_t Minute) { return (Minute + 9) * MiB; };
  EXPECT_TRUE(trendOf(Used, 6, {}, true).growth()->MayBeGarbage);
  EXPECT_FALSE(trendOf(Used, 6, {}, false).growth()->MayBeGarbage);
}

TEST(HeapTrendTest, SurvivesExtremes) {
  EXPECT_TRUE(HeapTrend({}, 5, 3, {}).periods().empty());
  // Before the start, after the end, and the largest numbers.
  const HeapTrend T({collection(-Start, UINT64_MAX, UINT64_MAX, false),
                     collection(UINT64_MAX - Start, 0, UINT64_MAX, false),
                     collection(0, UINT64_MAX, 1, false)},
                    Start, 0, UINT64_MAX);
  EXPECT_EQ(T.periods().front().Pause, UINT64_MAX);
  EXPECT_EQ(T.periods().front().Collections, 2u);
  EXPECT_FALSE(T.growth());
}

TEST(HeapTrendTest, OldCollectionBeforeRiseProvesNothing) {
  // A full collection at the start, and after it garbage in the old generation.
  std::vector<HeapTrend::Collection> All;
  for (uint64_t I = 0; I != 120; ++I)
    All.push_back(collection(I * Hour / 10, (20 + I) * MiB, 0, I != 0));
  const HeapTrend T(All, Start, Start + 12 * Hour - 1, 1024 * MiB);
  ASSERT_TRUE(T.growth());
  EXPECT_TRUE(T.growth()->MayBeGarbage);
  EXPECT_FALSE(T.growth()->FullInNanos);
  All[100].IsYoung = false;
  EXPECT_FALSE(HeapTrend(All, Start, Start + 12 * Hour - 1, 1024 * MiB)
                   .growth()
                   ->MayBeGarbage);
}

TEST(HeapTrendTest, IgnoresSizesThatContainGarbage) {
  HeapTrend::Collection Marking = collection(3, 900, 1, false);
  Marking.HasSize = false;
  const HeapTrend T({collection(1, 100, 1, true), Marking}, Start, Start + 119,
                    {});
  ASSERT_EQ(T.periods().size(), 1u);
  EXPECT_EQ(T.periods().front().Largest, 100u);
  EXPECT_EQ(T.periods().front().Old, 1u);
  EXPECT_TRUE(HeapTrend({Marking}, Start, Start + 119, {}).periods().empty());
}

TEST(HeapTrendTest, IgnoresStartUp) {
  std::vector<HeapTrend::Collection> All;
  for (uint64_t I = 0; I != 24; ++I)
    All.push_back(collection(I * 2'000'000'000, (20 + I) * MiB, 0, false));
  EXPECT_FALSE(
      HeapTrend(All, Start, Start + 48'000'000'000, 1024 * MiB).growth());
}
