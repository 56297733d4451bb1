//===- EntryLabels.cpp - Fields of the graph's references -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/EntryLabels.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/ReferenceOffsets.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Offsets of references in the instances of each class, in entry order.
class ClassSlots {
public:
  explicit ClassSlots(const HeapContents &C) : G(C.graph()) {
    for (ClassNumber N = 0; N != G.classes().size(); ++N) {
      Class &New = Classes.emplace_back();
      if (const InstanceShape *S = C.shape(N)) {
        std::optional<ArrayRef<uint32_t>> List =
            Lists.add(*S, entryOrder(G.classes()[N]));
        New.Offsets = List.value_or(ArrayRef<uint32_t>());
        New.Shape = List ? nullptr : S;
      }
    }
  }

  /// Calls \p F with the offsets for class \p N until it returns false. Offsets
  /// beyond the first \p Size bytes may be omitted.
  template <class Fn> void forEach(ClassNumber N, uint64_t Size, Fn &&F) const {
    for (uint32_t Offset : Classes[N].Offsets)
      if (!F(Offset))
        return;
    if (LLVM_UNLIKELY(Classes[N].Shape != nullptr))
      Classes[N].Shape->forEachReference(
          entryOrder(G.classes()[N]), Size,
          [&](const FieldSlot &S) { return F(S.Offset); });
  }

private:
  struct Class {
    ArrayRef<uint32_t> Offsets;
    const InstanceShape *Shape = nullptr; ///< Set if a list is too long.
  };
  const HeapGraph &G;
  ReferenceOffsets Lists;
  std::vector<Class> Classes; ///< By class number.
};

/// One thread's walk over instances.
class LabelWalk : public HeapVisitor {
public:
  LabelWalk(const HeapGraph &G, const ClassSlots &Slots, uint8_t *Labels,
            NumberSet *Seen)
      : G(G), Slots(Slots), IdSize(G.header().IdSize), Labels(Labels),
        Seen(Seen) {}

  using HeapVisitor::visit;
  void visit(const InstanceDump &R) {
    Node N = G.find(R.Object);
    // If objects have the same id, only the first one is used.
    if (N == NoNode || (Seen && !Seen->insert(N)) || G.asClass(N) != NoClass)
      return;
    G.withWidth([&](auto Zero) { label<decltype(Zero)>(N, R.Values.Bytes); });
  }

private:
  template <class T> void label(Node N, ArrayRef<uint8_t> Values);

  const HeapGraph &G;
  const ClassSlots &Slots;
  const unsigned IdSize;
  uint8_t *Labels;
  NumberSet *Seen; ///< Null if no id repeats.
};
} // namespace

template <class T> void LabelWalk::label(Node N, ArrayRef<uint8_t> Values) {
  using Entry = HeapGraph::Entry<T>;
  T At = T(G.starts().get(N));
  if (At == Entry::None)
    return;
  const T *Entries = G.entries().as<T>();
  const uint8_t Head = G.heads()[G.types().get(N)];
  if (Head == HeapGraph::StackHead && Entry::isLast(Entries[At++]))
    return;
  bool HasHead = Head != 0 && Head != HeapGraph::StackHead;
  bool HasDangling = G.counts().Dangling != 0;
  size_t Number = 0;
  bool IsDone = false;
  Slots.forEach(G.classNumber(N), Values.size(), [&](uint32_t Offset) {
    size_t I = Number++;
    uint64_t Id = uint64_t(Offset) + IdSize <= Values.size()
                      ? loadBE(&Values[Offset], IdSize)
                      : 0;
    // A referent has an entry even when null.
    bool IsHead = HasHead && I == 0;
    if (!IsHead && (!Id || (HasDangling && G.find(Id) == NoNode)))
      return true;
    Labels[At] = I < EntryLabels::Local ? uint8_t(I) : EntryLabels::Unknown;
    IsDone = Entry::isLast(Entries[At++]);
    return !IsDone;
  });
  if (IsDone)
    return;
  // The remaining entries of a thread are its local variables.
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
  HeapFile &File = Contents.file();
  Expected<HeapSegments *> Segments = File.dump(Dump);
  if (!Segments)
    return createFileError(File.name(), Segments.takeError());
  ClassSlots Slots(Contents);
  std::vector<LabelWalk> Walks;
  // If ids repeat, one walk in file order finds the first object of each id.
  for (unsigned I = 0, N = (*Segments)->split(Seen ? 1 : Threads); I != N; ++I)
    Walks.emplace_back(G, Slots, L.Labels.data(), Seen ? &*Seen : nullptr);
  walkSegments(**Segments, Walks, DamageHandler());
  return L;
}
