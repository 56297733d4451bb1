//===- EntryLabels.cpp - Which fields references are of -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/EntryLabels.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapSegments.h"

using namespace hprof;
using namespace llvm;

namespace {
/// One thread's walk over instances.
class LabelWalk : public HeapVisitor {
public:
  LabelWalk(const HeapContents &C, uint8_t *Labels, NumberSet *Seen)
      : C(C), G(C.graph()), IdSize(G.header().IdSize), Labels(Labels),
        Seen(Seen), Slots(G.classes().size()), IsKnown(G.classes().size()) {}

  using HeapVisitor::visit;
  void visit(const InstanceDump &R) {
    Node N = G.find(R.Object);
    // Of objects with the same id the first one counts.
    if (N == NoNode || (Seen && !Seen->insert(N)) || G.asClass(N) != NoClass)
      return;
    G.withWidth([&](auto Zero) { label<decltype(Zero)>(N, R.Values.Bytes); });
  }

private:
  template <class T> void label(Node N, ArrayRef<uint8_t> Values);

  const HeapContents &C;
  const HeapGraph &G;
  const unsigned IdSize;
  uint8_t *Labels;
  NumberSet *Seen; ///< Null when no id repeats.
  // By class, of those that were met.
  std::vector<ArrayRef<ReferenceSlot>> Slots;
  std::vector<bool> IsKnown;
};
} // namespace

template <class T> void LabelWalk::label(Node N, ArrayRef<uint8_t> Values) {
  using Entry = HeapGraph::Entry<T>;
  T At = G.starts().as<T>()[N];
  if (At == Entry::None)
    return;
  ClassNumber Class = G.classNumber(N);
  if (!IsKnown[Class]) {
    IsKnown[Class] = true;
    Slots[Class] = C.slots(Class);
  }
  const T *Entries = G.entries().as<T>();
  bool HasHead = G.heads()[G.types().get(N)] != 0;
  bool HasDangling = G.counts().Dangling != 0;
  for (size_t I = 0; I != Slots[Class].size(); ++I) {
    uint32_t Offset = Slots[Class][I].Offset;
    uint64_t Id = uint64_t(Offset) + IdSize <= Values.size()
                      ? loadBE(&Values[Offset], IdSize)
                      : 0;
    // The entry of a referent is there even when that is null.
    bool IsHead = HasHead && I == 0;
    if (!IsHead && (!Id || (HasDangling && G.find(Id) == NoNode)))
      continue;
    Labels[At] = I < EntryLabels::Local ? uint8_t(I) : EntryLabels::Unknown;
    if (Entry::isLast(Entries[At++]))
      return;
  }
  // What is left of a thread are its locals.
  do
    Labels[At] = EntryLabels::Local;
  while (!Entry::isLast(Entries[At++]));
}

Expected<EntryLabels> EntryLabels::compute(const HeapContents &Contents,
                                           unsigned Dump, unsigned Threads) {
  const HeapGraph &G = Contents.graph();
  EntryLabels L;
  Expected<BigArray<uint8_t>> Made =
      BigArray<uint8_t>::make(G.entries().size(), G.memory());
  if (!Made)
    return Made.takeError();
  L.Labels = std::move(*Made);
  std::optional<NumberSet> Seen;
  if (G.counts().Duplicates) {
    Expected<NumberSet> Set = NumberSet::make(G.size(), G.memory());
    if (!Set)
      return Set.takeError();
    Seen = std::move(*Set);
  }
  Expected<HeapSegments> Segments = HeapSegments::find(Contents.source(), Dump);
  if (!Segments)
    return Segments.takeError();
  std::vector<LabelWalk> Walks;
  // Which object of an id is the first is known in the order of the file only.
  for (unsigned I = 0, N = Segments->split(Seen ? 1 : Threads); I != N; ++I)
    Walks.emplace_back(Contents, L.Labels.data(), Seen ? &*Seen : nullptr);
  Segments->walk(MutableArrayRef<LabelWalk>(Walks), DamageHandler());
  return L;
}
