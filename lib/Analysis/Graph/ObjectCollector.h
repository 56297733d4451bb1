//===- ObjectCollector.h - First walk: which objects there are --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_OBJECTCOLLECTOR_H
#define HPROF_LIB_ANALYSIS_GRAPH_OBJECTCOLLECTOR_H

#include "hprof/Analysis/Graph/NodeIds.h"
#include "hprof/Analysis/Graph/ObjectLocator.h"
#include "hprof/Analysis/LayoutEvidence.h"
#include "hprof/Analysis/ObjectCounts.h"
#include "hprof/Format/Hprof/RecordVisitor.h"
#include <bitset>

namespace hprof {

/// A root as its record states it.
struct RootRecord {
  uint64_t Object = 0;
  RecordKind Kind = RecordKind::RootUnknown;
  uint32_t ThreadSerial = 0;
  int32_t Frame = -1;
  uint32_t TraceSerial = 0;
};

/// Collects the ids of all objects, roots, where classes are described, and
/// the evidence of the layout. Each thread has one; merge() joins them in file
/// order.
class ObjectCollector : public HeapVisitor {
public:
  ObjectCollector(unsigned Shift, unsigned IdSize)
      : Ids(Shift), IdSize(IdSize) {}

  void visit(const InstanceDump &R) {
    Ids.insert(R.Object);
    Places.add(R.Object, R.Offset);
    Neighbours.instance(R.Object);
    addClass(R.Class, SeenInstance);
    Entries += R.Values.Size / IdSize + 1;
  }
  void visit(const ObjectArrayDump &R) {
    Ids.insert(R.Object);
    Places.add(R.Object, R.Offset);
    Neighbours.array(R.Object, BasicType::Object, R.Length);
    addClass(R.Class, SeenArray);
    Entries += uint64_t(R.Length) + 1;
  }
  void visit(const PrimitiveArrayDump &R) { primitive(R); }
  void visit(const PrimitiveArrayNoData &R) { primitive(R); }
  void visit(const ClassDump &R) {
    Ids.insert(R.Class);
    Places.add(R.Class, R.Offset);
    Places.addClassDump(R.Offset);
    Neighbours.instance(R.Class);
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

  void merge(ObjectCollector &Other);

  static constexpr uint8_t SeenInstance = 1;
  static constexpr uint8_t SeenArray = 2;

  NodeIds::Builder Ids;
  LayoutEvidence Neighbours;
  std::vector<RootRecord> Roots;
  ObjectLocator::Builder Places;
  ClassTable<uint8_t> Seen;    ///< Classes: SeenInstance, SeenArray or both.
  std::bitset<256> Primitives; ///< Element types of arrays.
  uint64_t Entries = 0;        ///< At most so many are needed.
  std::function<void(uint64_t)> OnBytes;

private:
  template <class R> void primitive(const R &Rec) {
    Ids.insert(Rec.Object);
    Places.add(Rec.Object, Rec.Offset);
    Neighbours.array(Rec.Object, Rec.ElementType, Rec.Length);
    Primitives.set(uint8_t(Rec.ElementType));
    ++Entries;
  }
  void addClass(uint64_t Class, uint8_t How) {
    if (LLVM_LIKELY(Class == LastClass && How == LastHow))
      return;
    LastHow = How;
    LastClass = Class;
    Seen[Class] |= How;
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
  }
  template <class R, class = void> struct HasThread : std::false_type {};
  template <class R>
  struct HasThread<R, std::void_t<decltype(R::ThreadSerial)>> : std::true_type {
  };
  template <class R, class = void> struct HasFrame : std::false_type {};
  template <class R>
  struct HasFrame<R, std::void_t<decltype(R::Frame)>> : std::true_type {};

  unsigned IdSize;
  uint64_t LastClass = 0;
  uint8_t LastHow = 0;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_OBJECTCOLLECTOR_H
