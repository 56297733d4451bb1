//===- HeapIndexTest.cpp - Tests of index files ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexTesting.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

static void expectSame(const Built &B, const HeapIndex &F) {
  const HeapGraph &G = F.graph();
  ASSERT_EQ(G.size(), B.G.size());
  EXPECT_EQ(G.header().Version, B.G.header().Version);
  EXPECT_EQ(G.header().IdSize, B.G.header().IdSize);
  EXPECT_EQ(G.layout().Name, B.G.layout().Name);
  EXPECT_EQ(G.layout().Alignment, B.G.layout().Alignment);
  EXPECT_EQ(G.counts().References, B.G.counts().References);
  EXPECT_EQ(G.counts().Dangling, B.G.counts().Dangling);
  EXPECT_EQ(G.classClass(), B.G.classClass());
  ASSERT_EQ(G.classes().size(), B.G.classes().size());
  for (size_t C = 0; C != G.classes().size(); ++C) {
    const GraphClass &X = G.classes()[C], &Y = B.G.classes()[C];
    EXPECT_EQ(X.Name, Y.Name);
    EXPECT_EQ(X.Id, Y.Id);
    EXPECT_EQ(X.Object, Y.Object);
    EXPECT_EQ(X.Super, Y.Super);
    EXPECT_EQ(X.Element, Y.Element);
    EXPECT_EQ(X.Kind, Y.Kind);
    EXPECT_EQ(X.InstanceBytes, Y.InstanceBytes);
    EXPECT_EQ(X.MirrorBytes, Y.MirrorBytes);
  }
  EXPECT_EQ(G.rootNodes(), B.G.rootNodes());
  ASSERT_EQ(G.roots().size(), B.G.roots().size());
  for (size_t R = 0; R != G.roots().size(); ++R) {
    const GraphRoot &X = G.roots()[R], &Y = B.G.roots()[R];
    EXPECT_EQ(X.Object, Y.Object);
    EXPECT_EQ(X.Kind, Y.Kind);
    EXPECT_EQ(X.Thread, Y.Thread);
    EXPECT_EQ(X.ThreadSerial, Y.ThreadSerial);
    EXPECT_EQ(X.Frame, Y.Frame);
    EXPECT_EQ(X.TraceSerial, Y.TraceSerial);
  }
  EXPECT_EQ(G.places().classDumps(), B.G.places().classDumps());
  ASSERT_EQ(G.places().roots().size(), B.G.places().roots().size());
  for (auto [A, Of] : zip(G.places().roots(), B.G.places().roots()))
    EXPECT_EQ(std::pair(A.Offset, A.Count), std::pair(Of.Offset, Of.Count));
  ASSERT_EQ(G.places().blocks().size(), B.G.places().blocks().size());
  for (size_t I = 0; I != G.places().blocks().size(); ++I)
    EXPECT_EQ(G.places().blocks()[I].Place, B.G.places().blocks()[I].Place);
  EXPECT_EQ(F.dominators().reachable(), B.T.reachable());
  EXPECT_EQ(F.dominators().unreachableBytes(), B.T.unreachableBytes());
  for (Node N = 0; N != G.size(); ++N) {
    ASSERT_EQ(G.id(N), B.G.id(N));
    ASSERT_EQ(G.find(G.id(N)), N);
    ASSERT_EQ(G.describe(N), B.G.describe(N));
    ASSERT_EQ(G.shallow(N), B.G.shallow(N));
    ASSERT_EQ(G.arrayLength(N), B.G.arrayLength(N));
    ASSERT_EQ(targets(G, N), targets(B.G, N));
    ASSERT_EQ(sources(F.inbound(), N), sources(B.Inbound, N));
    ASSERT_EQ(F.dominators().parent(N), B.T.parent(N));
    ASSERT_EQ(F.dominators().isReachable(N), B.T.isReachable(N));
    ASSERT_EQ(F.dominators().retained(N), B.T.retained(N));
  }
}

