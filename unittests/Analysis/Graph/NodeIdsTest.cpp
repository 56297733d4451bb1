//===- NodeIdsTest.cpp - Object ids and dense node numbers ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/NodeIds.h"
#include "Analysis/Graph/FastFind.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace hprof;
using namespace llvm;

/// Numbers \p Ids with several builders, merged in a shuffled order.
static NodeIds numbered(ArrayRef<uint64_t> Ids, unsigned Builders,
                        std::mt19937_64 &Random, uint64_t *Duplicates = nullptr,
                        unsigned Shift = 3) {
  std::vector<NodeIds::Builder> Parts;
  for (unsigned I = 0; I != Builders; ++I)
    Parts.emplace_back(Shift);
  for (uint64_t Id : Ids)
    Parts[Random() % Builders].insert(Id);
  std::shuffle(Parts.begin(), Parts.end(), Random);
  NodeIds::Builder All(Shift);
  for (NodeIds::Builder &Part : Parts)
    All.merge(Part);
  EXPECT_FALSE(All.isUnaligned());
  NodeIds Made = cantFail(All.finish());
  if (Duplicates)
    *Duplicates = All.duplicates();
  return Made;
}

static void expectNumbers(const NodeIds &Ids, ArrayRef<uint64_t> Inserted) {
  std::set<uint64_t> Sorted(Inserted.begin(), Inserted.end());
  ASSERT_EQ(Ids.size(), Sorted.size());
  Node N = 0;
  for (uint64_t Id : Sorted) {
    ASSERT_EQ(Ids.find(Id), N) << Id;
    if (hasFastFind()) {
      ASSERT_EQ(findFast(Ids, Id), N) << Id;
    }
    ASSERT_EQ(Ids.id(N), Id);
    Ids.prefetch(Id);
    ++N;
    for (uint64_t Other : {Id - 8, Id - 1, Id + 1, Id + 4, Id + 8, ~Id})
      if (!Sorted.count(Other)) {
        ASSERT_EQ(Ids.find(Other), NoNode) << Other;
        Ids.prefetch(Other);
      }
  }
}

TEST(NodeIdsTest, Nothing) {
  NodeIds::Builder B;
  NodeIds Ids = cantFail(B.finish());
  EXPECT_EQ(Ids.size(), 0u);
  for (uint64_t Id : {uint64_t(0), uint64_t(8), UINT64_MAX})
    EXPECT_EQ(Ids.find(Id), NoNode);
  Ids.prefetch(8);
}

TEST(NodeIdsTest, AddressesInAnyOrderFromSeveralBuilders) {
  std::mt19937_64 Random(1);
  // Keys around the edges of words, and of chunks of 2^19 keys.
  for (uint64_t Base : {uint64_t(0), uint64_t(0x3ffff0), uint64_t(0x6c0000000),
                        uint64_t(0x7ffffffc0000)})
    for (unsigned Builders : {1, 2, 5}) {
      std::vector<uint64_t> Ids;
      for (unsigned I = 0; I != 3000; ++I)
        Ids.push_back(Base + Random() % 20000 * 8);
      for (uint64_t I = 0; I != 130; ++I)
        Ids.push_back(Base + (1 << 22) + 8 * I);
      uint64_t Duplicates;
      NodeIds Made = numbered(Ids, Builders, Random, &Duplicates);
      expectNumbers(Made, Ids);
      EXPECT_EQ(Duplicates, Ids.size() - Made.size());
    }
}

TEST(NodeIdsTest, AgentsCountFromOne) {
  NodeIds::Builder B;
  for (uint64_t Id = 1; Id != 100; ++Id)
    B.insert(Id);
  EXPECT_TRUE(B.isUnaligned());
  std::mt19937_64 Random(2);
  std::vector<uint64_t> Ids;
  for (uint64_t Id = 1; Id < 5000; Id += 1 + Id % 3)
    Ids.push_back(Id);
  expectNumbers(numbered(Ids, 3, Random, nullptr, 0), Ids);
}

// Distant regions: several chunks, and more of them than a directory covers.
TEST(NodeIdsTest, SpreadAddresses) {
  std::mt19937_64 Random(3);
  for (uint64_t Distance :
       {uint64_t(1) << 30, uint64_t(1) << 43, uint64_t(1) << 58}) {
    std::vector<uint64_t> Ids;
    for (uint64_t Region = 0; Region != 5; ++Region)
      for (unsigned I = 0; I != 300; ++I)
        Ids.push_back(Region * Distance + 8 + Random() % 4000 * 8);
    uint64_t Duplicates;
    NodeIds Made = numbered(Ids, 2, Random, &Duplicates);
    expectNumbers(Made, Ids);
    EXPECT_EQ(Duplicates, Ids.size() - Made.size());
  }
}

// Ids too scattered for a bitmap are sorted, regardless of which part they were
// found in first.
TEST(NodeIdsTest, WildIds) {
  std::mt19937_64 Random(4);
  for (unsigned Shift : {0, 3})
    for (unsigned Builders : {1, 3}) {
      std::vector<uint64_t> Ids;
      for (unsigned I = 0; I != 20000; ++I)
        Ids.push_back(Random() << Shift);
      for (unsigned I = 0; I != 5000; ++I)
        Ids.push_back(Ids[Random() % 20000]);
      uint64_t Duplicates;
      NodeIds Made = numbered(Ids, Builders, Random, &Duplicates, Shift);
      expectNumbers(Made, Ids);
      EXPECT_EQ(Duplicates, Ids.size() - Made.size());
    }
}

// One builder has a bitmap, the other a list.
TEST(NodeIdsTest, WildJoinsTame) {
  std::mt19937_64 Random(5);
  for (bool WildFirst : {false, true}) {
    NodeIds::Builder Wild, Tame;
    std::vector<uint64_t> Ids;
    for (unsigned I = 0; I != 10000; ++I) {
      Ids.push_back(Random() << 3);
      Wild.insert(Ids.back());
      Ids.push_back(0x10000 + 8 * (I % 6000));
      Tame.insert(Ids.back());
    }
    NodeIds::Builder &First = WildFirst ? Wild : Tame;
    First.merge(WildFirst ? Tame : Wild);
    NodeIds Made = cantFail(First.finish());
    expectNumbers(Made, Ids);
    EXPECT_EQ(First.duplicates(), Ids.size() - Made.size());
  }
}

TEST(NodeIdsTest, SmallestAndLargest) {
  std::mt19937_64 Random(6);
  for (unsigned Shift : {0, 3}) {
    std::vector<uint64_t> Ids = {0, UINT64_MAX << Shift};
    expectNumbers(numbered(Ids, 1, Random, nullptr, Shift), Ids);
    Ids.pop_back();
    expectNumbers(numbered(Ids, 1, Random, nullptr, Shift), Ids);
    Ids = {UINT64_MAX << Shift};
    expectNumbers(numbered(Ids, 1, Random, nullptr, Shift), Ids);
  }
}
