//===- DominatorTreeTest.cpp - Tests of dominators and retained sizes -----===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomDump.h"
#include "hprof/Analysis/Dominators/IgnoredReach.h"

using namespace hprof;
using namespace llvm;
using testing::ElementsAre;

namespace {

/// Dominators by definition: V dominates the nodes unreachable without V.
class Naive {
public:
  Naive(const HeapGraph &G, ReferenceKinds Ignored) : G(G), To(G.size()) {
    for (Node N = 0; N != G.size(); ++N)
      G.forEachReference(N, [&](Node T) { To[N].push_back(T); }, Ignored);
    Roots = G.rootNodes();
  }

  std::vector<bool> reach(ArrayRef<Node> From, Node Without = NoNode) const {
    std::vector<bool> Seen(To.size());
    std::vector<Node> Stack;
    auto See = [&](Node N) {
      if (N != Without && !Seen[N]) {
        Seen[N] = true;
        Stack.push_back(N);
      }
    };
    for (Node N : From)
      See(N);
    while (!Stack.empty()) {
      Node N = Stack.back();
      Stack.pop_back();
      for (Node T : To[N])
        See(T);
    }
    return Seen;
  }

  void expect(const DominatorTree &T) const {
    std::vector<bool> Alive = reach(Roots);
    uint64_t Objects = 0, Bytes = 0, Others = 0;
    // Dominators of each node, excluding itself.
    std::vector<std::vector<Node>> Dominators(To.size());
    std::vector<uint64_t> Retained(To.size());
    for (Node V = 0; V != To.size(); ++V) {
      ASSERT_EQ(T.isReachable(V), Alive[V]) << V;
      (Alive[V] ? Bytes : Others) += G.shallow(V);
      if (!Alive[V])
        continue;
      ++Objects;
      std::vector<bool> Left = reach(Roots, V);
      for (Node N = 0; N != To.size(); ++N)
        if (Alive[N] && !Left[N]) {
          Retained[V] += G.shallow(N);
          if (N != V)
            Dominators[N].push_back(V);
        }
    }
    ASSERT_EQ(T.reachable(), Objects);
    ASSERT_EQ(T.reachableBytes(), Bytes);
    ASSERT_EQ(T.unreachableBytes(), Others);
    for (Node N = 0; N != To.size(); ++N) {
      ASSERT_EQ(T.retained(N), Retained[N]) << N;
      // The nearest dominator is the one that is dominated by all others.
      Node Parent = NoNode;
      for (Node D : Dominators[N])
        if (Dominators[D].size() + 1 == Dominators[N].size())
          Parent = D;
      ASSERT_EQ(T.parent(N), Parent) << N;
    }
  }

