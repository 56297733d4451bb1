//===- HeapCounter.h - Counts the objects of a walk -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_HISTOGRAM_HEAPCOUNTER_H
#define HPROF_LIB_ANALYSIS_HISTOGRAM_HEAPCOUNTER_H

#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Layout/ObjectCounts.h"
#include "hprof/Layout/StackCounts.h"
#include <functional>
#include <memory>

namespace hprof {

/// A heap in an Android dump, or the only heap in other dumps.
struct CountedHeap {
  uint32_t Id = 0;
  uint64_t NameId = 0; ///< String id, 0 for none.
  ObjectCounts Counts;
  StackCounts Stacks;
};

/// Statically dispatched visitor that counts objects for a histogram. Each
/// thread has its own; merge() combines them in file order.
class HeapCounter : public HeapVisitor {
public:
  /// \p Context contains the classes read so far.
  explicit HeapCounter(const DumpContext &Context);

  using HeapVisitor::visit;
  void beginFrame(const Frame &) {
    IdBase = Context->header().Origin.IdBase;
    Neighbours.setBase(IdBase);
  }
  void visit(const InstanceDump &R) {
    if (LLVM_UNLIKELY(Heap->Counts.instance(
            R.Class, FlattenedEvidence::isCandidate(R.Object - IdBase))))
      Heap->Stacks.meet(R.Class, *Context);
    Heap->Stacks.instance(R.Class, R.Values.Bytes);
    Neighbours.instance(R.Object, R.Class);
  }
  void visit(const ObjectArrayDump &R) {
    Heap->Counts.objectArray(R.Class, R.Length);
    Neighbours.array(R.Object, BasicType::Object, R.Length, R.Class);
  }
  void visit(const PrimitiveArrayDump &R) {
    Heap->Counts.primitiveArray(R.ElementType, R.Length);
    Neighbours.array(R.Object, R.ElementType, R.Length);
  }
  void visit(const PrimitiveArrayNoData &R) {
    Heap->Counts.primitiveArray(R.ElementType, R.Length);
    Neighbours.array(R.Object, R.ElementType, R.Length);
  }
  void visit(const ClassDump &R) {
    Heap->Counts.classObject();
    Neighbours.classObject(R.Class); // As in the graph, for the same layout.
  }
  void visit(const HeapDumpInfo &R);

  void merge(const HeapCounter &Other);

  const LayoutEvidence &evidence() const { return Neighbours; }
  llvm::ArrayRef<std::unique_ptr<CountedHeap>> heaps() const { return Heaps; }

private:
  CountedHeap &heap(uint32_t Id, uint64_t NameId);

  const DumpContext *Context;
  CountedHeap *Heap = nullptr; ///< The current heap.
  uint64_t IdBase = 0;         ///< Ids are addresses plus this.
  LayoutEvidence Neighbours;
  std::vector<std::unique_ptr<CountedHeap>> Heaps;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_HISTOGRAM_HEAPCOUNTER_H
