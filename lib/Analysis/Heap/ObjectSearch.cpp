//===- ObjectSearch.cpp - Finds objects by walks over a dump --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ObjectSearch.h"
#include "hprof/Analysis/Heap/HeapWalk.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/LayoutEvidence.h"
#include <deque>

using namespace hprof;
using namespace llvm;

namespace {
FoundObject headOf(const InstanceDump &R) {
  FoundObject O;
  O.Class = R.Class;
  return O;
}
FoundObject headOf(const ObjectArrayDump &R) {
  FoundObject O;
  O.Class = R.Class;
  return O;
}
FoundObject headOf(const PrimitiveArrayDump &R) {
  FoundObject O;
  O.ElementType = R.ElementType;
  return O;
}
FoundObject headOf(const PrimitiveArrayNoData &R) {
  FoundObject O;
  O.ElementType = R.ElementType;
  return O;
}

/// Visits all objects. \p Derived has wants(id) and wants(object), and
/// take(object), called for objects accepted by both. If the file lacks some
/// bytes of an object, drop() undoes the last wants(object); its argument is
/// the result of take() for that object, or null.
template <class Derived> class ObjectVisitor : public HeapVisitor {
  friend Derived;
  ObjectVisitor() = default;

public:
  static constexpr bool WantsChunks = true;
  size_t MaxBytes = 0;

  using HeapVisitor::visit;
  void visit(const InstanceDump &R) { object(R, &R.Values); }
  void visit(const ObjectArrayDump &R) { object(R, &R.Elements); }
  void visit(const PrimitiveArrayDump &R) { object(R, &R.Elements); }
  void visit(const PrimitiveArrayNoData &R) { object(R, nullptr); }
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
    if (!IsOpen || Of != OpenKind)
      return;
    Missing -= std::min<uint64_t>(Missing, Chunk.size());
    if (Open)
      append(*Open, Chunk);
  }
  void endFrame(const Frame &, uint64_t) { close(); }

private:
  template <class R> void object(const R &Rec, const Payload *P) {
    close();
    auto &Self = static_cast<Derived &>(*this);
    if (LLVM_LIKELY(!Self.wants(Rec.Object)))
      return;
    FoundObject O = headOf(Rec);
    O.Kind = R::Kind;
    O.Id = Rec.Object;
    O.Offset = Rec.Offset;
    O.TraceSerial = Rec.TraceSerial;
    O.Length = Rec.Length;
    O.Size = P ? P->Size : 0;
    bool IsWanted = Self.wants(O);
    if (P && !P->isWhole()) {
      IsOpen = true;
      OpenKind = R::Kind;
      Missing = P->Size;
    }
    if (!IsWanted)
      return;
    if (!IsOpen && P)
      append(O, P->Bytes);
    FoundObject *Kept = Self.take(std::move(O));
    if (IsOpen)
      Open = Kept;
  }
  void close() {
    if (IsOpen && Missing)
      static_cast<Derived &>(*this).drop(Open);
    IsOpen = false;
    Open = nullptr;
  }
  void append(FoundObject &O, ArrayRef<uint8_t> Bytes) const {
    Bytes = Bytes.take_front(MaxBytes - std::min(MaxBytes, O.Copy.size()));
    O.Copy.insert(O.Copy.end(), Bytes.begin(), Bytes.end());
    O.Bytes = O.Copy;
  }

  // Whether the payload of an object is being read in chunks.
  bool IsOpen = false;
  RecordKind OpenKind = RecordKind::Opaque;
  uint64_t Missing = 0;        ///< Number of payload bytes not yet read.
  FoundObject *Open = nullptr; ///< The result of take(), or null.
};

class Seeker : public ObjectVisitor<Seeker> {
public:
  const DenseSet<IdKey> *Ids = nullptr;
  DenseMap<IdKey, uint64_t> Times; ///< Number of occurrences of each id.
  std::deque<FoundObject> Found;

  bool wants(uint64_t Id) const { return Ids->contains(Id); }
  bool wants(const FoundObject &O) {
    Last = O.Id;
    return ++Times[Last] == 1;
  }
  FoundObject *take(FoundObject O) { return &Found.emplace_back(std::move(O)); }
  void drop(const FoundObject *Taken) {
    --Times[Last];
    if (Taken)
      Found.pop_back();
  }

private:
  uint64_t Last = 0;
};

