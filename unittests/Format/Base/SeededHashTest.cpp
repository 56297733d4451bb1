//===- SeededHashTest.cpp - Hashes of numbers from an input ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/ADT/DenseMap.h"
#include "gtest/gtest.h"
#include <set>

using namespace hprof;
using namespace llvm;

static constexpr unsigned Count = 1 << 14;

/// Number of slots used by \p Count numbers in a table of twice that size.
template <class Fn> static size_t places(Fn NumberAt) {
  std::set<uint64_t> Places;
  for (uint64_t I = 0; I != Count; ++I)
    Places.insert(seededHash(NumberAt(I)) & (2 * Count - 1));
  return Places.size();
}

/// The inverse of an odd number, modulo 2^64.
static uint64_t inverse(uint64_t Odd) {
  uint64_t X = Odd;
  for (int I = 0; I != 6; ++I)
    X *= 2 - Odd * X;
  return X;
}

TEST(SeededHash, NumbersAreSpread) {
  // About 0.79 of the numbers get a slot of their own.
  for (unsigned Shift = 0; Shift != 50; ++Shift)
    EXPECT_GT(places([&](uint64_t I) { return I << Shift; }), Count / 2)
        << Shift;
  const uint64_t Golden = inverse(UINT64_C(0x9e3779b97f4a7c15));
  EXPECT_GT(places([&](uint64_t I) { return I * Golden; }), Count / 2);
  const uint64_t Mix = inverse(UINT64_C(0xbf58476d1ce4e5b9));
  EXPECT_GT(places([&](uint64_t I) {
              uint64_t X = I << 32 | 0x12345678;
              X ^= X >> 31 ^ X >> 62;
              return X * Mix;
            }),
            Count / 2);
}

TEST(SeededHash, IsTheSameInOneProcess) {
  EXPECT_EQ(seededHash(7), seededHash(7));
  EXPECT_NE(seededHash(7), seededHash(8));
}

TEST(IdKey, AnyNumberIsAKey) {
  DenseMap<IdKey, int> Map;
  IdSet Set;
  const uint64_t Ids[] = {0,
                          1,
                          UINT32_MAX - 1,
                          UINT32_MAX,
                          uint64_t(INT64_MAX),
                          UINT64_MAX - 1,
                          UINT64_MAX};
  for (uint64_t Id : Ids) {
    EXPECT_FALSE(Map.count(Id));
    EXPECT_EQ(Map[Id], 0);
    Map[Id] = int(Map.size());
    EXPECT_TRUE(Set.insert(Id));
    EXPECT_FALSE(Set.insert(Id));
  }
  EXPECT_EQ(Map.size(), std::size(Ids));
  for (uint64_t Id : Ids) {
    EXPECT_TRUE(Map.erase(Id));
    EXPECT_FALSE(Map.count(Id));
    EXPECT_TRUE(Set.contains(Id));
  }
  EXPECT_TRUE(Map.empty());
}
