//===- RetainedSetsTest.cpp - Tests of retained sets ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "Analysis/Graph/RandomGraph.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

/// The nodes that can be reached from the roots without the members of \p
/// Removed; if that set is empty, all reachable nodes.
static std::vector<bool> reached(const HeapGraph &G, const NodeGroups &Groups,
                                 std::optional<uint32_t> Removed) {
  std::vector<bool> Seen(G.size());
  std::vector<Node> Todo;
  auto Visit = [&](Node N) {
    if (!Seen[N] && (!Removed || Groups.groupOf(N) != *Removed)) {
      Seen[N] = true;
      Todo.push_back(N);
    }
  };
  for (Node N : G.rootNodes())
    Visit(N);
  while (!Todo.empty()) {
    Node N = Todo.back();
    Todo.pop_back();
    G.forEachReference(N, Visit);
  }
  return Seen;
}

static void expectNaive(const HeapGraph &G, GroupBy By,
                        const RetainedOptions &Options, bool ByBits) {
  NodeGroups Groups = NodeGroups::of(G, By);
  RetainedSets Sets = cantFail(RetainedSets::compute(G, Groups, Options));
  EXPECT_EQ(Sets.wasByBits(), ByBits);
  std::vector<bool> All = reached(G, Groups, std::nullopt);
  uint64_t Members = 0;
  for (const RetainedSet &Set : Sets.sets()) {
    std::vector<bool> Left = reached(G, Groups, Set.Group);
    uint64_t Objects = 0, Bytes = 0, Own = 0;
    for (Node N = 0; N != G.size(); ++N) {
      Own += All[N] && Groups.groupOf(N) == Set.Group;
      if (!All[N] || Left[N])
        continue;
      ++Objects;
      Bytes += G.shallow(N);
      ArrayRef<uint32_t> Before = Sets.groupsBefore(N);
      EXPECT_TRUE(ByBits || Groups.groupOf(N) == Set.Group ||
                  is_contained(Before, Set.Group));
    }
    EXPECT_EQ(Set.RetainedObjects, Objects) << Groups.name(Set.Group);
    EXPECT_EQ(Set.Retained, Bytes) << Groups.name(Set.Group);
    EXPECT_EQ(Set.Objects, Own) << Groups.name(Set.Group);
    Members += Own;
  }
  EXPECT_EQ(Members, uint64_t(std::count(All.begin(), All.end(), true)));
}

TEST(RetainedSets, EqualWhatRemovalFinds) {
  for (unsigned Seed = 0; Seed != 150; ++Seed) {
    HeapGraph G = graphOf(randomDump(Seed, 20 + Seed * 3, 2 + Seed % 9));
    for (GroupBy By :
         {GroupBy::Class, GroupBy::Name, GroupBy::Package, GroupBy::Loader})
      expectNaive(G, By, {}, /*ByBits=*/false);
  }
}

// There are more than 64 groups, and no memory for sets.
TEST(RetainedSets, AreTheSameByBits) {
  RetainedOptions Options;
  Options.MaxSetMembers = 4;
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    HeapGraph G = graphOf(randomDump(Seed, 400, 150));
    expectNaive(G, GroupBy::Class, Options, /*ByBits=*/true);
  }
}

TEST(RetainedSets, AreTheSameInWideGraphs) {
  GraphOptions Options;
  Options.IsWide = true;
  HeapGraph G = graphOf(randomDump(7, 300, 9), Options);
  EXPECT_EQ(G.starts().width(), 8u);
  expectNaive(G, GroupBy::Class, {}, /*ByBits=*/false);
}

TEST(RetainedSets, OfUnreachableObjectsWhenTheseAreKept) {
  HeapGraph G = graphOf(randomDump(3, 500, 7));
  DominatorOptions Keep;
  Keep.KeepUnreachable = true;
  DominatorTree T = cantFail(DominatorTree::compute(G, Keep));
  ASSERT_EQ(T.reachable(), G.size());
  NodeGroups Groups = NodeGroups::of(G, GroupBy::Class);
  RetainedOptions Options;
  Options.KeepUnreachable = true;
  RetainedSets Sets = cantFail(RetainedSets::compute(G, Groups, Options));
  uint64_t Objects = 0;
  for (const RetainedSet &Set : Sets.sets())
    Objects += Set.Objects;
  EXPECT_EQ(Objects, G.size());
  // A class retains all nodes that the tree attributes to its members.
  for (const RetainedSet &Set : Sets.sets())
    for (Node N = 0; N != G.size(); ++N)
      if (Groups.groupOf(N) == Set.Group) {
        EXPECT_GE(Set.Retained, T.retained(N));
      }
}

