//===- GraphFileFuzzer.cpp - Index files with wrong numbers ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Analysis/Graph/GraphFileRows.h"
#include "../../unittests/Format/Hprof/YamlDump.h"
#include "hprof/Analysis/Graph/DominatorChildren.h"
#include "hprof/Analysis/Graph/GraphFile.h"
#include "hprof/Analysis/Graph/HeapContents.h"
#include "hprof/Analysis/Graph/PathTree.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// A dump with something of everything that an index keeps.
static constexpr StringLiteral Dump =
    R"(- stackFrame: {id: 0xf1, method: run, signature: ()V, sourceFile: Job.java}
- stackTrace: {traceSerial: 5, threadSerial: 1, frames: [0xf1]}
- classes:
  - {name: java/lang/Object}
  - {name: java/lang/Class, super: java/lang/Object}
  - {name: java/lang/Thread, super: java/lang/Object, fields: {name: object}}
  - {name: java/lang/String, super: java/lang/Object, fields: {value: object}}
  - {name: java/lang/ref/Reference, super: java/lang/Object, fields: {referent: object}}
  - {name: java/lang/ref/SoftReference, super: java/lang/ref/Reference}
  - {name: Pair, super: java/lang/Object, fields: {a: object, n: int, b: object}}
  - {name: "[LPair;", super: java/lang/Object}
- instance: {object: 0x7000, class: java/lang/Thread, fields: {name: 0x7008}}
- instance: {object: 0x7008, class: java/lang/String, fields: {value: 0x7010}}
- primitiveArray: {object: 0x7010, elementType: byte, text: main}
- instance: {object: 0x7018, class: Pair, fields: {a: 0x7020, n: 7, b: 0x9999}}
- instance: {object: 0x7020, class: Pair, fields: {a: 0x7018, n: 8, b: 0x7028}}
- objectArray: {object: 0x7028, class: "[LPair;", elements: [0x7030, null, 0x7038, 0x7030]}
- instance: {object: 0x7030, class: Pair, fields: {a: 0x7038, n: 1, b: null}}
- instance: {object: 0x7038, class: Pair, fields: {a: null, n: 2, b: 0x7040}}
- instance: {object: 0x7040, class: java/lang/ref/SoftReference, fields: {referent: 0x7048}}
- instance: {object: 0x7048, class: Pair, fields: {a: 0x7030, n: 3, b: null}}
- instance: {object: 0x7050, class: java/lang/ref/SoftReference, fields: {referent: null}}
- primitiveArray: {object: 0x7058, elementType: long, elements: [1, 2, 3]}
- rootThreadObject: {object: 0x7000, threadSerial: 1, traceSerial: 5}
- rootJavaFrame: {object: 0x7018, threadSerial: 1, frame: 0}
- rootStickyClass: {object: Pair}
- rootJniGlobal: {object: 0x7050}
)";

static std::string makeIndex() {
  std::vector<uint8_t> Bytes = fromYaml(Dump);
  std::unique_ptr<Source> In = Source::fromMemory(Bytes, "dump");
  HeapGraph G = cantFail(HeapGraph::build(*In, {}));
  DominatorTree T = cantFail(DominatorTree::compute(G, {}));
  InboundReferences Inbound = cantFail(InboundReferences::compute(G));
  auto Contents = cantFail(HeapContents::open(*In, G));
  GraphParts Parts(G, T, Inbound);
  Parts.Context = cantFail(ContextRecords::of(*In, G));
  Parts.Labels = cantFail(EntryLabels::compute(*Contents, 1, 1));
  EdgeFilter Strong = cantFail(EdgeFilter::create(G, weakReferences()));
  Parts.Paths = cantFail(ShortestPaths::compute(G, Strong));
  Parts.Groups = cantFail(PathGroups::compute(*Contents, *Parts.Paths, Strong));
  for (GroupBy By : {GroupBy::Class, GroupBy::Package, GroupBy::Loader})
    Parts.Retained.emplace_back(
        By, cantFail(RetainedSets::compute(G, ObjectGroups::of(G, By), {})));
  Parts.Classes =
      cantFail(DominatorClasses::of(G, T, {}, GraphParts::ClassTreeDepth));
  cantFail(In->rewind());
  Parts.Histo = cantFail(Histogram::read(*In, {}));
  SuspectOptions Suspecting;
  Suspecting.Contents = Contents.get();
  Parts.Suspects = LeakReport{
      1, {}, T.totals(), cantFail(findLeakSuspects(G, T, Suspecting))};
  std::string Index;
  raw_string_ostream OS(Index);
  cantFail(GraphFile::write(OS, {}, Parts, {}));
  return Index;
}

