//===- HeapSegmentsTest.cpp - Dumps in one record are divided, too --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTesting.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

/// Instances and arrays that refer to each other at random, in a single record
/// that begins with \p Large bytes of one array.
HprofBytes oneRecord(unsigned Seed, unsigned Objects, unsigned Large = 0) {
  std::mt19937 Random(Seed);
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "Node").utf8(3, "next");
  B.loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
  B.record(0x0c, [&] {
    B.classDump(0x10, 0, {}).classDump(0x18, 0x10, {{3, BasicType::Object}});
    B.number(0x05, 1).id(0x10000).longArray(0x8000, Large / 8);
    for (unsigned I = 0; I != Objects; ++I) {
      uint64_t Id = 0x10000 + I * 16;
      auto Any = [&] { return 0x10000 + Random() % Objects * 16; };
      if (Random() % 2)
        B.instance(Id, 0x18, 8).id(Random() % 3 ? Any() : 0);
      else
        B.objectArray(Id, 0x10, {Any(), 0, Any()});
    }
    B.number(0x05, 1).id(0x10010);
  });
  return B;
}

struct Walks {
  std::string Text;               ///< All that was found.
  unsigned First = 0, Second = 0; ///< Parts of each walk.
};

Walks walk(const HprofBytes &Dump, unsigned Threads) {
  Walks W;
  GraphOptions Options;
  Options.Threads = Threads;
  std::mutex Mutex;
  Options.OnProgress = [&](StringRef Phase, uint64_t, uint64_t) {
    std::lock_guard<std::mutex> Lock(Mutex);
    W.First += Phase == "finding objects";
    W.Second += Phase == "following references";
  };
  HeapGraph G = graphOf(Dump.bytes(), Options);
  DominatorTree Tree = cantFail(DominatorTree::compute(G, {}));
  W.Text = toText(G, &Tree);
  return W;
}

TEST(HeapSegments, SecondWalkOfOneRecordIsDivided) {
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    HprofBytes Dump = oneRecord(Seed, 1 + Seed * 50);
    Walks One = walk(Dump, 1);
    EXPECT_EQ(One.First, 1U);
    EXPECT_EQ(One.Second, 1U);
    for (unsigned Threads : {2U, 3U, 8U}) {
      Walks Many = walk(Dump, Threads);
      EXPECT_EQ(Many.First, 1U);
      EXPECT_EQ(Many.Text, One.Text) << "seed " << Seed << ", " << Threads;
      if (Seed) {
        EXPECT_EQ(Many.Second, Threads) << "seed " << Seed;
      }
    }
  }
}

TEST(HeapSegments, NothingIsCutWithinAnObject) {
  HprofBytes Dump = oneRecord(1, 100, 1 << 20);
  Walks One = walk(Dump, 1), Many = walk(Dump, 4);
  EXPECT_EQ(Many.Text, One.Text);
  EXPECT_EQ(Many.Second, 2U);
}

TEST(HeapSegments, DamageIsToldOnce) {
  HprofBytes Dump = oneRecord(1, 400);
  std::vector<uint8_t> Bytes = Dump.bytes();
  Bytes.resize(Bytes.size() * 3 / 4);
  auto Damages = [&](unsigned Threads) {
    unsigned Count = 0;
    GraphOptions Options;
    Options.Threads = Threads;
    Options.OnDamage = [&](const Damage &) { ++Count; };
    HeapGraph G = graphOf(Bytes, Options);
    EXPECT_GT(G.size(), 200U);
    return Count;
  };
  EXPECT_EQ(Damages(4), Damages(1));
}

} // namespace
