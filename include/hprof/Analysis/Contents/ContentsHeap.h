//===- ContentsHeap.h - Graph objects for JavaHeap readers ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_CONTENTSHEAP_H
#define HPROF_ANALYSIS_CONTENTS_CONTENTSHEAP_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Java/JavaCollections.h"

namespace hprof {

static_assert(NoNode == NoObject, "nodes are places");

/// Presents the objects of a graph, identified by node.
class ContentsHeap final : public JavaHeap {
public:
  explicit ContentsHeap(const HeapContents &C) : C(C) {}

  const DumpContext &context() const override { return C.context(); }
  uint64_t size() const override { return C.graph().size(); }
  uint64_t find(uint64_t Id) const override { return C.find(Id); }
  std::optional<JavaObject> object(uint64_t At) const override;
  uint64_t arrayLength(uint64_t At) const override {
    return At == NoObject ? 0 : C.graph().arrayLength(At);
  }

private:
  const HeapContents &C;
};

/// The collections of a graph. Several threads can use this at once.
class HeapCollections {
public:
  explicit HeapCollections(const HeapContents &C);

  /// Returns the plan for reading the instances of \p C.
  const CollectionPlan &plan(ClassNumber C) const { return Plans[C]; }
  const CollectionReader &reader() const { return Reader; }

  /// Returns the number of elements of \p N according to CollectionReader.
  std::optional<CollectionSize> size(Node N,
                                     uint64_t MaxSteps = UINT64_MAX) const;
  /// Returns up to \p Most entries of \p N or the referent of an
  /// AtomicReference.
  std::optional<CollectionEntries> entries(Node N, uint64_t Most) const;
  /// Returns the referent of \p N if it is an AtomicReference, otherwise \p N.
  Node dereferenced(Node N) const;

private:
  /// Whether the class of \p N has a plan.
  bool isPlanned(Node N) const;

  const HeapGraph &G;
  const ContentsHeap Heap;
  CollectionReader Reader;
  std::vector<CollectionPlan> Plans;
};

/// Number of elements of \p N; nullopt if \p N is damaged or not a collection.
std::optional<CollectionSize> collectionSize(const HeapContents &C, Node N);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_CONTENTSHEAP_H
