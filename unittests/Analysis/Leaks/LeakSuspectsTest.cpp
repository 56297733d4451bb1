//===- LeakSuspectsTest.cpp - Tests of leak suspects ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "Analysis/Graph/RandomGraph.h"
#include "Analysis/Leaks/LeakSignature.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

TEST(LeakSignature, DoesNotChange) {
  // Users store signatures to recognise leaks: changing them here would
  // invalidate the stored ones.
  EXPECT_EQ(leakSignature({"app.Cache", "java.util.HashMap"}),
            leakSignature({"app.Cache", "java.util.HashMap"}));
  EXPECT_NE(leakSignature({"app.Cache", "java.util.HashMap"}),
            leakSignature({"app.Cachejava.util.HashMap"}));
  EXPECT_EQ(leakSignature({"A$$Lambda$1/0x01"}),
            leakSignature({"A$$Lambda$22/0x02"}));
  EXPECT_EQ(leakSignature({"app.Cache"}), 11807269121466241891u);
}

namespace {

/// A heap of nodes with three references each, with classes C0 to C5.
class SmallHeap {
public:
  SmallHeap() {
    B.utf8(1, "java/lang/Object").utf8(2, "f").loadClass(1, 0x10, 1);
    for (unsigned C = 0; C != 6; ++C)
      B.utf8(100 + C, "C" + std::to_string(C))
          .loadClass(2 + C, 0x100 + C * 8, 100 + C);
  }
  SmallHeap &node(uint64_t Id, unsigned Class,
                  std::initializer_list<uint64_t> To) {
    Nodes.push_back({Id, Class, To});
    return *this;
  }
  SmallHeap &array(uint64_t Id, std::vector<uint64_t> Elements) {
    Arrays.push_back({Id, 0, std::move(Elements)});
    return *this;
  }
  SmallHeap &root(uint64_t Id) {
    Roots.push_back(Id);
    return *this;
  }
  HeapGraph build() {
    B.record(0x1c, [&] {
      B.classDump(0x10, 0, {});
      for (unsigned C = 0; C != 6; ++C)
        B.classDump(0x100 + C * 8, 0x10,
                    {{2, BasicType::Object},
                     {2, BasicType::Object},
                     {2, BasicType::Object}});
      for (unsigned C = 0; C != 6; ++C)
        B.number(0x05, 1).id(0x100 + C * 8);
      for (Object &O : Nodes) {
        O.To.resize(3);
        B.instance(O.Id, 0x100 + O.Class * 8, 24);
        for (uint64_t To : O.To)
          B.id(To);
      }
      for (const Object &O : Arrays) {
        B.number(0x22, 1).id(O.Id).number(1, 4).number(O.To.size(), 4).id(0x10);
        for (uint64_t To : O.To)
          B.id(To);
      }
      for (uint64_t Id : Roots)
        B.number(0x05, 1).id(Id);
    });
    return graphOf(B.frame(0x2c, 0));
  }

private:
  struct Object {
    uint64_t Id;
    unsigned Class;
    std::vector<uint64_t> To;
  };
  HprofBytes B;
  std::vector<Object> Nodes, Arrays;
  std::vector<uint64_t> Roots;
};

} // namespace

static std::vector<LeakSuspect> suspects(const HeapGraph &G, double Part) {
  DominatorTree T = cantFail(DominatorTree::compute(G, {}));
  SuspectOptions Options;
  Options.Least = uint64_t(double(T.reachableBytes()) * Part);
  return cantFail(findLeakSuspects(G, T, Options));
}

/// C0 holds an array of many C1s, each with a C2; ids start at \p Base.
static SmallHeap cache(uint64_t Base, unsigned Entries) {
  SmallHeap H;
  std::vector<uint64_t> Ids;
  for (unsigned I = 0; I != Entries; ++I) {
    Ids.push_back(Base + 0x10000 + I * 0x40);
    H.node(Ids.back(), 1, {Ids.back() + 0x20});
    H.node(Ids.back() + 0x20, 2, {});
  }
  H.node(Base, 0, {Base + 0x40}).array(Base + 0x40, Ids).root(Base);
  return H;
}

