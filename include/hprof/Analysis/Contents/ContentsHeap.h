//===- ContentsHeap.h - A graph's objects for readers of Java ---*- C++ -*-===//
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

/// The objects of a graph, by node.
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

/// The number of elements of \p N, as it is stored; none when it is not a
/// collection, stores none, or is damaged.
std::optional<CollectionSize> collectionSize(const HeapContents &C, Node N);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_CONTENTSHEAP_H
