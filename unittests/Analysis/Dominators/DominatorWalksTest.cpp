//===- DominatorWalksTest.cpp - Dominators of worst-case shapes -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Hprof/HprofBytes.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Stream/Source.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

namespace {

/// Objects 0 to Edges.size() - 1 are arrays that refer to each other; the first
/// is the root.
using Shape = std::vector<std::vector<unsigned>>;

uint64_t idOf(unsigned Object) { return 0x10000 + uint64_t(Object) * 16; }

HeapGraph graphOf(const Shape &Edges) {
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "[Ljava/lang/Object;");
  B.loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {}).classDump(0x18, 0x10, {});
    for (unsigned I = 0; I != Edges.size(); ++I) {
      B.number(0x22, 1).id(idOf(I)).number(1, 4);
      B.number(Edges[I].size(), 4).id(0x18);
      for (unsigned To : Edges[I])
        B.id(idOf(To));
    }
    B.number(0x05, 1).id(idOf(0)).number(0x05, 1).id(0x10);
    B.number(0x05, 1).id(0x18);
  });
  B.frame(0x2c, 0);
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(B.bytes(), "test");
  return cantFail(HeapGraph::build(*In, {}));
}

/// The immediate dominator of each object; the object itself for the root and
/// for unreached objects.
std::vector<unsigned> dominatorsOf(const Shape &Edges,
                                   const DominatorOptions &Options = {}) {
  HeapGraph G = graphOf(Edges);
  DominatorTree Tree = cantFail(DominatorTree::compute(G, Options));
  std::vector<unsigned> Result;
  for (unsigned I = 0; I != Edges.size(); ++I) {
    Node P = Tree.parent(G.find(idOf(I)));
    Result.push_back(P == NoNode ? I : unsigned((G.id(P) - idOf(0)) / 16));
  }
  return Result;
}

/// The same, computed by removing each object in turn.
std::vector<unsigned> naiveDominatorsOf(const Shape &Edges) {
  unsigned N = unsigned(Edges.size());
  auto Reach = [&](unsigned Without) {
    std::vector<bool> Seen(N);
    std::vector<unsigned> Work;
    auto Visit = [&](unsigned To) {
      if (To != Without && !Seen[To]) {
        Seen[To] = true;
        Work.push_back(To);
      }
    };
    Visit(0);
    while (!Work.empty()) {
      unsigned At = Work.back();
      Work.pop_back();
      for (unsigned To : Edges[At])
        Visit(To);
    }
    return Seen;
  };
  std::vector<bool> All = Reach(N);
  std::vector<std::vector<unsigned>> Of(N);
  for (unsigned D = 0; D != N; ++D) {
    std::vector<bool> Left = Reach(D);
    for (unsigned I = 0; I != N; ++I)
      if (All[I] && !Left[I] && I != D)
        Of[I].push_back(D);
  }
  std::vector<unsigned> Result;
  for (unsigned I = 0; I != N; ++I) {
    unsigned Nearest = I;
    // The immediate dominator is dominated by all other dominators.
    for (unsigned D : Of[I])
      if (Of[D].size() + 1 == Of[I].size())
        Nearest = D;
    Result.push_back(Nearest);
  }
  return Result;
}

Shape randomShape(unsigned Seed) {
  std::mt19937 Random(Seed);
  unsigned N = 2 + Random() % 60;
  Shape Edges(N);
  for (unsigned I = 0; I + 1 != N; ++I) {
    if (Random() % 4)
      Edges[I].push_back(I + 1);
    for (unsigned More = Random() % 3; More--;)
      Edges[I].push_back(unsigned(Random() % N));
  }
  return Edges;
}

/// A chain whose last object refers to Leaves objects. The second object of the
/// chain refers to them, too. Their dominator is thus almost a whole chain
/// above the object from which the search reached them.
Shape broom(unsigned Length, unsigned Leaves) {
  Shape Edges(Length + Leaves);
  for (unsigned I = 0; I + 1 != Length; ++I)
    Edges[I].push_back(I + 1);
  for (unsigned Leaf = Length; Leaf != Length + Leaves; ++Leaf)
    for (unsigned From : {1U, Length - 1})
      Edges[From].push_back(Leaf);
  return Edges;
}

TEST(DominatorWalks, SlowShortcutsFindTheSameDominators) {
  for (uint64_t PerNode : {0, 1, 8})
    for (unsigned Seed = 0; Seed != 200; ++Seed) {
      Shape Edges = randomShape(Seed);
      DominatorOptions Options;
      Options.StepsPerNode = PerNode;
      for (unsigned Threads : {1U, 2U}) {
        Options.Threads = Threads;
        EXPECT_EQ(dominatorsOf(Edges, Options), naiveDominatorsOf(Edges))
            << "seed " << Seed << ", " << PerNode << " steps";
      }
    }
}

TEST(DominatorWalks, BroomTakesNoSquareOfItsSize) {
  // A simple walk would take 4e9 steps.
  constexpr unsigned Half = 60000;
  std::vector<unsigned> Found = dominatorsOf(broom(Half, Half));
  for (unsigned I = 2; I != Half; ++I)
    ASSERT_EQ(Found[I], I - 1);
  for (unsigned Leaf = Half; Leaf != 2 * Half; ++Leaf)
    ASSERT_EQ(Found[Leaf], 1U) << "leaf " << Leaf;
}

TEST(DominatorWalks, LongListsNeedNoStack) {
  // A chain linked in both directions, with its end linked to its middle: a
  // single walk over half of the chain.
  constexpr unsigned Length = 200000;
  Shape Edges(Length);
  for (unsigned I = 0; I + 1 != Length; ++I) {
    Edges[I].push_back(I + 1);
    Edges[I + 1].push_back(I);
  }
  Edges[Length - 1].push_back(Length / 2);
  DominatorOptions Options;
  Options.Threads = 2;
  std::vector<unsigned> Found = dominatorsOf(Edges, Options);
  for (unsigned I = 1; I != Length; ++I)
    ASSERT_EQ(Found[I], I - 1);
}

} // namespace