TEST(LeakSuspects, FindWhereACacheAccumulates) {
  HeapGraph G = cache(0x10000, 500).build();
  std::vector<LeakSuspect> S = suspects(G, 0.1);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Kind, SuspectKind::Object);
  ASSERT_EQ(S[0].Points.size(), 1u);
  EXPECT_EQ(G.id(S[0].Points[0]), 0x10040u);
  ASSERT_EQ(S[0].Way.size(), 2u);
  EXPECT_EQ(G.id(S[0].Way[0]), 0x10000u);
  ASSERT_EQ(S[0].Children.size(), 1u);
  EXPECT_EQ(S[0].Children[0].Objects, 500u);
  ASSERT_GE(S[0].Contents.size(), 3u);
  EXPECT_EQ(S[0].Nested, 0u);
  EXPECT_EQ(S[0].Own, S[0].Retained);
}

TEST(LeakSuspects, HaveTheSameSignatureInAnotherDump) {
  std::vector<LeakSuspect> A = suspects(cache(0x10000, 500).build(), 0.1);
  std::vector<LeakSuspect> B = suspects(cache(0x7000000, 7000).build(), 0.1);
  ASSERT_EQ(A.size(), 1u);
  ASSERT_EQ(B.size(), 1u);
  EXPECT_EQ(A[0].Signature, B[0].Signature);
}

TEST(LeakSuspects, TakeAListAsOneThing) {
  uint64_t Signature = 0;
  for (unsigned Length : {1000, 300'000}) {
    SmallHeap H;
    for (unsigned I = 0; I != Length; ++I)
      H.node(0x20000 + I * 0x20, 1,
             {I + 1 == Length ? 0 : 0x20000 + (I + 1) * uint64_t(0x20)});
    HeapGraph G = H.node(0x10000, 0, {0x20000}).root(0x10000).build();
    std::vector<LeakSuspect> S = suspects(G, 0.1);
    ASSERT_EQ(S.size(), 1u);
    EXPECT_EQ(G.id(S[0].Points[0]), 0x20000u);
    EXPECT_EQ(S[0].Way.size(), 2u);
    EXPECT_GE(S[0].Nested, Length / 2);
    if (Signature) {
      EXPECT_EQ(S[0].Signature, Signature);
    }
    Signature = S[0].Signature;
  }
}

TEST(LeakSuspects, TakeATreeAsOneThing) {
  SmallHeap H;
  unsigned Count = 4000;
  for (unsigned I = 1; I <= Count; ++I)
    H.node(0x20000 + I * 0x20, 1,
           {2 * I <= Count ? 0x20000 + 2 * I * 0x20 : 0,
            2 * I + 1 <= Count ? 0x20000 + (2 * I + 1) * 0x20 : 0});
  HeapGraph G = H.node(0x10000, 0, {0x20020}).root(0x10000).build();
  std::vector<LeakSuspect> S = suspects(G, 0.1);
  ASSERT_EQ(S.size(), 1u);
  ASSERT_EQ(S[0].Points.size(), 1u);
  EXPECT_EQ(G.id(S[0].Points[0]), 0x20020u);
}

TEST(LeakSuspects, FindManyThatNothingHolds) {
  // Two C3 hold the same C4s, so neither dominates them.
  SmallHeap H;
  std::vector<uint64_t> Ids;
  for (unsigned I = 0; I != 400; ++I) {
    Ids.push_back(0x30000 + I * 0x20);
    H.node(Ids.back(), 4, {});
  }
  H.node(0x10000, 3, {0x10100}).array(0x10100, Ids).root(0x10000);
  H.node(0x20000, 3, {0x20100}).array(0x20100, Ids).root(0x20000);
  HeapGraph G = H.build();
  std::vector<LeakSuspect> S = suspects(G, 0.3);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Kind, SuspectKind::Group);
  EXPECT_EQ(S[0].Points.size(), 400u);
  ASSERT_EQ(S[0].Largest.size(), 3u);
  EXPECT_EQ(S[0].Largest[0].Way, std::vector<Node>{S[0].Points[0]});
  EXPECT_TRUE(S[0].Largest[0].Children.empty());
}