/// Collects the types of wanted objects.
class TypeSeeker : public ObjectVisitor<TypeSeeker> {
public:
  const DenseSet<IdKey> *Ids = nullptr;
  /// In file order. May contain several objects with the same id.
  std::vector<std::pair<uint64_t, ObjectType>> Found;

  bool wants(uint64_t Id) const { return Ids->contains(Id); }
  bool wants(const FoundObject &O) {
    Found.push_back({O.Id, {O.Kind, O.ElementType, O.Class}});
    return false;
  }
  FoundObject *take(const FoundObject &) { return nullptr; }
  void drop(const FoundObject *) { Found.pop_back(); }
};

/// Collects the first objects of a kind.
class Selector : public ObjectVisitor<Selector> {
public:
  const std::function<bool(const FoundObject &)> *Wanted = nullptr;
  LayoutEvidence Evidence;
  uint64_t Max = 0, Count = 0;
  std::deque<FoundObject> Found;

  using ObjectVisitor<Selector>::visit;
  void visit(const ClassDump &R) { Evidence.classObject(R.Class); }
  bool wants(uint64_t) const { return true; }
  bool wants(const FoundObject &O) {
    if (O.isArray())
      Evidence.array(O.Id, O.ElementType, O.Length, O.Class);
    else
      Evidence.instance(O.Id, O.Class);
    IsCounted = (*Wanted)(O);
    Count += IsCounted;
    return IsCounted && Count <= Max;
  }
  FoundObject *take(FoundObject O) { return &Found.emplace_back(std::move(O)); }
  void drop(const FoundObject *Taken) {
    Count -= IsCounted;
    if (Taken)
      Found.pop_back();
  }

private:
  bool IsCounted = false;
};
} // namespace

bool ObjectSearch::hasValues() const { return File.hasValues(); }

WalkOptions ObjectSearch::walkOptions() const {
  WalkOptions Walk;
  Walk.Dump = Dump;
  Walk.OnDamage = Reading.OnDamage;
  Walk.MaxWhole = Reading.MaxWhole;
  Walk.ChunkSize = Reading.ChunkSize;
  return Walk;
}

Error ObjectSearch::findTypes(const IdsToFind &Wanted) {
  std::vector<TypeSeeker> Workers(workers());
  for (TypeSeeker &W : Workers)
    W.Ids = &Wanted;
  if (Error E = walkHeap(File, Workers, walkOptions()))
    return E;
  // Workers are in file order; the first object with an id is used.
  for (const TypeSeeker &W : Workers)
    for (const auto &[Id, Type] : W.Found)
      setType(Id, Type);
  return Error::success();
}

Error ObjectSearch::find(const IdsToFind &Wanted, size_t MaxBytes) {
  std::vector<Seeker> Workers(workers());
  for (Seeker &W : Workers) {
    W.Ids = &Wanted;
    W.MaxBytes = MaxBytes;
  }
  if (Error E = walkHeap(File, Workers, walkOptions()))
    return E;
  for (uint64_t Id : Wanted)
    slot(Id) = nullptr;
  // Workers are in file order.
  for (Seeker &W : Workers)
    for (FoundObject &O : W.Found) {
      uint64_t Times = W.Times.lookup(O.Id);
      std::unique_ptr<FoundObject> &Slot = slot(O.Id);
      if (!Slot) {
        Slot = std::make_unique<FoundObject>(std::move(O));
        --Times;
      }
      Slot->Repeats += Times;
    }
  return Error::success();
}

Expected<std::vector<FoundObject>>
ObjectSearch::select(const std::function<bool(const FoundObject &)> &Wanted,
                     uint64_t Max, uint64_t &Count, LayoutEvidence *Evidence) {
  std::vector<Selector> Workers(workers());
  for (Selector &W : Workers) {
    W.Wanted = &Wanted;
    W.Max = Max;
    W.MaxBytes = DefaultBytes;
    W.Evidence.setBase(context().header().Origin.IdBase);
  }
  if (Error E = walkHeap(File, Workers, walkOptions()))
    return E;
  std::vector<FoundObject> All;
  Count = 0;
  for (Selector &W : Workers) {
    Count += W.Count;
    if (Evidence)
      Evidence->merge(W.Evidence);
    for (FoundObject &O : W.Found)
      if (All.size() < Max)
        All.push_back(std::move(O));
  }
  return All;
}
