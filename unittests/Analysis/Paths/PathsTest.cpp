//===- PathsTest.cpp - Tests of paths from roots --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Graph/GraphTesting.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Paths/PathTree.h"
#include <queue>
#include <random>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// A random graph of instances with two fields, weak references and arrays.
struct RandomGraph {
  RandomGraph(unsigned Seed, unsigned Objects, unsigned Roots)
      : Random(Seed), Bytes(build(Objects, Roots)),
        In(HeapFile::fromMemory(Bytes, "test")),
        G(cantFail(HeapGraph::build(*In, {}))),
        C(cantFail(HeapContents::open(*In, G))) {}

  std::vector<uint8_t> build(unsigned Objects, unsigned Roots) {
    auto Pick = [&]() -> uint64_t {
      return Random() % 6 ? 0x1000 + 8 * (Random() % Objects) : 0;
    };
    HprofBytes B;
    B.utf8(1, "java/lang/Object").utf8(2, "Node").utf8(3, "next");
    B.utf8(4, "other").utf8(5, "java/lang/ref/WeakReference");
    B.utf8(6, "referent").loadClass(1, 0x10, 1).loadClass(2, 0x18, 2);
    B.loadClass(3, 0x20, 5);
    B.record(0x1c, [&] {
      using F = BasicType;
      B.classDump(0x10, 0, {});
      B.classDump(0x18, 0x10, {{3, F::Object}, {4, F::Object}});
      B.classDump(0x20, 0x10, {{6, F::Object}});
      for (unsigned I = 0; I != Objects; ++I)
        switch (uint64_t Id = 0x1000 + 8 * I; Random() % 5) {
        case 0:
          B.instance(Id, 0x20, 8).id(Pick());
          break;
        case 1:
          B.objectArray(Id, 0x10, {Pick(), Pick(), Pick()});
          break;
        default:
          B.instance(Id, 0x18, 16).id(Pick()).id(Pick());
        }
      for (unsigned I = 0; I != Roots; ++I)
        if (uint64_t Id = 0x1000 + 8 * (Random() % Objects); Random() % 2)
          B.number(0xff, 1).id(Id);
        else
          B.number(0x08, 1).id(Id).number(I + 1, 4).number(0, 4);
      B.number(0x05, 1).id(0x10);
    });
    B.frame(0x2c, 0);
    return {B.bytes().begin(), B.bytes().end()};
  }
  /// The number of steps from \p From to each node, on paths that avoid \p
  /// Wall.
  std::vector<unsigned> distances(ArrayRef<Node> From, ReferenceKinds Without,
                                  ArrayRef<Node> Wall = {}) const {
    std::vector<unsigned> Steps(G.size(), UINT_MAX);
    std::queue<Node> Left;
    for (Node N : From) {
      Steps[N] = 0;
      Left.push(N);
    }
    for (; !Left.empty(); Left.pop())
      if (Node N = Left.front(); !Steps[N] || !is_contained(Wall, N))
        G.forEachReference(
            N,
            [&, N](Node To) {
              if (Steps[To] == UINT_MAX) {
                Steps[To] = Steps[N] + 1;
                Left.push(To);
              }
            },
            Without);
    return Steps;
  }
  bool refersTo(Node From, Node To, ReferenceKinds Without) const {
    bool Does = false;
    G.forEachReference(From, [&](Node N) { Does |= N == To; }, Without);
    return Does;
  }
  void expectPath(ArrayRef<Node> Path, ReferenceKinds Without) const {
    ASSERT_FALSE(Path.empty());
    EXPECT_TRUE(is_contained(G.rootNodes(), Path.front()));
    for (size_t I = 1; I < Path.size(); ++I)
      EXPECT_TRUE(refersTo(Path[I - 1], Path[I], Without));
  }

  std::mt19937 Random;
  std::vector<uint8_t> Bytes;
  std::unique_ptr<HeapFile> In;
  HeapGraph G;
  std::unique_ptr<HeapContents> C;
};
} // namespace

static ReferenceKinds weak() {
  ReferenceKinds K;
  K.insert(ReferenceKind::Weak);
  return K;
}