  /// Adds one root for each group of unreached nodes that has no references
  /// from outside: the node at the top of the group's part of the tree.
  unsigned addRoots(const DominatorTree &T) {
    std::vector<bool> Alive = reach(Roots);
    std::vector<std::vector<bool>> From(To.size());
    for (Node N = 0; N != To.size(); ++N)
      From[N] = reach(N);
    unsigned Made = 0;
    for (Node N = 0; N != To.size(); ++N) {
      if (Alive[N] || T.parent(N) != NoNode)
        continue;
      bool IsSource = true;
      for (Node O = 0; O != To.size(); ++O)
        IsSource &= Alive[O] || !From[O][N] || From[N][O];
      if (IsSource) {
        Roots.push_back(N);
        ++Made;
      }
    }
    return Made;
  }

private:
  const HeapGraph &G;
  std::vector<std::vector<Node>> To;
  std::vector<Node> Roots;
};

DominatorTree dominators(const HeapGraph &G,
                         const DominatorOptions &Options = {}) {
  return cantFail(DominatorTree::compute(G, Options));
}

uint64_t idOf(uint64_t I) { return 0x10 + 8 * I; }

/// A dump in which array I refers to the arrays Refs(I); array 1 is a root.
template <class Fn> HprofBytes arrays(uint64_t Count, Fn &&Refs) {
  HprofBytes B;
  B.utf8(1, "[Ljava/lang/Object;").loadClass(1, 8, 1);
  B.record(0x1c, [&] {
    B.classDump(8, 0, {}).number(0x05, 1).id(0x18);
    for (uint64_t I = 1; I <= Count; ++I)
      addArray(B, idOf(I), 8, Refs(I));
  });
  return B;
}

TEST(DominatorTreeTest, OfTheColumnsOfAnother) {
  RandomDump Dump(5, 200, 300, 5);
  HeapGraph G = graphOf(Dump.bytes());
  DominatorTree T = cantFail(DominatorTree::compute(G, {}));
  ASSERT_LT(T.reachable(), G.size());
  const DominatorTree::Columns &C = T.columns();
  DominatorTree Viewed = DominatorTree::fromColumns(
      {NumberArray::view(C.Parents.bytes(), C.Parents.width()),
       BigArray<uint64_t>::view(C.Retained.plain().ref()), C.Totals});
  EXPECT_EQ(toText(G, &Viewed), toText(G, &T));
  EXPECT_EQ(Viewed.reachable(), T.reachable());
  EXPECT_EQ(Viewed.reachableBytes(), T.reachableBytes());
  EXPECT_EQ(Viewed.unreachableBytes(), T.unreachableBytes());
  EXPECT_EQ(Viewed.madeRoots(), T.madeRoots());
}

} // namespace

TEST(DominatorTreeTest, SmallRandomGraphs) {
  for (unsigned Seed = 0; Seed != 1000; ++Seed) {
    unsigned Nodes = 1 + Seed % 12;
    RandomDump Dump(Seed, Nodes, Seed / 12 % (3 * Nodes), Seed % 4);
    HeapGraph G = graphOf(Dump.bytes());
    Naive(G, {}).expect(dominators(G));
    if (HasFatalFailure())
      FAIL() << "seed " << Seed << '\n' << toText(G);
  }
}

TEST(DominatorTreeTest, LargerRandomGraphs) {
  for (unsigned Seed = 0; Seed != 40; ++Seed) {
    RandomDump Dump(Seed, 150, 100 + 20 * Seed % 400, 1 + Seed % 5);
    HeapGraph G = graphOf(Dump.bytes());
    Naive(G, {}).expect(dominators(G));
    if (HasFatalFailure())
      FAIL() << "seed " << Seed;
  }
}

TEST(DominatorTreeTest, IgnoredReferences) {
  const ReferenceKind Kinds[] = {ReferenceKind::Soft, ReferenceKind::Weak,
                                 ReferenceKind::Final, ReferenceKind::Phantom};
  unsigned Fewer = 0;
  for (unsigned Seed = 0; Seed != 500; ++Seed) {
    RandomDump Dump(Seed, 10, 20, 2);
    HeapGraph G = graphOf(Dump.bytes());
    DominatorOptions Options;
    for (unsigned I = 0; I != 4; ++I)
      if (Seed >> I & 1)
        Options.Ignored.insert(Kinds[I]);
    DominatorTree T = dominators(G, Options), Full = dominators(G);
    Fewer += T.reachable() < Full.reachable();
    Naive(G, Options.Ignored).expect(T);
    IgnoredReach Reach = cantFail(IgnoredReach::of(G, T, Options.Ignored));
    EXPECT_EQ(Reach.Objects, Full.reachable() - T.reachable());
    EXPECT_EQ(Reach.Bytes, Full.reachableBytes() - T.reachableBytes());
    if (HasFatalFailure())
      FAIL() << "seed " << Seed << '\n' << toText(G);
  }
  EXPECT_GT(Fewer, 25u);
}

