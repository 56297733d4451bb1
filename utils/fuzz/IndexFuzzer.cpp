//===- IndexFuzzer.cpp - Index files with wrong numbers -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Index/IndexRows.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Index/HeapIndex.h"
#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// A dump with everything that an index stores.
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

static const std::vector<uint8_t> &dumpBytes() {
  static const std::vector<uint8_t> Bytes = fromYaml(Dump);
  return Bytes;
}

static std::string makeIndex() {
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(dumpBytes(), "dump");
  HeapGraph G = cantFail(HeapGraph::build(*In, {}));
  DominatorTree T = cantFail(DominatorTree::compute(G, {}));
  InboundReferences Inbound = cantFail(InboundReferences::compute(G));
  auto Contents = cantFail(HeapContents::open(*In, G));
  GraphParts Parts(G, T, Inbound);
  Parts.Context = cantFail(ContextRecords::of(*In, G));
  Parts.Stacks = Contents->context().stacks().columns();
  Parts.Labels = cantFail(EntryLabels::compute(*Contents, 1, 1));
  EdgeFilter Strong = cantFail(EdgeFilter::create(G, weakReferences()));
  Parts.Paths = cantFail(ShortestPaths::compute(G, Strong));
  Parts.Groups = cantFail(PathGroups::compute(*Contents, *Parts.Paths, Strong));
  for (GroupBy By :
       {GroupBy::Class, GroupBy::Name, GroupBy::Package, GroupBy::Loader})
    Parts.Retained.emplace_back(
        By, cantFail(RetainedSets::compute(G, NodeGroups::of(G, By), {})));
  Parts.Classes =
      cantFail(DominatorClasses::of(G, T, {}, GraphParts::ClassTreeDepth));
  cantFail(In->source().rewind());
  Parts.Histo = cantFail(Histogram::read(*In, {}));
  SuspectOptions Suspecting;
  Suspecting.Contents = Contents.get();
  Parts.Suspects = LeakReport{
      1, {}, T.totals(), {}, cantFail(findLeakSuspects(G, T, Suspecting)), {}};
  std::string Index;
  raw_string_ostream OS(Index);
  cantFail(HeapIndex::write(OS, {}, Parts, {}));
  return Index;
}

