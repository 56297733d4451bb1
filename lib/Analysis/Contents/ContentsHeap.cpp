//===- ContentsHeap.cpp - A graph's objects for readers of Java -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ContentsHeap.h"

using namespace hprof;

std::optional<JavaObject> ContentsHeap::object(uint64_t At) const {
  if (At == NoObject)
    return std::nullopt;
  std::optional<FoundObject> O = C.object(At);
  if (!O)
    return std::nullopt;
  return JavaObject{O->Kind, O->ElementType, O->Class, O->Bytes};
}

std::optional<CollectionSize> hprof::collectionSize(const HeapContents &C,
                                                    Node N) {
  ContentsHeap Heap(C);
  return CollectionReader(Heap).size(N);
}