TEST(DominatorTreeTest, TellsWhatIsReachedBeforeTheTreeIsMade) {
  for (unsigned Seed = 0; Seed != 50; ++Seed) {
    HeapGraph G = graphOf(RandomDump(Seed, 10, 20, 2).bytes());
    DominatorTree T = dominators(G);
    for (bool IsWanted : {true, false}) {
      unsigned Calls = 0;
      DominatorOptions Options;
      Options.OnReached = [&](uint64_t Reached,
                              function_ref<bool(Node)> IsReached) {
        ++Calls;
        EXPECT_EQ(Reached, T.reachable());
        for (Node N = 0; N != G.size(); ++N)
          EXPECT_EQ(IsReached(N), T.isReachable(N));
        return IsWanted;
      };
      DominatorTree Told = dominators(G, Options);
      EXPECT_EQ(Calls, 1u);
      EXPECT_EQ(Told.columns().Parents.size(), IsWanted ? G.size() : 0u);
      EXPECT_EQ(Told.reachable(), IsWanted ? T.reachable() : 0u);
    }
  }
}

// As few roots are added as reach everything; the tree is that of all roots.
TEST(DominatorTreeTest, KeepUnreachable) {
  uint64_t Made = 0;
  for (unsigned Seed = 0; Seed != 1000; ++Seed) {
    unsigned Nodes = 1 + Seed % 13;
    RandomDump Dump(Seed, Nodes, Seed / 13 % (3 * Nodes), Seed % 3);
    HeapGraph G = graphOf(Dump.bytes());
    DominatorOptions Options;
    Options.KeepUnreachable = true;
    if (Seed % 5 == 0)
      Options.Ignored.insert(ReferenceKind::Weak);
    DominatorTree T = dominators(G, Options);
    EXPECT_EQ(T.reachable(), G.size());
    EXPECT_EQ(T.unreachableBytes(), 0u);
    Naive N(G, Options.Ignored);
    EXPECT_EQ(T.madeRoots(), N.addRoots(T));
    Made += T.madeRoots();
    N.expect(T);
    if (HasFailure())
      FAIL() << "seed " << Seed << '\n' << toText(G, &T);
  }
  EXPECT_GT(Made, 1000u);
}

TEST(DominatorTreeTest, SameInEveryWidthAndNumberOfThreads) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    RandomDump Dump(Seed, 10 + 20 * Seed, 60 * Seed, 3);
    DominatorOptions Options;
    Options.KeepUnreachable = Seed % 2;
    std::string Expected;
    auto Expect = [&](unsigned Threads, bool IsWide) {
      GraphOptions Building = wideIf(IsWide);
      Options.Threads = Building.Threads = Threads;
      HeapGraph G = graphOf(Dump.bytes(), Building);
      DominatorTree T = dominators(G, Options);
      std::string Text = toText(G, &T);
      if (Expected.empty())
        Expected = Text;
      ASSERT_EQ(Text, Expected) << "seed " << Seed << ", " << Threads;
    };
    for (bool IsWide : {false, true})
      for (unsigned Threads : {1, 2, 3})
        Expect(Threads, IsWide);
  }
}

TEST(DominatorTreeTest, Nothing) {
  HprofBytes B;
  for (bool Keep : {false, true}) {
    HeapGraph G = graphOf(B.bytes());
    DominatorOptions Options;
    Options.KeepUnreachable = Keep;
    DominatorTree T = dominators(G, Options);
    EXPECT_EQ(G.size(), 0u);
    EXPECT_EQ(T.reachable(), 0u);
    EXPECT_EQ(T.madeRoots(), 0u);
  }
}