/// Bytes aligned to 64, with the checksums that an attacker would compute.
static std::unique_ptr<WritableMemoryBuffer> seal(StringRef Index) {
  using namespace indexrows;
  auto Buffer = WritableMemoryBuffer::getNewUninitMemBuffer(
      Index.size(), "index", Align(indexrows::Alignment));
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

/// Searches from objects to the roots.
static void askPaths(const HeapIndex &F, const EdgeFilter &Follow,
                     ArrayRef<Node> All) {
  const HeapGraph &G = F.graph();
  for (Node N : All) {
    auto Path = cantFail(
        ShortestPaths::backwards(G, F.inbound(), Follow, {N}, UINT64_MAX));
    // After a full check, every reference exists in both directions.
    if (!Path)
      abort();
    Path->path(N);
    RootPaths Ways = cantFail(RootPaths::search(G, F.inbound(), Follow, N));
    while (!Ways.next().empty())
      ;
  }
}

/// Queries an index as the tools do.
static void ask(const HeapIndex &F) {
  const HeapGraph &G = F.graph();
  const DominatorTree &T = F.dominators();
  for (GroupBy By :
       {GroupBy::Class, GroupBy::Name, GroupBy::Package, GroupBy::Loader})
    drop(F.retainedSets(NodeGroups::of(G, By), By));
  drop(F.classTree());
  drop(F.leakSuspects());
  std::vector<Damage> Damages;
  drop(F.histogram(Damages));
  topObjects(G, T, 10);
  DominatorChildren Children = cantFail(DominatorChildren::of(G, T, 1));
  cantFail(findBigDrops(G, T, 1));
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(dumpBytes(), "dump");
  auto C = F.contextRecords().empty()
               ? HeapContents::open(*In, G)
               : HeapContents::open(
                     F.contextRecords(), F.stacks(), G,
                     [&]() -> Expected<HeapFile *> { return In.get(); },
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
    (*C)->forEachReference(N, [](const HeapReference &) { return true; });
    (*C)->object(N);
    (*C)->string(N);
  }
  for (ReferenceKinds Ignored : {ReferenceKinds(), weakReferences()})
    askPaths(F, cantFail(EdgeFilter::create(G, Ignored)), All);
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

/// The optional sections.
static constexpr HeapIndex::Section Optional[] = {
    HeapIndex::Section::Context,          HeapIndex::Section::PathParents,
    HeapIndex::Section::PathGroups,       HeapIndex::Section::PathGroupParents,
    HeapIndex::Section::EntryLabels,      HeapIndex::Section::RetainedByClass,
    HeapIndex::Section::RetainedByName,   HeapIndex::Section::RetainedByPackage,
    HeapIndex::Section::RetainedByLoader, HeapIndex::Section::ClassTree,
    HeapIndex::Section::HistogramSummary, HeapIndex::Section::HistogramRows,
    HeapIndex::Section::HistogramHeaps,   HeapIndex::Section::HistogramLoaders,
    HeapIndex::Section::HistogramDamages, HeapIndex::Section::Suspects};

namespace {
/// Changes an index, except its checksums.
class Spoiler {
public:
  explicit Spoiler(std::string &Index) : Index(Index) {
    indexrows::Tail End;
    std::memcpy(&End, &Index[Index.size() - sizeof(End)], sizeof(End));
    Table = End.TableOffset;
    Rows.resize(End.Sections);
    std::memcpy(Rows.data(), &Index[Table], Rows.size() * sizeof(Rows[0]));
    Good = Rows;
  }
  ~Spoiler() {
    std::memcpy(&Index[Table], Rows.data(), Rows.size() * sizeof(Rows[0]));
  }

  /// Gives a section an unknown kind.
  void drop(HeapIndex::Section S) {
    for (indexrows::Row &R : Rows)
      if (R.Kind == uint32_t(S))
        R.Kind = UINT32_MAX;
  }
  /// Adds to an element of a section, or of the table or the header, which are
  /// numbered after the sections; or sets it.
  void change(size_t Section, size_t Element, uint64_t By, bool IsSet) {
    Section %= Rows.size() + 2;
    MutableArrayRef<char> Bytes(Index.data(), sizeof(indexrows::Head));
    // Rows added to the table have one-byte elements.
    uint64_t Width = 4;
    if (Section < Rows.size()) {
      const indexrows::Row &R = Good[Section];
      Bytes = {Index.data() + R.Offset, size_t(R.Bytes)};
      Width = R.Width == 1 ? Width : R.Width;
    } else if (Section == Rows.size()) {
      Bytes = {reinterpret_cast<char *>(Rows.data()),
               Rows.size() * sizeof(Rows[0])};
    }
    if (Bytes.size() < Width)
      return;
    char *At = &Bytes[Element % (Bytes.size() / Width) * Width];
    uint64_t Value = 0;
    std::memcpy(&Value, At, Width);
    Value = (IsSet ? 0 : Value) + By;
    std::memcpy(At, &Value, Width);
  }

private:
  std::string &Index;
  uint64_t Table;
  std::vector<indexrows::Row> Rows;
  std::vector<indexrows::Row> Good; ///< Original rows.
};
} // namespace

/// The input starts with a bit for each section to drop. After that, every five
/// bytes change a number: its section, its position there (two), how, and by
/// how much. An index that passes the full check must be safe to query.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::string Good = makeIndex();
  if (Size < 2 || Size > 256)
    return -1;
  std::string Index = Good;
  unsigned Without = Data[0] | unsigned(Data[1]) << 8;
  {
    Spoiler Spoil(Index);
    for (auto [I, S] : enumerate(Optional))
      if (Without >> I & 1)
        Spoil.drop(S);
    for (Data += 2, Size -= 2; Size >= 5; Data += 5, Size -= 5) {
      size_t Place = size_t(Data[1]) << 8 | Data[2];
      uint64_t By = uint64_t(int64_t(int8_t(Data[4]))) << 8 * (Data[3] & 7);
      Spoil.change(Data[0], Place, By, Data[3] & 8);
    }
  }
  std::unique_ptr<WritableMemoryBuffer> Buffer = seal(Index);
  StringRef Bytes(Buffer->getBufferStart(), Buffer->getBufferSize());
  auto F = HeapIndex::fromMemory(arrayRefFromStringRef(Bytes), "index");
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
