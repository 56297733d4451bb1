//===- GraphFileTest.cpp - Tests of index files ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/GraphFile.h"
#include "../../../lib/Analysis/Graph/GraphFileRows.h"
#include "../../Format/Hprof/YamlDump.h"
#include "hprof/Analysis/Graph/HeapContents.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace hprof;
using namespace llvm;

/// A dump of \p Size objects with references at random, also to what is not
/// there, arrays, soft references, and a thread with locals.
static std::vector<uint8_t> randomDump(unsigned Size, unsigned Seed,
                                       bool IsSpread) {
  std::mt19937 Random(Seed);
  std::string Text = R"(- classes:
  - {name: java/lang/Object}
  - {name: java/lang/Class, super: java/lang/Object}
  - {name: java/lang/Thread, super: java/lang/Object}
  - {name: java/lang/ref/Reference, super: java/lang/Object, fields: {referent: object}}
  - {name: java/lang/ref/SoftReference, super: java/lang/ref/Reference}
  - {name: Pair, super: java/lang/Object, fields: {a: object, b: object}}
  - {name: "[LPair;", super: java/lang/Object}
)";
  auto Id = [&](uint64_t N) {
    return "0x" + utohexstr(IsSpread ? (N + 1) << 44 : 0x7000 + 8 * N);
  };
  auto Any = [&] { return Id(Random() % (Size + Size / 10)); };
  raw_string_ostream OS(Text);
  OS << "- instance: {object: " << Id(Size * 2)
     << ", class: java/lang/Thread}\n";
  for (unsigned N = 0; N != Size; ++N)
    switch (Random() % 5) {
    case 0:
      OS << "- objectArray: {object: " << Id(N)
         << ", class: \"[LPair;\", elements: [" << Any() << ", null, " << Any()
         << "]}\n";
      break;
    case 1:
      OS << "- primitiveArray: {object: " << Id(N)
         << ", elementType: byte, text: abc}\n";
      break;
    case 2:
      OS << "- instance: {object: " << Id(N)
         << ", class: java/lang/ref/SoftReference, fields: {referent: "
         << (N % 2 ? Any() : "null") << "}}\n";
      break;
    default:
      OS << "- instance: {object: " << Id(N)
         << ", class: Pair, fields: {a: " << Any() << ", b: " << Any()
         << "}}\n";
    }
  OS << "- rootThreadObject: {object: " << Id(Size * 2)
     << ", threadSerial: 1, traceSerial: 5}\n";
  for (unsigned I = 0; I != 3; ++I)
    OS << "- rootJavaFrame: {object: " << Id(Random() % Size)
       << ", threadSerial: 1}\n- rootJniGlobal: {object: "
       << Id(Random() % Size) << "}\n";
  OS << "- rootStickyClass: {object: Pair}\n";
  return fromYaml(Text);
}

namespace {

struct Built {
  explicit Built(std::vector<uint8_t> Dump)
      : Bytes(std::move(Dump)), In(Source::fromMemory(Bytes, "test")),
        G(cantFail(HeapGraph::build(*In, GraphOptions()))),
        T(cantFail(DominatorTree::compute(G, DominatorOptions()))),
        Inbound(cantFail(InboundReferences::compute(G))) {}

  /// Aligned as a mapped file is.
  std::vector<uint8_t> index(ArrayRef<Damage> Damages = {},
                             bool IsComplete = false) const {
    GraphOrigin Origin;
    Origin.Dump = {Bytes.size(), 42, 43};
    Origin.Number = 3;
    Origin.Layout = "auto";
    Origin.Ignored.insert(ReferenceKind::Weak);
    std::string Text;
    raw_string_ostream OS(Text);
    GraphParts Parts(G, T, Inbound);
    Parts.Context = cantFail(ContextRecords::of(*In, G));
    Parts.Histo = histogram();
    auto Contents = cantFail(HeapContents::open(*In, G));
    Parts.Labels = cantFail(EntryLabels::compute(*Contents, 1, 2));
    Parts.Paths = paths();
    Parts.Groups = cantFail(
        PathGroups::compute(*Contents, *Parts.Paths,
                            cantFail(EdgeFilter::create(G, weakReferences()))));
    Parts.Suspects =
        LeakReport{500, weakReferences(), T.totals(), suspects(*Contents)};
    Parts.HistoDamages = {{format_errc::truncated, 18, "ends there"}};
    Parts.Retained.emplace_back(GroupBy::Package, packages());
    if (IsComplete)
      for (GroupBy By : {GroupBy::Class, GroupBy::Loader})
        Parts.Retained.emplace_back(
            By, cantFail(RetainedSets::compute(G, ObjectGroups::of(G, By),
                                               RetainedOptions())));
    Parts.Classes = classes();
    cantFail(GraphFile::write(OS, Origin, Parts, Damages));
    return {Text.begin(), Text.end()};
  }