static void expectSameAnswers(const Built &B, const HeapIndex &F) {
  NodeGroups Packages = NodeGroups::of(F.graph(), GroupBy::Package);
  auto Sets = cantFail(F.retainedSets(Packages, GroupBy::Package));
  ASSERT_TRUE(Sets);
  RetainedSets Expected = B.packages();
  ASSERT_EQ(Sets->sets().size(), Expected.sets().size());
  for (size_t I = 0; I != Expected.sets().size(); ++I) {
    EXPECT_EQ(Sets->sets()[I].Group, Expected.sets()[I].Group);
    EXPECT_EQ(Sets->sets()[I].Objects, Expected.sets()[I].Objects);
    EXPECT_EQ(Sets->sets()[I].Shallow, Expected.sets()[I].Shallow);
    EXPECT_EQ(Sets->sets()[I].RetainedObjects,
              Expected.sets()[I].RetainedObjects);
    EXPECT_EQ(Sets->sets()[I].Retained, Expected.sets()[I].Retained);
  }
  EXPECT_FALSE(cantFail(F.retainedSets(
      NodeGroups::of(F.graph(), GroupBy::Class), GroupBy::Class)));

  std::vector<Damage> Damages;
  auto Histo = cantFail(F.histogram(Damages));
  ASSERT_TRUE(Histo);
  ASSERT_EQ(Damages.size(), 1U);
  EXPECT_EQ(Damages[0].What, "ends there");
  Histogram H = B.histogram();
  EXPECT_EQ(Histo->objects(), H.objects());
  EXPECT_EQ(Histo->bytes(), H.bytes());
  EXPECT_EQ(Histo->dumps(), H.dumps());
  EXPECT_EQ(Histo->layout().Evidence, H.layout().Evidence);
  EXPECT_EQ(Histo->layout().Certain, H.layout().Certain);
  EXPECT_EQ(Histo->layout().Layout.Name, H.layout().Layout.Name);
  EXPECT_EQ(Histo->release().Sign, H.release().Sign);
  ASSERT_EQ(Histo->rows().size(), H.rows().size());
  for (size_t I = 0; I != H.rows().size(); ++I) {
    const HistogramRow &X = Histo->rows()[I], &Y = H.rows()[I];
    EXPECT_EQ(X.Name, Y.Name);
    EXPECT_EQ(std::tie(X.Class, X.Loader, X.Instances, X.Shallow),
              std::tie(Y.Class, Y.Loader, Y.Instances, Y.Shallow));
    EXPECT_EQ(std::tie(X.Largest, X.Elements), std::tie(Y.Largest, Y.Elements));
  }

  auto Tree = cantFail(F.classTree());
  ASSERT_TRUE(Tree);
  DominatorClasses Classes = B.classes();
  ASSERT_EQ(Tree->groups().size(), Classes.groups().size());
  for (uint32_t I = 0; I != Classes.groups().size(); ++I) {
    const DominatorClasses::Group &X = Tree->groups()[I],
                                  &Y = Classes.groups()[I];
    EXPECT_EQ(X.Parent, Y.Parent);
    EXPECT_EQ(X.Type, Y.Type);
    EXPECT_EQ(X.Depth, Y.Depth);
    EXPECT_EQ(X.Objects, Y.Objects);
    EXPECT_EQ(X.Shallow, Y.Shallow);
    EXPECT_EQ(X.Retained, Y.Retained);
    EXPECT_EQ(X.Example, Y.Example);
    EXPECT_EQ(Tree->children(I), Classes.children(I));
  }
}

