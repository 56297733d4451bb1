//===- BlockFinderTest.cpp - Tests of the blocks that contain ids ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/BlockFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

/// The indices of the blocks that may contain \p Id, in descending order.
std::vector<uint64_t> found(const BlockFinder &In, uint64_t Id) {
  std::vector<uint64_t> Places;
  In.forEach(Id, [&](const RecordBlock &B) {
    Places.push_back(B.Place);
    return true;
  });
  return Places;
}

std::vector<uint64_t> expected(ArrayRef<RecordBlock> Blocks, uint64_t Id) {
  std::vector<uint64_t> Places;
  for (const RecordBlock &B : reverse(Blocks))
    if (B.Lowest <= Id && Id <= B.Highest)
      Places.push_back(B.Place);
  return Places;
}

TEST(BlockFinderTest, Nothing) {
  EXPECT_TRUE(found(BlockFinder(), 1).empty());
  EXPECT_TRUE(found(BlockFinder(ArrayRef<RecordBlock>()), 1).empty());
}

// Tests the sizes at which another level of groups begins.
TEST(BlockFinderTest, FindsAllThatReachAnId) {
  std::mt19937 Random(5);
  for (size_t Size : {1, 2, 63, 64, 65, 128, 4095, 4096, 4097, 5000}) {
    std::vector<RecordBlock> Blocks;
    for (size_t I = 0; I != Size; ++I) {
      // Some blocks overlap the next ones; a few overlap nearly all blocks.
      const uint64_t Lowest = 10 * I;
      const uint64_t Length =
          Random() % 500 == 0 ? Random() % (10 * Size) : Random() % 25;
      Blocks.push_back({Lowest, Lowest + Length, I});
    }
    const BlockFinder Finder(Blocks);
    for (uint64_t Id = 0; Id < 10 * Size + 30;
         Id += 1 + Random() % 7 * Size / 50)
      ASSERT_EQ(found(Finder, Id), expected(Blocks, Id)) << Size << ' ' << Id;
  }
}

TEST(BlockFinderTest, EndsWhenAsked) {
  const RecordBlock Blocks[] = {{1, 9, 0}, {2, 9, 1}, {3, 9, 2}};
  unsigned Calls = 0;
  BlockFinder(Blocks).forEach(
      5, [&](const RecordBlock &) { return ++Calls != 2; });
  EXPECT_EQ(Calls, 2u);
}

} // namespace