  std::vector<LeakSuspect> suspects(const HeapContents &Contents) const {
    SuspectOptions Options;
    Options.Least = 500;
    Options.Contents = &Contents;
    return cantFail(findLeakSuspects(G, T, Options));
  }
  ShortestPaths paths() const {
    return cantFail(ShortestPaths::compute(
        G, cantFail(EdgeFilter::create(G, weakReferences()))));
  }
  Histogram histogram() const {
    HistogramOptions Options;
    Options.NameLoaders = true;
    std::unique_ptr<Source> Again = Source::fromMemory(Bytes, "test");
    return cantFail(Histogram::read(*Again, Options));
  }
  RetainedSets packages() const {
    return cantFail(RetainedSets::compute(
        G, ObjectGroups::of(G, GroupBy::Package), RetainedOptions()));
  }
  DominatorClasses classes() const {
    return cantFail(DominatorClasses::of(G, T, {}, GraphParts::ClassTreeDepth));
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<Source> In;
  HeapGraph G;
  DominatorTree T;
  InboundReferences Inbound;
};

/// Bytes at a multiple of 64.
struct Aligned {
  explicit Aligned(ArrayRef<uint8_t> Bytes)
      : Buffer(WritableMemoryBuffer::getNewUninitMemBuffer(
            Bytes.size(), "index", Align(64))) {
    llvm::copy(Bytes, data());
  }
  uint8_t *data() {
    return reinterpret_cast<uint8_t *>(Buffer->getBufferStart());
  }
  ArrayRef<uint8_t> ref() { return {data(), Buffer->getBufferSize()}; }
  std::unique_ptr<WritableMemoryBuffer> Buffer;
};

} // namespace

static std::vector<Node> targets(const HeapGraph &G, Node N) {
  std::vector<Node> To;
  G.forEachReference(N, [&](Node T) { To.push_back(T); });
  return To;
}

static std::vector<Node> sources(const InboundReferences &In, Node N) {
  std::vector<Node> From;
  In.forEach(N, [&](Node F) {
    From.push_back(F);
    return true;
  });
  return From;
}

/// Everything that can be asked of \p F, which must not crash or hang.
static uint64_t useAll(const GraphFile &F) {
  const HeapGraph &G = F.graph();
  const DominatorTree &T = F.dominators();
  uint64_t Sum = 0;
  for (Node N = 0; N != G.size(); ++N) {
    Sum += G.find(G.id(N)) + G.shallow(N) + G.describe(N).size();
    for (Node To : targets(G, N))
      Sum += To;
    for (Node From : sources(F.inbound(), N))
      Sum += From;
    for (Node At = N; At != NoNode; At = T.parent(At))
      Sum += T.retained(At);
  }
  if (auto Classes = F.classTree(); !Classes)
    consumeError(Classes.takeError());
  else if (*Classes)
    for (size_t C = 0; C != (*Classes)->groups().size(); ++C)
      Sum += (*Classes)->children(uint32_t(C)).size();
  auto Sets =
      F.retainedSets(ObjectGroups::of(G, GroupBy::Package), GroupBy::Package);
  if (!Sets)
    consumeError(Sets.takeError());
  if (auto S = F.leakSuspects(); !S)
    consumeError(S.takeError());
  std::vector<Damage> Damages;
  if (auto H = F.histogram(Damages); !H)
    consumeError(H.takeError());
  else if (*H)
    Sum += (*H)->bytes() + groupRows(**H, HistogramGroup::Loader).size();
  auto C = HeapContents::open(
      F.contextRecords(), G,
      []() -> Expected<Source *> { return createStringError("no dump"); },
      [](Error E) { consumeError(std::move(E)); });
  if (!C) {
    consumeError(C.takeError());
    return Sum;
  }
  (*C)->use(F.labels());
  for (Node N = 0; N != G.size(); ++N) {
    for (const HeapReference &R : (*C)->references(N))
      Sum += R.Id + (*C)->spell(R.Label).size();
    (*C)->forEachEdge(N, [&](const ReferenceLabel &L, Node To) {
      Sum += To + (*C)->spell(L).size();
      return true;
    });
    Sum += F.paths() ? F.paths()->path(N).size() : 0;
  }
  return Sum + (*C)->threads().size();
}

static void expectSame(const Built &B, const GraphFile &F) {
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

static void expectSameAnswers(const Built &B, const GraphFile &F) {
  ObjectGroups Packages = ObjectGroups::of(F.graph(), GroupBy::Package);
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
      ObjectGroups::of(F.graph(), GroupBy::Class), GroupBy::Class)));

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