/// Compares two suspects, with names from the index and from the dump.
static void expectSame(const LeakSuspect &X, const LeakSuspect &Y) {
  EXPECT_EQ(X.PointBytes, Y.PointBytes);
  EXPECT_EQ(X.WayBytes, Y.WayBytes);
  EXPECT_EQ(std::tie(X.Kind, X.Retained, X.Own, X.Points, X.Way, X.Holder),
            std::tie(Y.Kind, Y.Retained, Y.Own, Y.Points, Y.Way, Y.Holder));
  EXPECT_EQ(std::tie(X.Nested, X.Signature), std::tie(Y.Nested, Y.Signature));
  for (auto Of :
       {&LeakSuspect::Owner, &LeakSuspect::Program, &LeakSuspect::Local})
    EXPECT_EQ(std::tie((X.*Of).Object, (X.*Of).Owned),
              std::tie((Y.*Of).Object, (Y.*Of).Owned));
  EXPECT_EQ(std::tie(X.Sampled, X.Owned, X.Above),
            std::tie(Y.Sampled, Y.Owned, Y.Above));
  const SuspectLimit &L = X.Limit, &M = Y.Limit;
  EXPECT_EQ(std::tie(L.Kind, L.Of, L.Used, L.Most, L.NameId),
            std::tie(M.Kind, M.Of, M.Used, M.Most, M.NameId));
  for (auto Of : {&LeakSuspect::Outer, &LeakSuspect::Inner})
    EXPECT_EQ(std::tie((X.*Of).Type, (X.*Of).Objects, (X.*Of).Bytes),
              std::tie((Y.*Of).Type, (Y.*Of).Objects, (Y.*Of).Bytes));
  for (auto Of : {&LeakSuspect::Children, &LeakSuspect::Contents,
                  &LeakSuspect::Elements}) {
    ASSERT_EQ((X.*Of).size(), (Y.*Of).size());
    for (const auto &[P, Q] : zip(X.*Of, Y.*Of))
      EXPECT_EQ(std::tie(P.Type, P.Objects, P.Bytes, P.Example, P.Loaders),
                std::tie(Q.Type, Q.Objects, Q.Bytes, Q.Example, Q.Loaders));
  }
  ASSERT_EQ(X.PartOf.size(), Y.PartOf.size());
  for (const auto &[P, Q] : zip(X.PartOf, Y.PartOf))
    EXPECT_EQ(std::tie(P.Suspect, P.Points, P.Bytes),
              std::tie(Q.Suspect, Q.Points, Q.Bytes));
}

static void expectSameContents(const Built &B, const HeapIndex &F) {
  unsigned Opened = 0;
  auto Open = [&]() -> Expected<HeapFile *> {
    ++Opened;
    return B.In.get();
  };
  auto C = cantFail(
      HeapContents::open(F.contextRecords(), F.stacks(), F.graph(), Open,
                         [](Error E) { cantFail(std::move(E)); }));
  auto D = cantFail(HeapContents::open(*B.In, B.G));
  ASSERT_EQ(C->context().classes().size(), D->context().classes().size());
  for (const auto &[X, Y] :
       zip(C->context().classes(), D->context().classes())) {
    EXPECT_EQ(C->context().className(X), D->context().className(Y));
    EXPECT_EQ(C->context().instances().of(X).fields(),
              D->context().instances().of(Y).fields());
  }
  EXPECT_EQ(C->context().threads().size(), D->context().threads().size());
  ASSERT_TRUE(F.labels() && F.paths());
  ShortestPaths Paths = B.paths();
  PathGroups Groups = *cantFail(PathGroups::compute(
      *D, Paths, cantFail(EdgeFilter::create(B.G, weakReferences()))));
  ASSERT_TRUE(F.pathGroups());
  ASSERT_EQ(F.pathGroups()->size(), Groups.size());
  for (uint32_t I = 0; I != Groups.size(); ++I)
    EXPECT_EQ(F.pathGroups()->parent(I), Groups.parent(I));
  C->use(F.labels());
  for (Node N = 0; N != B.G.size(); ++N) {
    EXPECT_EQ(F.paths()->path(N), Paths.path(N));
    EXPECT_EQ(F.pathGroups()->of(N), Groups.of(N));
    using Edge = std::pair<std::string, Node>;
    std::vector<Edge> X, Y;
    C->forEachEdge(N, [&](const ReferenceLabel &L, Node To) {
      X.emplace_back(C->spell(L), To);
      return true;
    });
    D->forEachEdge(N, [&](const ReferenceLabel &L, Node To) {
      Y.emplace_back(D->spell(L), To);
      return true;
    });
    ASSERT_EQ(X, Y);
  }
  EXPECT_EQ(Opened, 0U);
  auto ReferencesOf = [](const HeapContents &From, Node N) {
    std::vector<std::pair<std::string, uint64_t>> All;
    From.forEachReference(N, [&](const HeapReference &R) {
      All.emplace_back(From.spell(R.Label), R.Id);
      return true;
    });
    return All;
  };
  for (Node N = 0; N != B.G.size(); ++N)
    EXPECT_EQ(ReferencesOf(*C, N), ReferencesOf(*D, N));
  EXPECT_EQ(Opened, 1U);

  auto Kept = cantFail(F.leakSuspects());
  ASSERT_TRUE(Kept);
  EXPECT_EQ(Kept->Least, 500U);
  EXPECT_EQ(Kept->Ignored, weakReferences());
  EXPECT_EQ(Kept->Totals.Objects, B.T.reachable());
  EXPECT_EQ(Kept->Totals.Bytes, B.T.reachableBytes());
  EXPECT_EQ(Kept->Totals.UnreachableBytes, B.T.unreachableBytes());
  EXPECT_EQ(Kept->ByIgnored.Objects, 1U);
  EXPECT_EQ(Kept->ByIgnored.Bytes, 16U);
  std::vector<LeakSuspect> &Suspects = Kept->Suspects;
  std::vector<LeakSuspect> Expected = B.suspects(*D);
  EXPECT_FALSE(Expected.empty());
  ASSERT_EQ(Suspects.size(), Expected.size());
  for (const auto &[X, Y] : zip(Suspects, Expected)) {
    expectSame(X, Y);
    ASSERT_EQ(X.Largest.size(), Y.Largest.size());
    for (const auto &[P, Q] : zip(X.Largest, Y.Largest))
      expectSame(P, Q);
  }
}

