//===- TreeWithoutTest.cpp - A dominator tree of fewer references ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/TreeWithout.h"
#include "RandomDump.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Shortest paths from the roots that follow strong references only.
class StrongPaths {
public:
  explicit StrongPaths(const HeapGraph &G)
      : Befores(G.size(), NoNode), Reached(G.size()) {
    ReferenceKinds Others;
    for (ReferenceKind K : {ReferenceKind::Soft, ReferenceKind::Weak,
                            ReferenceKind::Final, ReferenceKind::Phantom})
      Others.insert(K);
    std::vector<Node> Queue;
    auto See = [&](Node N, Node From) {
      if (Reached[N])
        return;
      Reached[N] = true;
      Befores[N] = From;
      Queue.push_back(N);
    };
    for (Node N : G.rootNodes())
      See(N, NoNode);
    for (size_t I = 0; I != Queue.size(); ++I) {
      const Node At = Queue[I];
      G.forEachReference(At, [&](Node To) { See(To, At); }, Others);
    }
  }

  std::vector<Node> Befores;
  std::vector<bool> Reached;
};

/// Compares the result with a tree computed from scratch.
class TreeWithoutTest : public testing::Test {
protected:
  unsigned Found = 0, LeftToOthers = 0, Moved = 0, Lost = 0;

  void compare(const HeapGraph &G, ReferenceKinds Without, bool IsPacked) {
    DominatorTree Full = cantFail(DominatorTree::compute(G, {}));
    if (IsPacked)
      Full = packed(G, Full);
    const InboundReferences In = cantFail(InboundReferences::compute(G));
    const StrongPaths Paths(G);
    std::optional<DominatorTree> Made = cantFail(
        treeWithout({G, Full, In, [&](Node N) { return Paths.Befores[N]; },
                     [&](Node N) { return bool(Paths.Reached[N]); }},
                    Without));
    if (!Made) {
      ++LeftToOthers;
      return;
    }
    ++Found;
    DominatorOptions Options;
    Options.Ignored = Without;
    const DominatorTree Right = cantFail(DominatorTree::compute(G, Options));
    for (Node N = 0; N != G.size(); ++N) {
      ASSERT_EQ(Made->isReachable(N), Right.isReachable(N)) << N;
      ASSERT_EQ(Made->parent(N), Right.parent(N)) << N;
      ASSERT_EQ(Made->retained(N), Right.retained(N)) << N;
      Moved += Right.parent(N) != Full.parent(N);
    }
    Lost += unsigned(Full.reachable() - Right.reachable());
    EXPECT_EQ(Made->reachable(), Right.reachable());
    EXPECT_EQ(Made->reachableBytes(), Right.reachableBytes());
    EXPECT_EQ(Made->unreachableBytes(), Right.unreachableBytes());
  }

private:
  /// Packs the retained sizes as an index does; sizes above 100 bytes are in
  /// the list.
  static DominatorTree packed(const HeapGraph &G, const DominatorTree &T) {
    const unsigned Unit = G.layout().Alignment;
    auto Smalls = cantFail(BigArray<uint16_t>::make(G.size()));
    std::vector<SizeColumn::Large> Large;
    for (Node N = 0; N != G.size(); ++N) {
      const bool IsLarge = T.retained(N) > 100;
      Smalls[N] =
          IsLarge ? SizeColumn::IsLarge : SizeColumn::pack(T.retained(N), Unit);
      if (IsLarge)
        Large.push_back({N, T.retained(N)});
    }
    auto Larges = cantFail(BigArray<SizeColumn::Large>::make(Large.size()));
    llvm::copy(Large, Larges.data());
    auto Parents =
        cantFail(NumberArray::make(T.columns().Parents.width(), G.size()));
    for (Node N = 0; N != G.size(); ++N)
      Parents.set(N, T.columns().Parents.get(N));
    return DominatorTree::fromColumns(
        {std::move(Parents),
         SizeColumn::packed(std::move(Smalls), std::move(Larges), Unit),
         T.totals()});
  }
};

} // namespace

TEST_F(TreeWithoutTest, RandomGraphs) {
  for (unsigned Seed = 0; Seed != 6000; ++Seed) {
    const unsigned Nodes = 2 + Seed % 40;
    RandomDump Dump(Seed, Nodes, Seed / 40 % (3 * Nodes), 1 + Seed % 4);
    ReferenceKinds Without;
    for (ReferenceKind K : {ReferenceKind::Soft, ReferenceKind::Weak,
                            ReferenceKind::Final, ReferenceKind::Phantom})
      if (Seed >> unsigned(K) & 1)
        Without.insert(K);
    compare(graphOf(Dump.bytes(), wideIf(Seed % 16 == 0)), Without,
            Seed % 3 == 0);
    if (HasFatalFailure())
      FAIL() << "seed " << Seed;
  }
  // Each of these cases must occur often.
  EXPECT_GT(Found, 1000u);
  EXPECT_GT(Moved, 1000u);
  EXPECT_GT(Lost, 500u);
}

TEST_F(TreeWithoutTest, LargerRandomGraphs) {
  for (unsigned Seed = 0; Seed != 60; ++Seed) {
    RandomDump Dump(Seed, 400, 300 + 20 * Seed, 2 + Seed % 20);
    ReferenceKinds Without;
    Without.insert(ReferenceKind::Weak);
    compare(graphOf(Dump.bytes()), Without, Seed % 2);
    if (HasFatalFailure())
      FAIL() << "seed " << Seed;
  }
  EXPECT_GT(Found, 20u);
}

/// If the graph has no reference of a kind, ignoring that kind changes nothing.
TEST_F(TreeWithoutTest, NothingToLeaveOut) {
  RandomDump Dump(7, 30, 60, 3);
  compare(graphOf(Dump.bytes()), {}, false);
  EXPECT_EQ(Found, 1u);
  EXPECT_EQ(Moved, 0u);
}
