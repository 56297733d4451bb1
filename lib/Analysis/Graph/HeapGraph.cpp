//===- HeapGraph.cpp - Objects, references and roots of a dump ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "GraphBuilder.h"
#include "hprof/Layout/StackChunks.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Expected<HeapGraph> HeapGraph::build(HeapFile &File,
                                     const GraphOptions &Options) {
  return GraphBuilder(Options).build(File);
}

HeapGraph HeapGraph::fromColumns(Columns C,
                                 std::shared_ptr<MemoryBudget> Memory) {
  assert(C.ClassClass < C.Classes.size());
  assert(C.Types.size() == C.Ids.size() + C.MadeUp.size());
  assert(C.Starts.size() == C.Types.size());
  assert(C.Entries.width() == C.Starts.width());
  HeapGraph G;
  G.Data = std::move(C);
  G.Memory = std::move(Memory);
  G.deriveTypes();
  return G;
}

void HeapGraph::deriveTypes() {
  Heads.assign(2 * Data.Classes.size(), 0);
  ClassNodes.assign(2 * Data.Classes.size(),
                    Data.Classes[Data.ClassClass].Object);
  FixedBytes.assign(2 * Data.Classes.size(), 0);
  for (auto [I, C] : enumerate(Data.Classes)) {
    ClassNodes[I] = C.Object;
    FixedBytes[I] = C.hasLengths() ? 0 : C.InstanceBytes;
    FixedBytes[Data.Classes.size() + I] = C.MirrorBytes;
    Heads[I] = C.isArray()   ? ArrayHead
               : C.HasStacks ? StackHead
                             : uint8_t(C.Kind);
  }
}

uint64_t HeapGraph::arrayLength(Node N) const {
  if (Heads[Data.Types.get(N)] != ArrayHead)
    return 0;
  return withWidth([&](auto Zero) -> uint64_t {
    using T = decltype(Zero);
    T Length = Entry<T>::value(T(Data.Entries.get(Data.Starts.get(N))));
    if (Length == Entry<T>::Null)
      return Data.LongArrays.lookup(N);
    return Length;
  });
}

uint64_t HeapGraph::stackLength(Node N) const {
  if (Heads[Data.Types.get(N)] != StackHead)
    return 0;
  return withWidth([&](auto Zero) -> uint64_t {
    using T = decltype(Zero);
    return Entry<T>::value(T(Data.Entries.get(Data.Starts.get(N))));
  });
}

uint64_t HeapGraph::shallowByLength(Node N) const {
  uint64_t T = Data.Types.get(N);
  if (T >= Data.Classes.size())
    return 0;
  const GraphClass &C = Data.Classes[T];
  if (C.FlatElement)
    return Data.Layout.flatArrayBytes(C.FlatElement, arrayLength(N));
  if (C.Element)
    return Data.Layout.arrayBytes(*C.Element, arrayLength(N));
  return C.HasStacks
             ? stackChunkBytes(Data.Layout, C.InstanceBytes, stackLength(N))
             : C.InstanceBytes;
}

std::string HeapGraph::describe(Node N) const {
  if (ClassNumber C = asClass(N); C != NoClass)
    return "class " + Data.Classes[C].Name;
  return classOf(N).Name;
}