TEST(HeapIndexTest, OpensDumpsThatAreGone) {
  Built B(randomDump(100, 3, false));
  Aligned Index(B.index());
  auto F = cantFail(HeapIndex::fromMemory(Index.ref(), "index"));
  std::string Told;
  auto C = cantFail(HeapContents::open(
      F->contextRecords(), F->stacks(), F->graph(),
      []() -> Expected<HeapFile *> { return createStringError("it is gone"); },
      [&](Error E) { Told += toString(std::move(E)); }));
  for (Node N = 0; N != B.G.size(); ++N)
    EXPECT_FALSE(C->object(N));
  EXPECT_EQ(Told, "it is gone");
  EXPECT_EQ(C->file().source().peek(1).size(), 0U);
}

TEST(HeapIndexTest, KeepsEverything) {
  for (bool IsWide : {false, true})
    for (bool IsSpread : {false, true}) {
      GraphOptions Options;
      Options.IsWide = IsWide;
      Built B(randomDump(500, 7, IsSpread), Options);
      EXPECT_EQ(B.G.starts().width(), IsWide ? 8U : 4U);
      Aligned Index(B.index({{format_errc::truncated, 17, "ends here"}}));
      auto F = HeapIndex::fromMemory(Index.ref(), "index");
      ASSERT_TRUE(bool(F)) << toString(F.takeError());
      EXPECT_FALSE((*F)->verify());
      EXPECT_EQ((*F)->origin().Dump.Hash, 42U);
      EXPECT_EQ((*F)->origin().Number, 3U);
      EXPECT_EQ((*F)->origin().Layout, "auto");
      EXPECT_TRUE((*F)->origin().Ignored.contains(ReferenceKind::Weak));
      EXPECT_FALSE((*F)->origin().Ignored.contains(ReferenceKind::Soft));
      ASSERT_EQ((*F)->damages().size(), 1U);
      EXPECT_EQ((*F)->damages()[0].What, "ends here");
      expectSame(B, **F);
      expectSameAnswers(B, **F);
      expectSameContents(B, **F);
      useAll(**F);
    }
}

TEST(HeapIndexTest, KeepsEmptyGraphs) {
  Built B(fromYaml("- utf8: {id: 1, text: a}\n"));
  Aligned Index(B.index());
  auto F = HeapIndex::fromMemory(Index.ref(), "index");
  ASSERT_TRUE(bool(F)) << toString(F.takeError());
  EXPECT_FALSE((*F)->verify());
  expectSame(B, **F);
}

TEST(HeapIndexTest, TellsDamageOfEachSection) {
  Built B(randomDump(100, 3, false));
  std::vector<uint8_t> Good = B.index();
  Aligned Whole(Good);
  auto F = cantFail(HeapIndex::fromMemory(Whole.ref(), "index"));
  for (const HeapIndex::SectionInfo &S : F->sections()) {
    if (!S.Bytes)
      continue;
    std::vector<uint8_t> Bad = Good;
    Bad[S.Offset + S.Bytes / 2] ^= 0x10;
    Aligned Index(Bad);
    auto Opened = HeapIndex::fromMemory(Index.ref(), "index");
    ASSERT_FALSE(bool(Opened));
    EXPECT_EQ(toString(Opened.takeError()),
              ("'index': wrong checksum of section " +
               Twine(HeapIndex::sectionName(S.Kind)))
                  .str());
  }
}