TEST(ShortestPaths, AreAsShortAsANaiveSearchFinds) {
  for (unsigned Seed = 0; Seed != 40; ++Seed)
    for (ReferenceKinds Without : {ReferenceKinds(), weak()}) {
      RandomGraph R(Seed, 20 + 10 * Seed, 1 + Seed % 4);
      EdgeFilter Follow = cantFail(EdgeFilter::create(R.G, Without));
      ShortestPaths S = cantFail(ShortestPaths::compute(R.G, Follow));
      std::vector<unsigned> Steps = R.distances(R.G.rootNodes(), Without);
      std::set<Node> Threads;
      for (const GraphRoot &Root : R.G.roots())
        if (Root.Kind == RecordKind::RootThreadObject)
          Threads.insert(Root.Object);
      std::vector<Node> Others(R.G.rootNodes());
      llvm::erase_if(Others, [&](Node N) { return Threads.count(N); });
      std::vector<unsigned> FromOthers = R.distances(Others, Without);
      for (Node N = 0; N != R.G.size(); ++N) {
        ASSERT_EQ(S.isReached(N), Steps[N] != UINT_MAX);
        std::vector<Node> Path = S.path(N);
        if (Steps[N] == UINT_MAX) {
          EXPECT_TRUE(Path.empty());
          continue;
        }
        ASSERT_EQ(Path.size(), Steps[N] + 1u);
        EXPECT_EQ(Path.back(), N);
        EXPECT_EQ(Threads.count(Path.front()), FromOthers[N] > Steps[N]);
        R.expectPath(Path, Without);
      }
      // A search for a few objects gives the same paths to them.
      Node Target = R.Random() % R.G.size();
      ShortestPaths One =
          cantFail(ShortestPaths::compute(R.G, Follow, {Target}));
      EXPECT_EQ(One.path(Target), S.path(Target));
      // So does a backward search.
      InboundReferences In = cantFail(InboundReferences::compute(R.G));
      std::vector<Node> Few = {Target};
      for (unsigned I = 0; I != 5; ++I)
        Few.push_back(R.Random() % R.G.size());
      auto Back =
          cantFail(ShortestPaths::backwards(R.G, In, Follow, Few, UINT64_MAX));
      ASSERT_TRUE(Back);
      for (Node N : Few)
        EXPECT_EQ(Back->path(N), S.path(N));
      EXPECT_FALSE(
          cantFail(ShortestPaths::backwards(R.G, In, Follow, Few, 0)) &&
          !is_contained(R.G.rootNodes(), Target));
    }
}

TEST(ShortestPaths, TakeNoReferencesThatAreOnlyInbound) {
  // Rings of the same objects in opposite directions.
  auto RingOf = [](unsigned Step) {
    auto Id = [](unsigned N) { return 0x100 + 8 * uint64_t(N % 9); };
    HprofBytes B;
    B.record(0x1c, [&] {
      for (unsigned N = 0; N != 9; ++N)
        B.objectArray(Id(N), 0, {Id(N + Step)});
      B.number(0xff, 1).id(Id(0));
    });
    B.frame(0x2c, 0);
    return graphOf(B.bytes());
  };
  HeapGraph G = RingOf(1);
  EdgeFilter Follow = cantFail(EdgeFilter::create(G, {}));
  InboundReferences Own = cantFail(InboundReferences::compute(G));
  HeapGraph Turned = RingOf(8);
  InboundReferences Other = cantFail(InboundReferences::compute(Turned));
  Node Target = G.find(0x110);
  auto Good =
      cantFail(ShortestPaths::backwards(G, Own, Follow, {Target}, UINT64_MAX));
  ASSERT_TRUE(Good);
  EXPECT_EQ(Good->path(Target).size(), 3U);
  EXPECT_FALSE(cantFail(
      ShortestPaths::backwards(G, Other, Follow, {Target}, UINT64_MAX)));
}

