//===- DominatorChildrenTest.cpp - Tests of the tree from the top ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "Analysis/Graph/RandomGraph.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "gtest/gtest.h"
#include <map>

using namespace hprof;
using namespace llvm;

static DominatorTree treeOf(const HeapGraph &G) {
  return cantFail(DominatorTree::compute(G, {}));
}

TEST(DominatorChildren, AreAllThatRetainEnoughInOrder) {
  HeapGraph G = graphOf(randomDump(5, 600, 5));
  DominatorTree T = treeOf(G);
  for (uint64_t Least : {1, 60, 500}) {
    DominatorChildren Children = cantFail(DominatorChildren::of(G, T, Least));
    uint64_t Listed = 0, Expected = 0;
    for (Node N = 0; N <= G.size(); ++N) {
      Node Parent = N == G.size() ? NoNode : N;
      DominatorChildren::List List = Children.of(Parent);
      for (Node Child : List) {
        EXPECT_EQ(T.parent(Child), Parent);
        EXPECT_GE(T.retained(Child), Least);
      }
      EXPECT_TRUE(std::is_sorted(List.begin(), List.end(), [&](Node A, Node B) {
        return T.retained(A) > T.retained(B);
      }));
      Listed += List.size();
      Expected += N != G.size() && T.isReachable(N) && T.retained(N) >= Least;
    }
    EXPECT_EQ(Listed, Expected);
  }
}

/// A linked list of \p Length nodes, with \p Classes classes in rotation.
static HeapGraph listOf(unsigned Length, unsigned Classes) {
  HprofBytes B;
  B.utf8(1, "java/lang/Object").utf8(2, "next").loadClass(1, 0x10, 1);
  for (unsigned C = 0; C != Classes; ++C)
    B.utf8(10 + C, "C" + std::to_string(C))
        .loadClass(2 + C, 0x100 + C * 8, 10 + C);
  B.record(0x1c, [&] {
    B.classDump(0x10, 0, {});
    for (unsigned C = 0; C != Classes; ++C) {
      B.classDump(0x100 + C * 8, 0x10, {{2, BasicType::Object}});
      B.number(0x05, 1).id(0x100 + C * 8);
    }
    for (unsigned I = 0; I != Length; ++I)
      B.instance(0x1000 + I * 16, 0x100 + I % Classes * 8, 8)
          .id(I + 1 == Length ? 0 : 0x1000 + (I + 1) * 16);
    B.number(0x05, 1).id(0x1000);
  });
  return graphOf(B.frame(0x2c, 0));
}