/// What contents say with names from the index and from the dump.
static void expectSameContents(const Built &B, const GraphFile &F) {
  unsigned Opened = 0;
  auto Open = [&]() -> Expected<Source *> {
    ++Opened;
    return B.In.get();
  };
  auto C =
      cantFail(HeapContents::open(F.contextRecords(), F.graph(), Open,
                                  [](Error E) { cantFail(std::move(E)); }));
  auto D = cantFail(HeapContents::open(*B.In, B.G));
  ASSERT_EQ(C->context().classes().size(), D->context().classes().size());
  for (const auto &[X, Y] :
       zip(C->context().classes(), D->context().classes())) {
    EXPECT_EQ(C->context().className(X), D->context().className(Y));
    EXPECT_EQ(C->fields(X.Id).size(), D->fields(Y.Id).size());
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
  for (Node N = 0; N != B.G.size(); ++N) {
    std::vector<HeapReference> X = C->references(N), Y = D->references(N);
    ASSERT_EQ(X.size(), Y.size());
    for (size_t I = 0; I != X.size(); ++I) {
      EXPECT_EQ(C->spell(X[I].Label), D->spell(Y[I].Label));
      EXPECT_EQ(X[I].Id, Y[I].Id);
    }
  }
  EXPECT_EQ(Opened, 1U);

  auto Kept = cantFail(F.leakSuspects());
  ASSERT_TRUE(Kept);
  EXPECT_EQ(Kept->Least, 500U);
  EXPECT_EQ(Kept->Ignored, weakReferences());
  EXPECT_EQ(Kept->Totals.Objects, B.T.reachable());
  EXPECT_EQ(Kept->Totals.Bytes, B.T.reachableBytes());
  EXPECT_EQ(Kept->Totals.UnreachableBytes, B.T.unreachableBytes());
  std::vector<LeakSuspect> &Suspects = Kept->Suspects;
  std::vector<LeakSuspect> Expected = B.suspects(*D);
  EXPECT_FALSE(Expected.empty());
  ASSERT_EQ(Suspects.size(), Expected.size());
  for (const auto &[X, Y] : zip(Suspects, Expected)) {
    EXPECT_EQ(X.PointBytes, Y.PointBytes);
    EXPECT_EQ(X.WayBytes, Y.WayBytes);
    EXPECT_EQ(std::tie(X.Kind, X.Retained, X.Own, X.Points, X.Way, X.Holder),
              std::tie(Y.Kind, Y.Retained, Y.Own, Y.Points, Y.Way, Y.Holder));
    EXPECT_EQ(std::tie(X.Nested, X.MetBefore, X.Signature),
              std::tie(Y.Nested, Y.MetBefore, Y.Signature));
    for (auto Of : {&LeakSuspect::Children, &LeakSuspect::Contents}) {
      ASSERT_EQ((X.*Of).size(), (Y.*Of).size());
      for (const auto &[P, Q] : zip(X.*Of, Y.*Of))
        EXPECT_EQ(std::tie(P.Type, P.Objects, P.Bytes, P.Example),
                  std::tie(Q.Type, Q.Objects, Q.Bytes, Q.Example));
    }
  }
}

TEST(GraphFileTest, OpensDumpsThatAreGone) {
  Built B(randomDump(100, 3, false));
  Aligned Index(B.index());
  auto F = cantFail(GraphFile::fromMemory(Index.ref(), "index"));
  std::string Told;
  auto C = cantFail(HeapContents::open(
      F->contextRecords(), F->graph(),
      []() -> Expected<Source *> { return createStringError("it is gone"); },
      [&](Error E) { Told += toString(std::move(E)); }));
  for (Node N = 0; N != B.G.size(); ++N)
    EXPECT_FALSE(C->object(N));
  EXPECT_EQ(Told, "it is gone");
  EXPECT_EQ(C->source().peek(1).size(), 0U);
}

TEST(GraphFileTest, KeepsEverything) {
  for (bool IsWide : {false, true})
    for (bool IsSpread : {false, true}) {
      auto Restore = make_scope_exit(
          [Old = HeapGraph::WideThreshold] { HeapGraph::WideThreshold = Old; });
      if (IsWide)
        HeapGraph::WideThreshold = 10;
      Built B(randomDump(500, 7, IsSpread));
      EXPECT_EQ(B.G.starts().width(), IsWide ? 8U : 4U);
      Aligned Index(B.index({{format_errc::truncated, 17, "ends here"}}));
      auto F = GraphFile::fromMemory(Index.ref(), "index");
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

TEST(GraphFileTest, KeepsEmptyGraphs) {
  Built B(fromYaml("- utf8: {id: 1, text: a}\n"));
  Aligned Index(B.index());
  auto F = GraphFile::fromMemory(Index.ref(), "index");
  ASSERT_TRUE(bool(F)) << toString(F.takeError());
  EXPECT_FALSE((*F)->verify());
  expectSame(B, **F);
}

TEST(GraphFileTest, TellsDamageOfEachSection) {
  Built B(randomDump(100, 3, false));
  std::vector<uint8_t> Good = B.index();
  Aligned Whole(Good);
  auto F = cantFail(GraphFile::fromMemory(Whole.ref(), "index"));
  for (const GraphFile::SectionInfo &S : F->sections()) {
    if (!S.Bytes)
      continue;
    std::vector<uint8_t> Bad = Good;
    Bad[S.Offset + S.Bytes / 2] ^= 0x10;
    Aligned Index(Bad);
    auto Opened = GraphFile::fromMemory(Index.ref(), "index");
    ASSERT_FALSE(bool(Opened));
    EXPECT_EQ(toString(Opened.takeError()),
              ("'index': the checksum of section " +
               Twine(GraphFile::sectionName(S.Kind)) + " is wrong")
                  .str());
  }
}

/// Makes the checksums of \p Index right again, as a hostile writer would.
static void seal(Aligned &Index) {
  using namespace graphfile;
  uint8_t *Data = Index.data();
  size_t Size = Index.ref().size();
  Tail End;
  std::memcpy(&End, Data + Size - sizeof(Tail), sizeof(Tail));
  auto SumOf = [&](ArrayRef<uint8_t> Bytes) {
    Checksum C;
    C.add(Bytes);
    return C.finish();
  };
  for (uint32_t I = 0; I != End.Sections; ++I) {
    uint8_t *At = Data + End.TableOffset + I * sizeof(Row);
    Row R;
    std::memcpy(&R, At, sizeof(Row));
    R.Checksum = SumOf(Index.ref().slice(R.Offset, R.Bytes));
    std::memcpy(At, &R, sizeof(Row));
  }
  End.TableChecksum =
      SumOf(Index.ref().slice(End.TableOffset, End.Sections * sizeof(Row)));
  std::memcpy(Data + Size - sizeof(Tail), &End, sizeof(Tail));
}

/// Changes element \p I of section \p S.
static void set(Aligned &Index, GraphFile::Section S, uint64_t I,
                uint64_t Value) {
  auto F = cantFail(GraphFile::fromMemory(Index.ref(), "index"));
  const auto *Row =
      find_if(F->sections(), [&](const auto &Info) { return Info.Kind == S; });
  std::memcpy(Index.data() + Row->Offset + I * Row->Width, &Value, Row->Width);
  seal(Index);
}

/// The rows of section \p S.
template <class T>
static MutableArrayRef<T> rowsOf(Aligned &Index, GraphFile::Section S) {
  auto F = cantFail(GraphFile::fromMemory(Index.ref(), "index"));
  const auto *Row =
      find_if(F->sections(), [&](const auto &Info) { return Info.Kind == S; });
  return {reinterpret_cast<T *>(Index.data() + Row->Offset),
          size_t(Row->Bytes / sizeof(T))};
}

/// What verify() says of \p Good with element \p I of section \p S changed,
/// or what opening it does.
static std::string verdict(ArrayRef<uint8_t> Good, GraphFile::Section S,
                           uint64_t I, uint64_t Value) {
  Aligned Index(Good);
  set(Index, S, I, Value);
  auto F = GraphFile::fromMemory(Index.ref(), "index");
  return toString(F ? (*F)->verify() : F.takeError());
}

TEST(GraphFileTest, ComparesInboundReferencesWithTheGraph) {
  Built B(randomDump(60, 5, false));
  std::vector<uint8_t> Good = B.index();
  std::vector<Node> Sources;
  for (Node N = 0; N != B.G.size(); ++N)
    for (Node From : sources(B.Inbound, N))
      Sources.push_back(From);
  for (size_t I = 0; I < Sources.size(); I += 5)
    EXPECT_TRUE(StringRef(verdict(Good, GraphFile::Section::InSources, I,
                                  (Sources[I] + 1) % B.G.size()))
                    .contains("does not know that object"));
}

TEST(GraphFileTest, ReadsNothingBeforeTheDump) {
  Built B(randomDump(20, 5, false));
  std::vector<uint8_t> Good = B.index();
  for (uint64_t Offset :
       {UINT64_MAX, UINT64_MAX - 8, UINT64_MAX - 4, uint64_t(B.Bytes.size()),
        uint64_t(B.Bytes.size()) - 1, uint64_t(B.Bytes.size()) - 8}) {
    Aligned Index(Good);
    set(Index, GraphFile::Section::ClassDumps, 0, Offset);
    auto F = cantFail(GraphFile::fromMemory(Index.ref(), "index"));
    EXPECT_FALSE(F->verify());
    std::unique_ptr<Source> In = Source::fromMemory(B.Bytes, "dump");
    auto C = cantFail(HeapContents::open(*In, F->graph()));
    EXPECT_EQ(count_if(C->context().classes(),
                       [](const ClassInfo &Of) { return !Of.IsDumped; }),
              1);
  }
}

TEST(GraphFileTest, RefusesArraysOfNoType) {
  Built B(randomDump(20, 5, false));
  std::vector<uint8_t> Good = B.index();
  auto Open = [&](uint8_t Element) {
    Aligned Index(Good);
    auto Rows = rowsOf<graphfile::Class>(Index, GraphFile::Section::Classes);
    Rows[1].IsArray = 1;
    Rows[1].Element = Element;
    seal(Index);
    auto F = GraphFile::fromMemory(Index.ref(), "index");
    return F ? "" : toString(F.takeError());
  };
  EXPECT_EQ(Open(uint8_t(BasicType::Object)), "");
  EXPECT_EQ(Open(uint8_t(BasicType::Long)), "");
  for (uint8_t Bad : {0, 3, 12, 255})
    EXPECT_EQ(Open(Bad), "'index': class 1 has impossible values");
}

/// Makes \p S a section of which nothing is known.
static void drop(Aligned &Index, GraphFile::Section S) {
  graphfile::Tail End;
  size_t At = Index.ref().size() - sizeof(End);
  std::memcpy(&End, Index.data() + At, sizeof(End));
  for (uint32_t I = 0; I != End.Sections; ++I) {
    auto *Row = reinterpret_cast<graphfile::Row *>(
        Index.data() + End.TableOffset + I * sizeof(graphfile::Row));
    if (Row->Kind == uint32_t(S))
      Row->Kind = UINT32_MAX;
  }
  seal(Index);
}

TEST(GraphFileTest, KnowsWhatIsMissing) {
  Built B(randomDump(20, 5, false));
  auto IsComplete = [](Aligned &Index) {
    return cantFail(GraphFile::fromMemory(Index.ref(), "index"))->isComplete();
  };
  // Without what classes and loaders retain.
  Aligned Less(B.index());
  EXPECT_FALSE(IsComplete(Less));
  std::vector<uint8_t> Good = B.index({}, /*IsComplete=*/true);
  Aligned Whole(Good);
  EXPECT_TRUE(IsComplete(Whole));
  using S = GraphFile::Section;
  for (S Kind : {S::Context, S::PathParents, S::EntryLabels, S::RetainedByClass,
                 S::ClassTree, S::HistogramDamages, S::Suspects}) {
    Aligned Index(Good);
    drop(Index, Kind);
    EXPECT_FALSE(IsComplete(Index)) << GraphFile::sectionName(Kind);
  }
  // Of a dump that is not HPROF.
  Aligned NoHistogram(Good);
  for (S Kind : {S::HistogramSummary, S::HistogramRows, S::HistogramHeaps,
                 S::HistogramLoaders})
    drop(NoHistogram, Kind);
  EXPECT_TRUE(IsComplete(NoHistogram));
  // There were too many.
  Aligned NoGroups(Good);
  for (S Kind : {S::PathGroups, S::PathGroupParents})
    drop(NoGroups, Kind);
  EXPECT_TRUE(IsComplete(NoGroups));
}

TEST(GraphFileTest, CopiesNoTextTwice) {
  Built B(randomDump(20, 5, false));
  std::vector<uint8_t> Good = B.index({{format_errc::truncated, 1, "ends"},
                                       {format_errc::truncated, 2, "there"}});
  using S = GraphFile::Section;
  size_t All = [&] {
    Aligned Index(Good);
    return rowsOf<uint8_t>(Index, S::Strings).size();
  }();
  graphfile::Text Whole{0, All};
  std::string Refused = ("'index': its texts are longer than the " +
                         Twine(All) + " bytes of section Strings")
                            .str();
  auto Open = [](Aligned &Index) {
    seal(Index);
    return GraphFile::fromMemory(Index.ref(), "index");
  };
  Aligned Classes(Good);
  for (graphfile::Class &R : rowsOf<graphfile::Class>(Classes, S::Classes))
    R.Name = Whole;
  EXPECT_EQ(toString(Open(Classes).takeError()), Refused);
  Aligned Faults(Good);
  for (graphfile::Fault &F : rowsOf<graphfile::Fault>(Faults, S::Damages))
    F.What = Whole;
  EXPECT_EQ(toString(Open(Faults).takeError()), Refused);

  auto Histo = [&](Aligned &Index) {
    auto F = cantFail(Open(Index));
    std::vector<Damage> Damages;
    return toString(F->histogram(Damages).takeError());
  };
  Aligned Rows(Good);
  for (auto &R : rowsOf<graphfile::HistogramRow>(Rows, S::HistogramRows))
    R.Name = Whole;
  EXPECT_EQ(Histo(Rows), Refused);
  Aligned Ends(Good);
  for (auto &F : rowsOf<graphfile::Fault>(Ends, S::HistogramDamages))
    F.What = Whole;
  EXPECT_EQ(Histo(Ends), Refused);
}

TEST(GraphFileTest, SurvivesWrongNumbers) {
  std::mt19937 Random(11);
  unsigned Opened = 0, Verified = 0;
  for (bool IsSpread : {false, true}) {
    Built B(randomDump(60, 5, IsSpread));
    std::vector<uint8_t> Good = B.index();
    Aligned Whole(Good);
    auto F = cantFail(GraphFile::fromMemory(Whole.ref(), "index"));
    for (const GraphFile::SectionInfo &S : F->sections())
      for (unsigned Try = 0; S.Bytes && Try != 100; ++Try) {
        std::vector<uint8_t> Bad = Good;
        uint64_t At = S.Offset + Random() % S.Bytes / S.Width * S.Width;
        Bad[At + Random() % S.Width] = Try % 3   ? uint8_t(Random())
                                       : Try % 2 ? 0xff
                                                 : 0;
        Aligned Index(Bad);
        seal(Index);
        auto File = GraphFile::fromMemory(Index.ref(), "index");
        if (!File) {
          EXPECT_TRUE(StringRef(toString(File.takeError())).contains("index"));
          continue;
        }
        ++Opened;
        if (Error E = (*File)->verify()) {
          consumeError(std::move(E));
          continue;
        }
        ++Verified;
        useAll(**File);
      }
  }
  // Some numbers are free: sizes, counts. Most are not.
  EXPECT_GT(Opened, 500U);
  EXPECT_GT(Verified, 300U);
  EXPECT_LT(Verified, 3700U);
}