TEST(RootPaths, AreTheShortestFromEachRoot) {
  for (unsigned Seed = 0; Seed != 40; ++Seed)
    for (ReferenceKinds Without : {ReferenceKinds(), weak()}) {
      RandomGraph R(Seed, 15 + Seed, 2 + Seed % 5);
      EdgeFilter Follow = cantFail(EdgeFilter::create(R.G, Without));
      InboundReferences In = cantFail(InboundReferences::compute(R.G));
      for (Node Target = 0; Target != R.G.size(); ++Target) {
        RootPaths S = cantFail(RootPaths::search(R.G, In, Follow, Target));
        DenseMap<Node, size_t> Found;
        size_t Last = 0;
        for (std::vector<Node> P = S.next(); !P.empty(); P = S.next()) {
          EXPECT_LE(Last, P.size());
          Last = P.size();
          EXPECT_EQ(P.back(), Target);
          R.expectPath(P, Without);
          EXPECT_TRUE(Found.try_emplace(P.front(), P.size()).second);
        }
        std::vector<Node> Others(R.G.rootNodes());
        erase(Others, Target);
        for (Node Root : R.G.rootNodes()) {
          unsigned Steps = R.distances({Root}, Without, Others)[Target];
          EXPECT_EQ(Found.lookup(Root), Steps == UINT_MAX ? 0 : Steps + 1);
        }
      }
    }
}

/// Groups by content, independently of their numbers.
static std::vector<std::vector<uint64_t>> summary(const PathTree &T) {
  std::vector<std::vector<uint64_t>> All;
  for (const PathGroup &G : T.groups())
    All.push_back({G.Objects, G.Repeats, G.Targets, G.Ends, G.Members.size(),
                   G.Children.size()});
  llvm::sort(All);
  return All;
}

/// Expects the same groups in the same hierarchy and order.
static void expectSame(const HeapContents &C, const PathTree &X,
                       ArrayRef<uint32_t> InX, const PathTree &Y,
                       ArrayRef<uint32_t> InY) {
  ASSERT_EQ(InX.size(), InY.size());
  for (auto [I, J] : zip(InX, InY)) {
    const PathGroup &A = X.groups()[I], &B = Y.groups()[J];
    EXPECT_EQ(std::tie(A.From, A.Example, A.Objects, A.Repeats, A.Targets,
                       A.Ends, A.Root),
              std::tie(B.From, B.Example, B.Objects, B.Repeats, B.Targets,
                       B.Ends, B.Root));
    EXPECT_EQ(C.spell(A.Label), C.spell(B.Label));
    EXPECT_EQ(A.Members.size(), B.Members.size());
    expectSame(C, X, A.Children, Y, B.Children);
  }
}

TEST(PathTree, OfManyIsThatOfEach) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    RandomGraph R(Seed, 100 + 20 * Seed, 1 + Seed % 7);
    EdgeFilter Follow = cantFail(EdgeFilter::create(R.G, {}));
    ShortestPaths S = cantFail(ShortestPaths::compute(R.G, Follow));
    std::vector<Node> Targets;
    for (Node N = 0; N != R.G.size(); ++N)
      if (S.isReached(N) && R.Random() % 3 == 0)
        Targets.push_back(N);
    PathTree Many(*R.C, true), Each(*R.C, true);
    cantFail(Many.add(S, Targets, Follow));
    PathGroups Groups = *cantFail(PathGroups::compute(*R.C, S, Follow));
    for (auto [Most, IsMade] :
         {std::pair(Groups.size(), true), std::pair(Groups.size() - 1, false)})
      EXPECT_EQ(
          cantFail(PathGroups::compute(*R.C, S, Follow, Most)).has_value(),
          IsMade);
    PathTree Kept(*R.C, true);
    cantFail(Kept.add(S, Groups, Targets, Follow));
    Kept.finish();
    for (Node N : Targets)
      Each.add(S.path(N), Follow);
    Many.finish();
    expectSame(*R.C, Many, Many.roots(), Kept, Kept.roots());
    Each.finish();
    EXPECT_EQ(summary(Many), summary(Each));
    uint64_t Paths = 0, Ends = 0;
    for (uint32_t Root : Many.roots())
      Paths += Many.groups()[Root].Targets;
    for (const PathGroup &G : Many.groups())
      Ends += G.Ends;
    EXPECT_EQ(Paths, Targets.size());
    EXPECT_EQ(Ends, Targets.size());
  }
}

