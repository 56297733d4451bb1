//===- ContentsHeap.cpp - Graph objects for JavaHeap readers --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

std::optional<JavaObject> ContentsHeap::object(uint64_t At) const {
  if (At == NoObject)
    return std::nullopt;
  std::optional<FoundObject> O = C.object(At);
  if (!O)
    return std::nullopt;
  return JavaObject{O->Kind, O->ElementType, O->Class, O->Bytes};
}

HeapCollections::HeapCollections(const HeapContents &C)
    : G(C.graph()), Heap(C), Reader(Heap), Plans(G.classes().size()) {
  for (auto [Class, Plan] : llvm::zip(G.classes(), Plans)) {
    if (Class.isArray() || !Class.IsDumped)
      continue;
    Plan = Reader.plan(Class.Id);
    Reader.keep(Class.Id, Plan);
  }
}

std::optional<CollectionSize> hprof::collectionSize(const HeapContents &C,
                                                    Node N) {
  return C.collections().size(N);
}

bool HeapCollections::isPlanned(Node N) const {
  return N != NoNode && G.asClass(N) == NoClass && plan(G.classNumber(N)).Row;
}

std::optional<CollectionSize> HeapCollections::size(Node N,
                                                    uint64_t MaxSteps) const {
  return isPlanned(N) ? Reader.size(N, MaxSteps) : std::nullopt;
}

std::optional<CollectionEntries> HeapCollections::entries(Node N,
                                                          uint64_t Most) const {
  N = dereferenced(N);
  return isPlanned(N) ? Reader.entries(N, Most) : std::nullopt;
}

Node HeapCollections::dereferenced(Node N) const {
  constexpr StringRef Reference = "java.util.concurrent.atomic.AtomicReference";
  for (unsigned I = 0; I != 8 && N != NoNode; ++I) {
    if (G.asClass(N) != NoClass || G.classOf(N).Name != Reference)
      return N;
    N = JavaFields(Heap, N).reference({"value"});
  }
  return NoNode;
}