TEST(LeakSuspects, TellWhereMembersOfAGroupAccumulate) {
  // Ten C0s, held only by roots; each has a C1 with an array of C2s.
  SmallHeap H;
  for (unsigned I = 0; I != 10; ++I) {
    uint64_t Base = 0x100000 * (I + 1);
    std::vector<uint64_t> Ids;
    for (unsigned J = 0; J != 50 + I; ++J) {
      Ids.push_back(Base + 0x1000 + J * 0x20);
      H.node(Ids.back(), 2, {});
    }
    H.node(Base, 0, {Base + 0x100}).root(Base);
    H.node(Base + 0x100, 1, {Base + 0x200}).array(Base + 0x200, Ids);
  }
  HeapGraph G = H.build();
  std::vector<LeakSuspect> S = suspects(G, 0.3);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(S[0].Kind, SuspectKind::Group);
  ASSERT_EQ(S[0].Largest.size(), 3u);
  uint64_t Last = UINT64_MAX;
  for (auto [I, M] : enumerate(S[0].Largest)) {
    uint64_t Base = 0x100000 * (10 - I);
    ASSERT_EQ(M.Way.size(), 3u);
    EXPECT_EQ(G.id(M.Way[0]), Base);
    EXPECT_EQ(G.id(M.Way[1]), Base + 0x100);
    EXPECT_EQ(G.id(M.Way[2]), Base + 0x200);
    EXPECT_EQ(M.Points, std::vector<Node>{M.Way[2]});
    EXPECT_EQ(M.Retained, M.WayBytes[2]);
    ASSERT_EQ(M.Children.size(), 1u);
    EXPECT_EQ(M.Children[0].Objects, 59u - I);
    EXPECT_EQ(M.Nested, 0u);
    EXPECT_LE(M.WayBytes[0], Last);
    Last = M.WayBytes[0];
  }
}

TEST(LeakSuspects, LeaveOutWhatIsSpread) {
  SmallHeap H;
  for (unsigned I = 0; I != 60; ++I)
    H.node(0x10000 + I * 0x20, I % 6, {}).root(0x10000 + I * 0x20);
  EXPECT_TRUE(suspects(H.build(), 0.3).empty());
}

// In any graph, each suspect retains bytes of its own.
TEST(LeakSuspects, AreFew) {
  for (unsigned Seed = 0; Seed != 60; ++Seed) {
    HeapGraph G = graphOf(randomDump(Seed, 300, 1 + Seed % 7));
    DominatorTree T = cantFail(DominatorTree::compute(G, {}));
    SuspectOptions Options;
    Options.Least = T.reachableBytes() / 20 + 1;
    uint64_t Own = 0;
    for (const LeakSuspect &S : cantFail(findLeakSuspects(G, T, Options))) {
      EXPECT_GE(S.Own, Options.Least);
      EXPECT_FALSE(S.Points.empty());
      EXPECT_EQ(S.Largest.empty(), S.Kind != SuspectKind::Group);
      uint64_t InOthers = 0;
      for (const SuspectShare &Share : S.PartOf)
        InOthers += Share.Bytes;
      EXPECT_LE(InOthers, S.Retained);
      Own += S.Own;
    }
    EXPECT_LE(Own, T.reachableBytes());
  }
}