// An object with one field for each of many objects; its fields are looked up
// only once.
TEST(PathTree, NamesEachOfManyFields) {
  constexpr unsigned Fields = 6000;
  std::string Types, Values, Objects;
  for (unsigned I = 0; I != Fields; ++I) {
    std::string Name = (I ? ", f" : "f") + std::to_string(I) + ": ";
    std::string Id = std::to_string(0x10000 + 8 * I);
    Types += Name + "object";
    Values += Name + Id;
    Objects += "- instance: {object: " + Id + ", class: 0x10}\n";
  }
  std::vector<uint8_t> Bytes =
      fromYaml("--- !hprof\nidSize: 8\n---\n- classes:\n"
               "  - {name: java/lang/Object, class: 0x10}\n"
               "  - {name: Wide, class: 0x18, super: 0x10, fields: {" +
               Types +
               "}}\n- rootStickyClass: {object: 0x10}\n- rootJniGlobal: "
               "{object: 0x100}\n" +
               "- instance: {object: 0x100, class: 0x18, fields: {" + Values +
               "}}\n" + Objects);
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(Bytes, "test");
  HeapGraph G = cantFail(HeapGraph::build(*In, {}));
  std::unique_ptr<HeapContents> C = cantFail(HeapContents::open(*In, G));
  EdgeFilter Follow = cantFail(EdgeFilter::create(G, {}));
  ShortestPaths S = cantFail(ShortestPaths::compute(G, Follow));
  std::vector<Node> Targets = {G.find(0x18)};
  for (unsigned I = 0; I != Fields; ++I)
    Targets.push_back(G.find(0x10000 + 8 * I));
  PathTree T(*C);
  cantFail(T.add(S, Targets, Follow));
  T.finish();
  ASSERT_EQ(T.roots().size(), 1u);
  ArrayRef<uint32_t> Children = T.groups()[T.roots()[0]].Children;
  ASSERT_EQ(Children.size(), Fields + 1);
  for (auto [I, Child] : enumerate(Children)) {
    const PathGroup &Group = T.groups()[Child];
    EXPECT_EQ(Group.Example, Targets[I]);
    EXPECT_EQ(C->spell(Group.Label),
              I ? "f" + std::to_string(I - 1) : "<class>");
  }
}

TEST(EdgeFilter, LeavesOutFieldsAndElements) {
  RandomGraph R(3, 60, 3);
  auto Expect = [&](ArrayRef<std::string> Excluded, auto IsLeftOut) {
    EdgeFilter Follow =
        cantFail(EdgeFilter::create(R.G, {}, R.C.get(), Excluded));
    for (Node N = 0; N != R.G.size(); ++N) {
      std::vector<Node> Followed, Expected;
      Follow.forEachReference(N, [&](Node To) { Followed.push_back(To); });
      R.C->forEachReference(N, [&](const HeapReference &Ref) {
        if (Ref.To != NoNode && !IsLeftOut(Ref.Label))
          Expected.push_back(Ref.To);
        return true;
      });
      EXPECT_EQ(Followed, Expected);
      for (Node To = 0; To != R.G.size(); ++To)
        if (R.refersTo(N, To, {})) {
          EXPECT_EQ(Follow.allows(N, To), is_contained(Expected, To));
        }
    }
  };
  Expect({"Node.next"}, [&](const ReferenceLabel &L) {
    return (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static) &&
           R.C->name(L) == "next";
  });
  Expect({"*.other", "java.lang.ref.*.referent"}, [&](const ReferenceLabel &L) {
    return (L.Kind == LabelKind::Field || L.Kind == LabelKind::Static) &&
           (R.C->name(L) == "other" || R.C->name(L) == "referent");
  });
  EXPECT_EQ(
      toString(
          EdgeFilter::create(R.G, {}, R.C.get(), {"Mode.next"}).takeError()),
      "no class matches 'Mode' in 'Mode.next'");
  EXPECT_EQ(
      toString(
          EdgeFilter::create(R.G, {}, R.C.get(), {"Node.nxt"}).takeError()),
      "no class 'Node' has a field 'nxt'");
  EXPECT_EQ(
      toString(EdgeFilter::create(R.G, {}, R.C.get(), {"next"}).takeError()),
      "'next' is neither class.field nor class[]");
}
