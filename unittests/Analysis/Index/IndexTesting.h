//===- IndexTesting.h - Index files built in memory -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_INDEX_INDEXTESTING_H
#define HPROF_UNITTESTS_ANALYSIS_INDEX_INDEXTESTING_H

#include "Analysis/Index/IndexRows.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Index/HeapIndex.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

namespace hprof {

/// A dump of \p Size objects with random references, some dangling, arrays,
/// soft references, and a thread with locals.
inline std::vector<uint8_t> randomDump(unsigned Size, unsigned Seed,
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
    return "0x" + llvm::utohexstr(IsSpread ? (N + 1) << 44 : 0x7000 + 8 * N);
  };
  auto Any = [&] { return Id(Random() % (Size + Size / 10)); };
  llvm::raw_string_ostream OS(Text);
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

struct Built {
  explicit Built(std::vector<uint8_t> Dump, const GraphOptions &Options = {})
      : Bytes(std::move(Dump)), In(HeapFile::fromMemory(Bytes, "test")),
        G(llvm::cantFail(HeapGraph::build(*In, Options))),
        T(llvm::cantFail(DominatorTree::compute(G, DominatorOptions()))),
        Inbound(llvm::cantFail(InboundReferences::compute(G))) {}

  /// The index, in a buffer aligned like a mapped file.
  std::vector<uint8_t> index(llvm::ArrayRef<Damage> Damages = {},
                             bool IsComplete = false) const {
    GraphOrigin Origin;
    Origin.Dump = {Bytes.size(), 42, 43};
    Origin.Number = 3;
    Origin.Layout = "auto";
    Origin.Ignored.insert(ReferenceKind::Weak);
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    GraphParts Parts(G, T, Inbound);
    Parts.Context = llvm::cantFail(ContextRecords::of(*In, G));
    Parts.Histo = histogram();
    auto Contents = llvm::cantFail(HeapContents::open(*In, G));
    Parts.Stacks = Contents->context().stacks().columns();
    Parts.Labels = llvm::cantFail(EntryLabels::compute(*Contents, 1, 2));
    Parts.Paths = paths();
    Parts.Groups = llvm::cantFail(PathGroups::compute(
        *Contents, *Parts.Paths,
        llvm::cantFail(EdgeFilter::create(G, weakReferences()))));
    Parts.Suspects = LeakReport{500,     weakReferences(),    T.totals(),
                                {1, 16}, suspects(*Contents), {}};
    Parts.HistoDamages = {{format_errc::truncated, 18, "ends there"}};
    Parts.Retained.emplace_back(GroupBy::Package, packages());
    if (IsComplete)
      for (GroupBy By : {GroupBy::Class, GroupBy::Name, GroupBy::Loader})
        Parts.Retained.emplace_back(
            By, llvm::cantFail(RetainedSets::compute(G, NodeGroups::of(G, By),
                                                     RetainedOptions())));
    Parts.Classes = classes();
    llvm::cantFail(HeapIndex::write(OS, Origin, Parts, Damages));
    return {Text.begin(), Text.end()};
  }

  std::vector<LeakSuspect> suspects(const HeapContents &Contents) const {
    SuspectOptions Options;
    Options.Least = 500;
    Options.Contents = &Contents;
    return llvm::cantFail(findLeakSuspects(G, T, Options));
  }
  ShortestPaths paths() const {
    return llvm::cantFail(ShortestPaths::compute(
        G, llvm::cantFail(EdgeFilter::create(G, weakReferences()))));
  }
  Histogram histogram() const {
    HistogramOptions Options;
    Options.NameLoaders = true;
    std::unique_ptr<HeapFile> Again = HeapFile::fromMemory(Bytes, "test");
    return llvm::cantFail(Histogram::read(*Again, Options));
  }
  RetainedSets packages() const {
    return llvm::cantFail(RetainedSets::compute(
        G, NodeGroups::of(G, GroupBy::Package), RetainedOptions()));
  }
  DominatorClasses classes() const {
    return llvm::cantFail(
        DominatorClasses::of(G, T, {}, GraphParts::ClassTreeDepth));
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<HeapFile> In;
  HeapGraph G;
  DominatorTree T;
  InboundReferences Inbound;
};

/// Bytes aligned to 64 bytes.
struct Aligned {
  explicit Aligned(llvm::ArrayRef<uint8_t> Bytes)
      : Buffer(llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
            Bytes.size(), "index", llvm::Align(64))) {
    llvm::copy(Bytes, data());
  }
  uint8_t *data() {
    return reinterpret_cast<uint8_t *>(Buffer->getBufferStart());
  }
  llvm::ArrayRef<uint8_t> ref() { return {data(), Buffer->getBufferSize()}; }
  std::unique_ptr<llvm::WritableMemoryBuffer> Buffer;
};

inline std::vector<Node> targets(const HeapGraph &G, Node N) {
  std::vector<Node> To;
  G.forEachReference(N, [&](Node T) { To.push_back(T); });
  return To;
}

inline std::vector<Node> sources(const InboundReferences &In, Node N) {
  std::vector<Node> From;
  In.forEach(N, [&](Node F) {
    From.push_back(F);
    return true;
  });
  return From;
}

/// Runs all queries on \p F, which must not crash or hang.
inline uint64_t useAll(const HeapIndex &F) {
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
    llvm::consumeError(Classes.takeError());
  else if (*Classes)
    for (size_t C = 0; C != (*Classes)->groups().size(); ++C)
      Sum += (*Classes)->children(uint32_t(C)).size();
  auto Sets =
      F.retainedSets(NodeGroups::of(G, GroupBy::Package), GroupBy::Package);
  if (!Sets)
    llvm::consumeError(Sets.takeError());
  if (auto S = F.leakSuspects(); !S)
    llvm::consumeError(S.takeError());
  std::vector<Damage> Damages;
  if (auto H = F.histogram(Damages); !H)
    llvm::consumeError(H.takeError());
  else if (*H)
    Sum += (*H)->bytes() + groupRows(**H, GroupBy::Loader).size();
  auto C = HeapContents::open(
      F.contextRecords(), F.stacks(), G,
      []() -> llvm::Expected<HeapFile *> {
        return llvm::createStringError("no dump");
      },
      [](llvm::Error E) { llvm::consumeError(std::move(E)); });
  if (!C) {
    llvm::consumeError(C.takeError());
    return Sum;
  }
  (*C)->use(F.labels());
  for (Node N = 0; N != G.size(); ++N) {
    (*C)->forEachReference(N, [&](const HeapReference &R) {
      Sum += R.Id + (*C)->spell(R.Label).size();
      return true;
    });
    (*C)->forEachEdge(N, [&](const ReferenceLabel &L, Node To) {
      Sum += To + (*C)->spell(L).size();
      return true;
    });
    Sum += F.paths() ? F.paths()->path(N).size() : 0;
    Sum += (*C)->threadName(N).value_or("").size();
  }
  return Sum;
}

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_INDEX_INDEXTESTING_H