/// Bytes at a multiple of 64, with the checksums that a hostile writer makes.
static std::unique_ptr<WritableMemoryBuffer> seal(StringRef Index) {
  using namespace graphfile;
  auto Buffer = WritableMemoryBuffer::getNewUninitMemBuffer(
      Index.size(), "index", Align(graphfile::Alignment));
  char *Data = Buffer->getBufferStart();
  llvm::copy(Index, Data);
  auto Sum = [&](uint64_t Offset, uint64_t Bytes) {
    Checksum S;
    S.add(arrayRefFromStringRef(StringRef(Data + Offset, Bytes)));
    return S.finish();
  };
  Head H;
  std::memcpy(&H, Data, sizeof(H));
  H.Checksum = xxh3_64bits(rawBytes(H).drop_back(sizeof(H.Checksum)));
  std::memcpy(Data, &H, sizeof(H));
  Tail End;
  uint64_t Limit = Index.size() - sizeof(End);
  std::memcpy(&End, Data + Limit, sizeof(End));
  if (End.TableOffset > Limit)
    return Buffer;
  for (uint64_t At = End.TableOffset; Limit - At >= sizeof(Row);
       At += sizeof(Row)) {
    Row R;
    std::memcpy(&R, Data + At, sizeof(R));
    if (R.Offset <= Limit && R.Bytes <= Limit - R.Offset)
      R.Checksum = Sum(R.Offset, R.Bytes);
    std::memcpy(Data + At, &R, sizeof(R));
  }
  End.TableChecksum = Sum(End.TableOffset, Limit - End.TableOffset);
  std::memcpy(Data + Limit, &End, sizeof(End));
  return Buffer;
}

template <class T> static void drop(Expected<T> Value) {
  if (!Value)
    consumeError(Value.takeError());
}

/// Asks what tools ask of an index.
static void ask(const GraphFile &F) {
  const HeapGraph &G = F.graph();
  const DominatorTree &T = F.dominators();
  for (GroupBy By : {GroupBy::Class, GroupBy::Package, GroupBy::Loader})
    drop(F.retainedSets(ObjectGroups::of(G, By), By));
  drop(F.classTree());
  drop(F.leakSuspects());
  std::vector<Damage> Damages;
  drop(F.histogram(Damages));
  topObjects(G, T, 10);
  DominatorChildren Children = cantFail(DominatorChildren::of(G, T, 1));
  cantFail(findBigDrops(G, T, 1));
  auto C = HeapContents::open(
      F.contextRecords(), G,
      []() -> Expected<Source *> { return createStringError("no dump"); },
      [](Error E) { consumeError(std::move(E)); });
  if (!C)
    return consumeError(C.takeError());
  (*C)->use(F.labels());
  std::vector<Node> All;
  for (Node N = 0; N != G.size(); ++N) {
    All.push_back(N);
    (void)G.describe(N);
    (void)G.find(G.id(N));
    Children.chainFrom(N);
    (*C)->threadOf(N);
    (*C)->forEachEdge(N, [&](const ReferenceLabel &L, Node To) {
      (void)(*C)->spell(L);
      return true;
    });
    F.inbound().forEach(N, [&](Node From) { return From < G.size(); });
  }
  if (!F.paths())
    return;
  EdgeFilter Strong = cantFail(EdgeFilter::create(G, weakReferences()));
  PathTree Paths(**C, true);
  cantFail(Paths.add(*F.paths(), All, Strong));
  Paths.finish();
  if (!F.pathGroups())
    return;
  PathTree Kept(**C, true);
  cantFail(Kept.add(*F.paths(), *F.pathGroups(), All, Strong));
  Kept.finish();
}

/// The input changes bytes of an index: each four bytes a place and what is
/// added there. What passes the full check must answer without harm.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::string Good = makeIndex();
  if (Size > 256)
    return -1;
  std::string Index = Good;
  for (; Size >= 4; Data += 4, Size -= 4) {
    size_t At = (size_t(Data[0]) << 16 | size_t(Data[1]) << 8 | Data[2]);
    Index[At % Index.size()] += char(Data[3]);
  }
  std::unique_ptr<WritableMemoryBuffer> Buffer = seal(Index);
  StringRef Bytes(Buffer->getBufferStart(), Buffer->getBufferSize());
  auto F = GraphFile::fromMemory(arrayRefFromStringRef(Bytes), "index");
  if (!F) {
    consumeError(F.takeError());
    return 0;
  }
  if (Error E = (*F)->verify()) {
    consumeError(std::move(E));
    return 0;
  }
  ask(**F);
  return 0;
}
