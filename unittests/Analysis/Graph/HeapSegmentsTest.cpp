//===- HeapSegmentsTest.cpp - Dumps in one record are divided, too --------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTesting.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include <random>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {

/// Instances and arrays that refer to each other at random, in a single record
/// that starts with an array of \p Large bytes.
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
  std::string Text;               ///< Everything that was found.
  unsigned First = 0, Second = 0; ///< Number of parts of each walk.
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

using Told = std::multiset<std::pair<uint64_t, std::string>>;

Told damagesOfReader(ArrayRef<uint8_t> Bytes) {
  Told Damages;
  ReaderOptions Options;
  Options.OnDamage = [&](const Damage &D) {
    Damages.emplace(D.Offset, D.What);
  };
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "test");
  HeapVisitor Nobody;
  if (Expected<HprofReader> Reader = HprofReader::create(*In, Options))
    cantFail(Reader->read(Nobody));
  else
    consumeError(Reader.takeError());
  return Damages;
}

Told damagesOfGraph(ArrayRef<uint8_t> Bytes, unsigned Threads) {
  Told Damages;
  GraphOptions Options;
  Options.Threads = Threads;
  Options.OnDamage = [&](const Damage &D) {
    Damages.emplace(D.Offset, D.What);
  };
  if (Expected<HeapGraph> G = tryGraphOf(Bytes, Options); !G)
    consumeError(G.takeError());
  return Damages;
}

TEST(HeapSegments, DamageIsToldAsAReaderTells) {
  HprofBytes Dump = oneRecord(1, 40);
  std::mt19937 Random(1);
  unsigned Damaged = 0;
  for (unsigned I = 0; I != 500; ++I) {
    std::vector<uint8_t> Bytes = Dump.bytes();
    Bytes[Random() % Bytes.size()] ^= uint8_t(1 << Random() % 8);
    if (Random() % 4 == 0)
      Bytes.resize(Random() % Bytes.size());
    Told Expected = damagesOfReader(Bytes);
    Damaged += !Expected.empty();
    EXPECT_EQ(damagesOfGraph(Bytes, 1), Expected) << I;
    EXPECT_EQ(damagesOfGraph(Bytes, 4), Expected) << I;
  }
  EXPECT_GT(Damaged, 100U);
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
