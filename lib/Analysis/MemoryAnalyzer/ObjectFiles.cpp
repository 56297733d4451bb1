//===- ObjectFiles.cpp - Index files with a number per object -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectFiles.h"
#include "PagedWriter.h"
#include "hprof/Analysis/Heap/HeapWalk.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

void memoryanalyzer::writeIds(const HeapGraph &G, const ObjectOrder &Order,
                              raw_ostream &OS) {
  PagedWriter<uint64_t> To(OS);
  Order.forEach([&](Node N) { To.add(G.id(N)); });
  To.finish();
}

void memoryanalyzer::writeClassNumbers(const HeapGraph &G,
                                       const ObjectOrder &Order,
                                       raw_ostream &OS) {
  std::vector<uint32_t> ByType;
  for (Node Class : G.classNodes())
    ByType.push_back(Order.number(Class));
  PagedWriter<uint32_t> To(OS);
  Order.forEach([&](Node N) { To.add(ByType[G.types().get(N)]); });
  To.finish();
}

/// Sizes up to 2^31 - 1 are unchanged; larger ones are rounded down to a
/// multiple of 8, and limited to 2^34.
uint32_t memoryanalyzer::packSize(uint64_t Bytes) {
  constexpr uint64_t Most = uint64_t(1) << 34;
  if (Bytes <= INT32_MAX)
    return uint32_t(Bytes);
  return uint32_t(std::min(Bytes, Most) / 8 + 0x70000000);
}

ObjectCounts memoryanalyzer::writeSizes(const HeapGraph &G,
                                        const ObjectOrder &Order,
                                        raw_ostream &OS) {
  ObjectCounts C;
  C.Held.resize(G.classNodes().size());
  C.Freed.resize(G.classNodes().size());
  C.Sized.resize(Order.size() / 32 + 1);
  PagedWriter<uint32_t> To(OS);
  Order.forEach([&](Node N) {
    const uint64_t Type = G.types().get(N), Bytes = G.shallow(N);
    const bool IsArray = G.heads()[Type] == HeapGraph::ArrayHead;
    if (IsArray && Bytes)
      C.Sized[To.size() / 32] |= uint32_t(1) << (To.size() % 32);
    To.add(IsArray ? packSize(Bytes) : 0);
    ++C.Held[Type].Objects;
    C.Held[Type].Bytes += Bytes;
    C.Bytes += Bytes;
  });
  To.finish();
  if (Order.size() != G.size())
    for (Node N = 0; N != G.size(); ++N)
      if (!Order.has(N)) {
        TypeCount &Type = C.Freed[G.types().get(N)];
        ++Type.Objects;
        Type.Bytes += G.shallow(N);
      }
  return C;
}

namespace {
/// Collects the offsets of objects' records.
class OffsetCollector : public HeapVisitor {
public:
  OffsetCollector(const HeapGraph &G, BigArray<uint64_t> &Offsets)
      : G(G), Offsets(Offsets) {}

  using HeapVisitor::visit;
  void visit(const InstanceDump &R) { add(R.Object, R.Offset); }
  void visit(const ObjectArrayDump &R) { add(R.Object, R.Offset); }
  void visit(const PrimitiveArrayDump &R) { add(R.Object, R.Offset); }

private:
  /// If objects have the same id, the first one is used.
  void add(uint64_t Id, uint64_t Offset) {
    const Node N = G.find(Id);
    if (N == NoNode || Offsets[N] || G.asClass(N) != NoClass)
      return;
    Offsets[N] = Offset;
  }

  const HeapGraph &G;
  BigArray<uint64_t> &Offsets;
};
} // namespace

Error memoryanalyzer::writeOffsets(HeapSegments &Dump, const HeapGraph &G,
                                   const ObjectOrder &Order, unsigned Threads,
                                   raw_ostream &OS) {
  // Synthetic objects have no record.
  Expected<BigArray<uint64_t>> Offsets =
      BigArray<uint64_t>::make(G.size(), G.memory());
  if (!Offsets)
    return Offsets.takeError();
  Dump.split(G.counts().Duplicates ? 1 : Threads);
  std::vector<OffsetCollector> Workers(Dump.ends().size(),
                                       OffsetCollector(G, *Offsets));
  walkSegments(Dump, Workers, DamageHandler());
  PagedWriter<uint64_t> To(OS);
  Order.forEach([&](Node N) { To.add((*Offsets)[N]); });
  To.finish();
  return Error::success();
}
