//===- GraphsInFilesTest.cpp - Graphs that do not fit into memory ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Graph/GraphTesting.h"
#include "Analysis/Graph/RandomGraph.h"
#include "hprof/Analysis/Columns/MemoryBudget.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "llvm/Support/Path.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

std::shared_ptr<MemoryBudget> budgetOf(uint64_t Limit) {
  SmallString<64> Directory;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Directory);
  return MemoryBudget::create(Limit, Directory);
}

constexpr StringRef Kinds = R"(
- classes:
  - {name: java/lang/Object, class: 0x8}
  - {name: java/lang/ref/Reference, class: 0x10, super: 0x8, fields: {referent: object, next: object}}
  - {name: java/lang/ref/WeakReference, class: 0x18, super: 0x10}
  - {name: java/lang/ref/SoftReference, class: 0x20, super: 0x10}
  - {name: "[Ljava/lang/Object;", class: 0x28, super: 0x8}
- instance: {object: 0x100, class: 0x8}
- instance: {object: 0x108, class: 0x18, fields: {referent: 0x100, next: 0x110}}
- instance: {object: 0x110, class: 0x18, fields: {next: 0x118}}
- instance: {object: 0x118, class: 0x20, fields: {referent: 0x128}}
- instance: {object: 0x120, class: 0x20}
- objectArray: {object: 0x128, class: 0x28, elements: [0x100, 0, 0x108]}
- objectArray: {object: 0x130, class: 0x28, elements: []}
- primitiveArray: {object: 0x138, elementType: int, elements: [1, 2, 3]}
- rootStickyClass: {object: 0x8}
- rootJniGlobal: {object: 0x128}
- rootJniGlobal: {object: 0x108}
)";

void expectSame(ArrayRef<uint8_t> Dump, bool IsWide) {
  GraphOptions Options = wideIf(IsWide);
  HeapGraph Plain = graphOf(Dump, Options);
  // A budget so small that all arrays are in files.
  Options.Memory = budgetOf(1);
  HeapGraph G = graphOf(Dump, Options);
  DominatorTree PlainTree = cantFail(DominatorTree::compute(Plain, {}));
  DominatorTree Tree = cantFail(DominatorTree::compute(G, {}));
  InboundReferences PlainIn = cantFail(InboundReferences::compute(Plain));
  G.expectRandomAccess();
  Tree.expectRandomAccess();
  InboundReferences In = cantFail(InboundReferences::compute(G));
  In.expectRandomAccess();
  ASSERT_TRUE(In.columns().Lists.isReadFromFile());
  ASSERT_TRUE(G.entries().isReadFromFile());
  ASSERT_EQ(G.size(), Plain.size());
  auto Referrers = [](const InboundReferences &In, Node N) {
    std::vector<Node> All;
    In.forEach(N, [&](Node From) {
      All.push_back(From);
      return true;
    });
    return All;
  };
  for (Node N = 0; N != G.size(); ++N) {
    uint64_t Id = Plain.id(N);
    for (unsigned Bits = 0; Bits != 32; Bits += 2) {
      ReferenceKinds Without = ReferenceKinds::fromBits(uint8_t(Bits));
      ASSERT_EQ(references(G, Id, Without), references(Plain, Id, Without));
    }
    EXPECT_EQ(G.shallow(N), Plain.shallow(N));
    EXPECT_EQ(G.arrayLength(N), Plain.arrayLength(N));
    EXPECT_EQ(Tree.parent(N), PlainTree.parent(N));
    EXPECT_EQ(Tree.retained(N), PlainTree.retained(N));
    EXPECT_EQ(Referrers(In, N), Referrers(PlainIn, N));
  }
}

TEST(GraphsInFiles, AreTheSameFetched) {
  expectSame(fromYaml(Kinds), /*IsWide=*/false);
  expectSame(randomDump(3, 2000, 7).bytes(), /*IsWide=*/false);
}

TEST(GraphsInFiles, AreTheSameFetchedWide) {
  expectSame(fromYaml(Kinds), /*IsWide=*/true);
  expectSame(randomDump(4, 2000, 7).bytes(), /*IsWide=*/true);
}

/// Arrays that refer to each other at random.
HprofBytes randomArrays(unsigned Seed, unsigned Objects) {
  std::mt19937 Random(Seed);
  HprofBytes B;
  B.utf8(1, "java/lang/Object").loadClass(1, 0x10, 1);
  for (unsigned Segment = 0; Segment != 4; ++Segment)
    B.record(0x1c, [&] {
      if (!Segment)
        B.classDump(0x10, 0, {}).number(0x05, 1).id(0x1000);
      for (unsigned I = Segment; I < Objects; I += 4) {
        unsigned N = unsigned(Random() % 4);
        B.number(0x22, 1).id(0x1000 + I * 16).number(1, 4).number(N, 4);
        B.id(0x10);
        while (N--)
          B.id(0x1000 + Random() % Objects * 16);
      }
    });
  return B.frame(0x2c, 0);
}

/// All results as one string of numbers.
std::string answers(const HprofBytes &Dump, unsigned Threads,
                    std::shared_ptr<MemoryBudget> Budget,
                    bool KeepUnreachable) {
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(Dump.bytes(), "test");
  GraphOptions Options;
  Options.Threads = Threads;
  Options.Memory = std::move(Budget);
  HeapGraph G = cantFail(HeapGraph::build(*In, Options));
  DominatorOptions Computing;
  Computing.Threads = Threads;
  Computing.KeepUnreachable = KeepUnreachable;
  DominatorTree Tree = cantFail(DominatorTree::compute(G, Computing));
  std::string All;
  auto Add = [&](uint64_t N) { All += std::to_string(N) + ' '; };
  for (Node N = 0; N != G.size(); ++N) {
    Add(G.id(N));
    Add(G.find(G.id(N)));
    Add(G.shallow(N));
    G.forEachReference(N, Add);
    Add(Tree.parent(N));
    Add(Tree.retained(N));
  }
  return All;
}

TEST(GraphsInFiles, AreTheSameWithinAnyLimit) {
  for (unsigned Seed = 0; Seed != 8; ++Seed) {
    HprofBytes Dump = randomArrays(Seed, 500 * (Seed + 1));
    std::string Want = answers(Dump, 1, nullptr, Seed % 2);
    for (uint64_t Limit : {1, 50000, 1 << 30})
      for (unsigned Threads : {1, 3})
        EXPECT_EQ(answers(Dump, Threads, budgetOf(Limit), Seed % 2), Want)
            << "seed " << Seed << ", limit " << Limit;
  }
}

TEST(GraphsInFiles, NeedIsAboutWhatIsUsed) {
  HprofBytes Dump = randomArrays(1, 100000);
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(Dump.bytes(), "test");
  GraphOptions Options;
  uint64_t Need = 0;
  Options.OnNeed = [&](uint64_t Bytes) { Need = Bytes; };
  HeapGraph G = cantFail(HeapGraph::build(*In, Options));
  EXPECT_EQ(G.size(), 100001U);
  // The graph takes 30 to 50 bytes per object, with 1.5 references each.
  EXPECT_GT(Need, 3000000U);
  EXPECT_LT(Need, 5000000U);
}

} // namespace