TEST(DominatorChildren, FindChains) {
  for (unsigned Classes : {1, 2, 5}) {
    HeapGraph G = listOf(100'000, Classes);
    DominatorTree T = treeOf(G);
    DominatorChildren Children = cantFail(DominatorChildren::of(G, T, 1));
    DominatorChildren::Chain C = Children.chainFrom(G.find(0x1000));
    EXPECT_EQ(C.Period, Classes);
    EXPECT_EQ(C.Objects, 100'000u);
    EXPECT_EQ(C.Shallow, 100'000u * 16);
    EXPECT_EQ(G.id(C.Last), 0x1000u + 99'999 * 16);
    EXPECT_EQ(Children.chainFrom(C.Last).Period, 0u);
    // It is as long if most of its nodes retain less than the threshold.
    DominatorChildren Few =
        cantFail(DominatorChildren::of(G, T, 99'900 * 16 + 1));
    C = Few.chainFrom(G.find(0x1000));
    EXPECT_EQ(C.Objects, 100'000u);
    EXPECT_EQ(G.id(C.Last), 0x1000u + 99'999 * 16);
  }
}

TEST(DominatorChildren, CountWhatIsNotShown) {
  HeapGraph G = graphOf(randomDump(7, 900, 4));
  DominatorTree T = treeOf(G);
  DominatorChildren Children = cantFail(DominatorChildren::of(G, T, 1));
  constexpr size_t Shown = 1;
  std::vector<SmallerChildren> All;
  for (Node N = 0; N <= G.size(); ++N) {
    Node Of = N == G.size() ? NoNode : N;
    DominatorChildren::List List = Children.of(Of);
    if (List.size() > Shown)
      All.push_back({Of, Of, N % 2 ? List.front() : NoNode});
  }
  ASSERT_GT(All.size(), 5u);
  cantFail(countSmaller(G, T, All));
  for (const SmallerChildren &S : All) {
    DominatorChildren::List List = Children.of(S.First);
    ArrayRef<Node> Rest = ArrayRef(List).drop_front(S.LastShown != NoNode);
    EXPECT_EQ(S.Objects, Rest.size());
    std::map<uint64_t, uint64_t> Bytes;
    for (Node N : Rest)
      Bytes[G.types().get(N)] += T.retained(N);
    for (auto [Type, Sum] : Bytes)
      EXPECT_LE(Sum, Bytes[S.Type]);
    EXPECT_EQ(S.OfType, uint64_t(llvm::count_if(Rest, [&](Node N) {
                return G.types().get(N) == S.Type;
              })));
  }
}

TEST(TopObjects, AreTheFirstOfAll) {
  HeapGraph G = graphOf(randomDump(11, 4000, 5));
  DominatorTree T = treeOf(G);
  std::vector<Node> All = topObjects(G, T, UINT64_MAX).Largest;
  uint64_t Sum = 0;
  for (Node N : All)
    Sum += T.retained(N);
  EXPECT_EQ(Sum, T.reachableBytes());
  const TopObjects Few = topObjects(G, T, 3);
  EXPECT_EQ(Few.InAll, All.size());
  const std::vector<Node> &Some = Few.Largest;
  ASSERT_EQ(Some.size(), 3u);
  EXPECT_TRUE(std::equal(Some.begin(), Some.end(), All.begin()));
}

TEST(BigDrops, AreWhereNoChildKeepsAsMuch) {
  HeapGraph G = graphOf(randomDump(2, 900, 5));
  DominatorTree T = treeOf(G);
  std::vector<uint64_t> LargestChild(G.size());
  for (Node N = 0; N != G.size(); ++N)
    if (T.isReachable(N) && T.parent(N) != NoNode)
      LargestChild[T.parent(N)] =
          std::max(LargestChild[T.parent(N)], T.retained(N));
  std::vector<BigDrop> Drops = cantFail(findBigDrops(G, T, 100));
  size_t Expected = 0;
  for (Node N = 0; N != G.size(); ++N)
    Expected += T.retained(N) - LargestChild[N] >= 100;
  EXPECT_EQ(Drops.size(), Expected);
  for (const BigDrop &D : Drops)
    EXPECT_EQ(D.Drop, T.retained(D.Object) - LargestChild[D.Object]);
}

TEST(DominatorClasses, AddUpToAll) {
  HeapGraph G = graphOf(randomDump(21, 900, 3));
  DominatorTree T = treeOf(G);
  for (unsigned Depth : {1, 2, 4, 1000}) {
    DominatorClasses C = cantFail(DominatorClasses::of(G, T, {}, Depth));
    uint64_t Objects = 0, Shallow = 0;
    for (const DominatorClasses::Group &Of : C.groups()) {
      Objects += Of.Objects;
      Shallow += Of.Shallow;
      EXPECT_LE(Of.Depth, Depth);
    }
    EXPECT_EQ(Objects, T.reachable());
    EXPECT_EQ(Shallow, T.reachableBytes());
    EXPECT_EQ(C.groups()[0].Retained, T.reachableBytes());
  }
}

TEST(DominatorClasses, OfAPartRetainWhatItRetains) {
  HeapGraph G = graphOf(randomDump(22, 900, 3));
  DominatorTree T = treeOf(G);
  for (Node N : topObjects(G, T, 10).Largest) {
    DominatorClasses C = cantFail(DominatorClasses::of(G, T, N, 1000));
    EXPECT_EQ(C.groups()[0].Retained, T.retained(N));
  }
}

TEST(DominatorClasses, JoinAListIntoOneGroup) {
  HeapGraph G = listOf(100'000, 1);
  DominatorTree T = treeOf(G);
  DominatorClasses C =
      cantFail(DominatorClasses::of(G, T, G.find(0x1000), 1000));
  ASSERT_EQ(C.groups().size(), 2u);
  EXPECT_EQ(C.groups()[1].Objects, 100'000u);
}