// The choice of added roots affects retained sizes: the tree and the sets must
// add the same roots, even if a cycle refers to an object with a lower id.
TEST(RetainedSets, OfOneObjectAreWhatTheTreeSaysWhenUnreachableOnesAreKept) {
  uint64_t Compared = 0, Made = 0;
  for (unsigned Seed = 0; Seed != 120; ++Seed) {
    unsigned Objects = 10 + Seed;
    HeapGraph G = graphOf(randomDump(Seed, Objects, 2 * Objects));
    DominatorOptions Keep;
    Keep.KeepUnreachable = true;
    DominatorTree T = cantFail(DominatorTree::compute(G, Keep));
    NodeGroups Groups = NodeGroups::of(G, GroupBy::Class);
    for (uint64_t MaxMembers : {1 << 20, 4}) {
      RetainedOptions Options;
      Options.KeepUnreachable = true;
      Options.MaxSetMembers = MaxMembers;
      RetainedSets Sets = cantFail(RetainedSets::compute(G, Groups, Options));
      DenseMap<uint32_t, const RetainedSet *> Single;
      for (const RetainedSet &Set : Sets.sets())
        if (Set.Objects == 1)
          Single[Set.Group] = &Set;
      for (Node N = 0; N != G.size(); ++N)
        if (const RetainedSet *Set = Single.lookup(Groups.groupOf(N))) {
          EXPECT_EQ(Set->Retained, T.retained(N))
              << "seed " << Seed << ", object " << G.id(N);
          ++Compared;
        }
    }
    Made += T.madeRoots();
  }
  EXPECT_GT(Compared, 5000u);
  EXPECT_GT(Made, 500u);
}

TEST(NodeGroups, PutAClassObjectWithWhatItStandsFor) {
  HeapGraph G = graphOf(randomDump(1, 10, 4));
  Node Mirror = G.find(0x108);
  ASSERT_NE(Mirror, NoNode);
  NodeGroups Classes = NodeGroups::of(G, GroupBy::Class);
  EXPECT_EQ(Classes.name(Classes.groupOf(Mirror)), "java.lang.Class");
  NodeGroups Packages = NodeGroups::of(G, GroupBy::Package);
  EXPECT_EQ(Packages.name(Packages.groupOf(Mirror)), "pack1");
  NodeGroups Loaders = NodeGroups::of(G, GroupBy::Loader);
  EXPECT_EQ(Loaders.name(Loaders.groupOf(Mirror)), "(bootstrap loader)");
}

static void expectEqual(const RetainedSet &A, const RetainedSet &B) {
  EXPECT_EQ(A.Group, B.Group);
  EXPECT_EQ(A.Objects, B.Objects);
  EXPECT_EQ(A.Shallow, B.Shallow);
  EXPECT_EQ(A.Retained, B.Retained);
  EXPECT_EQ(A.RetainedObjects, B.RetainedObjects);
}

static void expectSameAtOnce(const HeapGraph &G, ArrayRef<GroupBy> By,
                             uint64_t MaxMembers) {
  std::vector<NodeGroups> Ways;
  for (GroupBy Way : By)
    Ways.push_back(NodeGroups::of(G, Way));
  RetainedOptions Options;
  Options.MaxSetMembers = MaxMembers;
  std::vector<RetainedSets> All =
      cantFail(RetainedSets::computeAll(G, Ways, Options));
  ASSERT_EQ(All.size(), Ways.size());
  for (size_t I = 0; I != Ways.size(); ++I) {
    RetainedSets One = cantFail(RetainedSets::compute(G, Ways[I], Options));
    ASSERT_EQ(All[I].sets().size(), One.sets().size());
    for (size_t S = 0; S != One.sets().size(); ++S)
      expectEqual(All[I].sets()[S], One.sets()[S]);
  }
}

TEST(RetainedSets, AreTheSameForSeveralWaysToGroupAtOnce) {
  const std::vector<GroupBy> Orders[] = {
      {GroupBy::Class, GroupBy::Name, GroupBy::Package, GroupBy::Loader},
      {GroupBy::Loader, GroupBy::Class},
      {GroupBy::Class, GroupBy::Class}};
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    HeapGraph G = graphOf(randomDump(Seed, 400, 3 + Seed * 50));
    // The limit allows all sets, only the sets of one grouping, or none.
    for (uint64_t MaxMembers : {1 << 20, 600, 4})
      for (const std::vector<GroupBy> &By : Orders)
        expectSameAtOnce(G, By, MaxMembers);
  }
}
