//===- HeapCounter.h - Counts the objects of a walk -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_HISTOGRAM_HEAPCOUNTER_H
#define HPROF_LIB_ANALYSIS_HISTOGRAM_HEAPCOUNTER_H

#include "hprof/Format/DumpContext.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Layout/ObjectCounts.h"
#include <functional>
#include <memory>

namespace hprof {

/// A heap of an Android dump, or the only heap of others.
struct CountedHeap {
  uint32_t Id = 0;
  uint64_t NameId = 0; ///< String id, 0 for none.
  ObjectCounts Counts;
};

/// The statically dispatched visitor behind a histogram. Each thread has one;
/// merge() joins them in file order.
class HeapCounter : public HeapVisitor {
public:
  /// With \p Classes, CLASS DUMPs are told to it as they come; without, their
  /// offsets are kept for a mapped input to be read again.
  explicit HeapCounter(DumpContext::Builder *Classes = nullptr);

  using HeapVisitor::visit;
  void beginFrame(const Frame &F) {
    if (Classes)
      Classes->beginFrame(F);
  }
  void endFrame(const Frame &, uint64_t Length) {
    if (OnBytes)
      OnBytes(Length);
  }
  void visit(const InstanceDump &R) {
    Counts->instance(R.Class);
    Neighbours.instance(R.Object);
  }
  void visit(const ObjectArrayDump &R) {
    Counts->objectArray(R.Class, R.Length);
    Neighbours.array(R.Object, BasicType::Object, R.Length);
  }
  void visit(const PrimitiveArrayDump &R) {
    Counts->primitiveArray(R.ElementType, R.Length);
    Neighbours.array(R.Object, R.ElementType, R.Length);
  }
  void visit(const PrimitiveArrayNoData &R) {
    Counts->primitiveArray(R.ElementType, R.Length);
    Neighbours.array(R.Object, R.ElementType, R.Length);
  }
  void visit(const ClassDump &R);
  void visit(const RootThreadObject &R) {
    if (Classes)
      Classes->visit(R);
  }
  void visit(const HeapDumpInfo &R);

  void merge(const HeapCounter &Other);

  const LayoutEvidence &evidence() const { return Neighbours; }
  llvm::ArrayRef<std::unique_ptr<CountedHeap>> heaps() const { return Heaps; }
  llvm::ArrayRef<uint64_t> classDumps() const { return ClassDumps; }

  /// Told of the bytes of each heap dump record that was walked.
  std::function<void(uint64_t)> OnBytes;

private:
  CountedHeap &heap(uint32_t Id, uint64_t NameId);

  DumpContext::Builder *Classes;
  ObjectCounts *Counts = nullptr; ///< Of the current heap.
  LayoutEvidence Neighbours;
  std::vector<std::unique_ptr<CountedHeap>> Heaps;
  std::vector<uint64_t> ClassDumps;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_HISTOGRAM_HEAPCOUNTER_H