// An object reported at one threshold is also reported at each lower threshold,
// or is on the path to a reported object, or is in a reported object, as part
// of a list.
TEST(LeakSuspects, StayWhenTheThresholdFalls) {
  for (unsigned Seed = 0; Seed != 60; ++Seed) {
    HeapGraph G = graphOf(randomDump(Seed, 400, 1 + Seed % 7));
    DominatorTree T = cantFail(DominatorTree::compute(G, {}));
    auto IsAbove = [&](Node N, Node M) {
      while (M != NoNode && M != N)
        M = T.parent(M);
      return M == N;
    };
    std::vector<LeakSuspect> Higher;
    for (double Part : {0.4, 0.2, 0.1, 0.07, 0.05, 0.02, 0.01}) {
      std::vector<LeakSuspect> Lower = suspects(G, Part);
      auto IsNamed = [&](Node N) {
        return any_of(Lower, [&](const LeakSuspect &S) {
          return any_of(S.Points,
                        [&](Node M) { return IsAbove(N, M) || IsAbove(M, N); });
        });
      };
      for (const LeakSuspect &S : Higher)
        EXPECT_TRUE(any_of(S.Points, IsNamed)) << Seed << ' ' << Part;
      Higher = std::move(Lower);
    }
  }
}

TEST(LeakSuspects, TakeAListOfTwoClassesAsOneThing) {
  // C1s and C2s alternate, and each C1 has a C3 of its own.
  constexpr unsigned Length = 2000;
  SmallHeap H;
  for (unsigned I = 0; I != Length; ++I) {
    uint64_t At = 0x20000 + I * 0x60;
    H.node(At, 1, {At + 0x20, At + 0x40}).node(At + 0x40, 3, {});
    H.node(At + 0x20, 2, {I + 1 == Length ? 0 : At + 0x60});
  }
  HeapGraph G = H.node(0x10000, 0, {0x20000}).root(0x10000).build();
  std::vector<LeakSuspect> S = suspects(G, 0.1);
  ASSERT_EQ(S.size(), 1u);
  EXPECT_EQ(G.id(S[0].Points[0]), 0x20000u);
  EXPECT_EQ(S[0].Way.size(), 2u);
  EXPECT_GE(S[0].Nested, Length / 2);
}

/// Two lists of members below one root: \p Few members are too few for a
/// suspect.
static SmallHeap twoLists(unsigned Many, unsigned Few) {
  SmallHeap H;
  std::vector<uint64_t> Large, Small;
  for (unsigned I = 0; I != Many; ++I)
    H.node(Large.emplace_back(0x10000 + I * 0x20), 1, {});
  for (unsigned I = 0; I != Few; ++I)
    H.node(Small.emplace_back(0x90000 + I * 0x20), 2, {});
  H.node(0x1000, 3, {0x2000}).array(0x2000, Large).root(0x1000);
  H.node(0x3000, 4, {0x4000}).array(0x4000, Small).root(0x3000);
  return H;
}

TEST(LeakSuspects, SmallerOnesAreFoundToBeCompared) {
  const HeapGraph G = twoLists(1000, 70).build();
  const DominatorTree T = cantFail(DominatorTree::compute(G, {}));
  SuspectOptions Options;
  Options.Least = T.reachableBytes() / 10;
  ComparedSuspects Found = cantFail(
      findComparedSuspects(G, T, Options, [](ArrayRef<LeakSuspect> Suspects) {
        EXPECT_EQ(Suspects.size(), 1u);
        return true;
      }));
  ASSERT_EQ(Found.Suspects.size(), 1u);
  ASSERT_EQ(Found.Smaller.size(), 2u);
  EXPECT_EQ(Found.Smaller[0].Signature, Found.Suspects[0].Signature);
  EXPECT_GE(Found.Smaller[1].Retained, Options.Least / 2);
  EXPECT_LT(Found.Smaller[1].Retained, Options.Least);
  // There are no smaller suspects if the caller does not request them, or if
  // none exist.
  EXPECT_TRUE(
      cantFail(findComparedSuspects(G, T, Options, [](ArrayRef<LeakSuspect>) {
        return false;
      })).Smaller.empty());
  const HeapGraph Few = twoLists(1000, 7).build();
  const DominatorTree Tree = cantFail(DominatorTree::compute(Few, {}));
  EXPECT_TRUE(
      cantFail(findComparedSuspects(Few, Tree, Options,
                                    [](ArrayRef<LeakSuspect>) { return true; }))
          .Smaller.empty());
}
