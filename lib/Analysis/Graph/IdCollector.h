//===- IdCollector.h - First walk: objects ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_IDCOLLECTOR_H
#define HPROF_LIB_ANALYSIS_GRAPH_IDCOLLECTOR_H

#include "hprof/Analysis/Graph/NodeIds.h"
#include "hprof/Analysis/Graph/RecordLocator.h"
#include "hprof/Format/Kit/ClassTable.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Layout/LayoutEvidence.h"
#include <bitset>

namespace hprof {

/// Contents of a root record.
struct RootRecord {
  uint64_t Object = 0;
  RecordKind Kind = RecordKind::RootUnknown;
  uint32_t ThreadSerial = 0;
  int32_t Frame = -1;
  uint32_t TraceSerial = 0;
};

/// How a dump uses a class.
struct ClassUse {
  bool HasArrays = false; ///< Whether it is the class of object arrays.
  uint64_t Instances = 0;
  uint64_t Bytes = 0; ///< Bytes of instance values present in the file.
  bool isUsed() const { return HasArrays || Instances; }
};

/// Detects an object array that begins within the space that the preceding
/// array in the file would occupy with 8-byte references.
class ArrayOverlap {
public:
  void add(uint64_t Id, uint64_t Length) {
    if (!HasFirst) {
      HasFirst = true;
      First = Id;
    }
    IsFound |= Id > Begin && Id < End;
    Begin = Id;
    End = Id + 16 + 8 * Length;
  }
  /// Adds the next part of the file.
  void merge(const ArrayOverlap &Next) {
    if (!Next.HasFirst)
      return;
    IsFound |= Next.IsFound || (Next.First > Begin && Next.First < End);
    if (!HasFirst)
      First = Next.First;
    HasFirst = true;
    Begin = Next.Begin;
    End = Next.End;
  }
  bool isFound() const { return IsFound; }

private:
  uint64_t First = 0, Begin = 0, End = 0;
  bool HasFirst = false, IsFound = false;
};

/// Collects the ids of all objects, roots, offsets of class descriptions, and
/// evidence of the layout. Each thread has its own collector; merge() combines
/// them in file order.
class IdCollector : public HeapVisitor {
public:
  explicit IdCollector(unsigned Shift) : Ids(Shift) {}

  void visit(const InstanceDump &R) {
    reach(R.Offset);
    Ids.insert(R.Object);
    Places.add(R.Object, R.Offset);
    Neighbours.instance(R.Object, R.Class);
    if (LLVM_UNLIKELY(R.Class != LastClass || !LastUse)) {
      LastClass = R.Class;
      LastUse = &Seen[R.Class];
    }
    ++LastUse->Instances;
    LastUse->Bytes += R.Values.Bytes.size();
  }
  void visit(const ObjectArrayDump &R) {
    reach(R.Offset);
    Ids.insert(R.Object);
    Places.add(R.Object, R.Offset);
    Neighbours.array(R.Object, BasicType::Object, R.Length, R.Class);
    Overlap.add(R.Object, R.Length);
    LastUse = nullptr;
    Seen[R.Class].HasArrays = true;
    // A truncated array has fewer elements than declared.
    Entries += std::min<uint64_t>(R.Length, R.Elements.Bytes.size()) + 1;
  }
  void visit(const PrimitiveArrayDump &R) { primitive(R); }
  void visit(const PrimitiveArrayNoData &R) { primitive(R); }
  void visit(const ClassDump &R) {
    Ids.insert(R.Class);
    Places.add(R.Class, R.Offset);
    Places.addClassDump(R.Offset);
    Neighbours.classObject(R.Class);
    Entries += 4 + R.Pool.Count + R.Statics.Count;
  }
  template <class R> void visit(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Root)
      addRoot(Rec);
  }
  void endFrame(const Frame &, uint64_t Length) {
    Places.endSegment();
    if (OnBytes)
      OnBytes(Length);
  }

  void merge(IdCollector &Other);

  /// Counts for a part of the dump. If only one thread can walk the dump, it
  /// also splits it into parts, so that several threads can do the next walk.
  struct Part {
    uint64_t Begin = 0; ///< Offset of its first object.
    ClassTable<ClassUse> Classes;
    uint64_t Entries = 0; ///< Upper bound on entries, excluding instances.
  };
  /// Starts a new part at the first object at or after each of \p Offsets.
  void setCuts(std::vector<uint64_t> Offsets) {
    Cuts = std::move(Offsets);
    NextCut = Cuts.empty() ? UINT64_MAX : Cuts.front();
  }
  std::vector<Part> takeParts();

  NodeIds::Builder Ids;
  LayoutEvidence Neighbours;
  ArrayOverlap Overlap;
  std::vector<RootRecord> Roots;
  RecordLocator::Builder Places;
  ClassTable<ClassUse> Seen;
  std::bitset<256> Primitives; ///< Element types of arrays.
  uint64_t Entries = 0;        ///< Upper bound on entries, excluding instances.
  std::function<void(uint64_t)> OnBytes;

private:
  void reach(uint64_t Offset) {
    if (LLVM_UNLIKELY(Offset >= NextCut))
      cut(Offset);
  }
  void cut(uint64_t Offset);
  template <class R> void primitive(const R &Rec) {
    reach(Rec.Offset);
    Ids.insert(Rec.Object);
    Places.add(Rec.Object, Rec.Offset);
    Neighbours.array(Rec.Object, Rec.ElementType, Rec.Length);
    Primitives.set(uint8_t(Rec.ElementType));
    ++Entries;
  }
  template <class R> void addRoot(const R &Rec) {
    RootRecord Root;
    Root.Object = Rec.Object;
    Root.Kind = R::Kind;
    if constexpr (HasThread<R>::value)
      Root.ThreadSerial = Rec.ThreadSerial;
    if constexpr (HasFrame<R>::value)
      Root.Frame = Rec.Frame;
    if constexpr (R::Kind == RecordKind::RootThreadObject)
      Root.TraceSerial = Rec.TraceSerial;
    Roots.push_back(Root);
    Places.addRoot(Rec.Offset);
  }
  template <class R, class = void> struct HasThread : std::false_type {};
  template <class R>
  struct HasThread<R, std::void_t<decltype(R::ThreadSerial)>> : std::true_type {
  };
  template <class R, class = void> struct HasFrame : std::false_type {};
  template <class R>
  struct HasFrame<R, std::void_t<decltype(R::Frame)>> : std::true_type {};

  std::vector<uint64_t> Cuts;
  uint64_t NextCut = UINT64_MAX;
  uint64_t Begin = 0; ///< Start of the part.
  std::vector<Part> Parts;
  uint64_t LastClass = 0;
  ClassUse *LastUse = nullptr; ///< For LastClass; valid until Seen changes.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_IDCOLLECTOR_H