// Chains of 200,000 arrays, linked forwards, backwards and in both directions.
TEST(DominatorTreeTest, DeepChains) {
  constexpr uint64_t Count = 200000;
  for (bool IsWide : {false, true}) {
    HprofBytes Chain = arrays(Count, [&](uint64_t I) {
      uint64_t Next = I < Count ? idOf(I + 1) : 0;
      return SmallVector<uint64_t, 2>{Next};
    });
    HeapGraph G = graphOf(Chain.bytes(), wideIf(IsWide));
    DominatorTree T = dominators(G);
    ASSERT_EQ(T.reachable(), Count + 1);
    // The class is a child of the first array, because all arrays refer to it.
    uint64_t Each = G.shallow(G.find(idOf(5)));
    uint64_t Class = T.retained(G.find(8));
    EXPECT_EQ(T.parent(G.find(8)), G.find(idOf(1)));
    EXPECT_EQ(T.retained(G.find(idOf(1))), Each * Count + Class);
    for (uint64_t I = 2; I <= Count; ++I) {
      ASSERT_EQ(T.parent(G.find(idOf(I))), G.find(idOf(I - 1)));
      ASSERT_EQ(T.retained(G.find(idOf(I))), Each * (Count - I + 1));
    }
  }
  // The first array refers to the last, every other array to its predecessor:
  // the search descends from the last, and the successor of each dominates it.
  HprofBytes Ring = arrays(Count, [&](uint64_t I) {
    uint64_t Next = I == 1 ? idOf(Count) : idOf(I - 1);
    return SmallVector<uint64_t, 2>{Next};
  });
  HeapGraph G = graphOf(Ring.bytes());
  DominatorTree T = dominators(G);
  EXPECT_EQ(T.parent(G.find(idOf(Count))), G.find(idOf(1)));
  for (uint64_t I = 2; I != Count; ++I)
    ASSERT_EQ(T.parent(G.find(idOf(I))), G.find(idOf(I + 1)));
  // Doubly linked, with a path from first to last: only the first dominates.
  HprofBytes Both = arrays(Count, [&](uint64_t I) {
    uint64_t Next = I < Count ? idOf(I + 1) : 0;
    uint64_t Last = I == 1 ? idOf(Count) : idOf(I - 1);
    return SmallVector<uint64_t, 2>{Next, Last};
  });
  HeapGraph G2 = graphOf(Both.bytes());
  DominatorTree T2 = dominators(G2);
  for (uint64_t I = 2; I <= Count; ++I)
    ASSERT_EQ(T2.parent(G2.find(idOf(I))), G2.find(idOf(1)));
}

// The dump of a test in Eclipse MAT: R keeps A to L alive.
TEST(DominatorTreeTest, TheTextbooksGraph) {
  HeapGraph G = graphOf(R"(
- classes:
  - {name: java/lang/Object}
  - {name: N, super: java/lang/Object, fields: {x: object, y: object, z: object}}
- instance: {object: r, class: N, fields: {x: a, y: b, z: c}}
- instance: {object: a, class: N, fields: {x: d}}
- instance: {object: b, class: N, fields: {x: a, y: d, z: e}}
- instance: {object: c, class: N, fields: {x: f, y: g}}
- instance: {object: d, class: N, fields: {x: l}}
- instance: {object: e, class: N, fields: {x: h}}
- instance: {object: f, class: N, fields: {x: i}}
- instance: {object: g, class: N, fields: {x: i, y: j}}
- instance: {object: h, class: N, fields: {x: e, y: k}}
- instance: {object: i, class: N, fields: {x: k}}
- instance: {object: j, class: N, fields: {x: i}}
- instance: {object: k, class: N, fields: {x: i, y: r}}
- instance: {object: l, class: N, fields: {x: h}}
- rootStickyClass: {object: N}
- rootStickyClass: {object: java/lang/Object}
- rootJniGlobal: {object: r}
)");
  ASSERT_EQ(G.rootNodes().size(), 3u);
  DominatorTree T = dominators(G);
  Node R = NoNode;
  for (Node N : G.rootNodes())
    if (G.asClass(N) == NoClass)
      R = N;
  ASSERT_NE(R, NoNode);
  uint64_t Each = G.shallow(R);
  std::vector<uint64_t> Objects;
  for (Node N = 0; N != G.size(); ++N)
    if (T.parent(N) == R)
      Objects.push_back(T.retained(N) / Each);
  // R has eight children; C among them retains F, G and J, and D retains L.
  sort(Objects);
  EXPECT_THAT(Objects, ElementsAre(1, 1, 1, 1, 1, 1, 2, 4));
  EXPECT_EQ(T.retained(R), 13 * Each);
}
