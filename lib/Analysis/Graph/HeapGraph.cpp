//===- HeapGraph.cpp - Objects, references and roots of a dump ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "GraphBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Expected<HeapGraph> HeapGraph::build(Source &In, const GraphOptions &Options) {
  return GraphBuilder(Options).build(In);
}

void HeapGraph::deriveTypes() {
  Heads.assign(2 * Classes.size(), 0);
  ClassNodes.assign(2 * Classes.size(), Classes[ClassClass].Object);
  for (auto [I, C] : enumerate(Classes)) {
    ClassNodes[I] = C.Object;
    Heads[I] = C.isArray() ? ArrayHead : uint8_t(C.Kind);
  }
}

uint64_t HeapGraph::arrayLength(Node N) const {
  if (Heads[Types.get(N)] != ArrayHead)
    return 0;
  return withWidth([&](auto Zero) -> uint64_t {
    using T = decltype(Zero);
    T Length = Entry<T>::value(T(Entries.get(Starts.get(N))));
    if (Length == Entry<T>::Null)
      return LongArrays.lookup(N);
    return Length;
  });
}

void HeapGraph::fetchEachReference(Node N, function_ref<void(Node)> F,
                                   ReferenceKinds Without) const {
  withWidth([&](auto Zero) {
    using T = decltype(Zero);
    uint64_t Type = Types.get(N);
    if (Node C = ClassNodes[Type]; C != NoNode)
      F(C);
    T At = T(Starts.get(N));
    if (At == Entry<T>::None)
      return;
    uint8_t Head = Heads[Type];
    for (bool IsHead = Head;; IsHead = false, ++At) {
      T E = T(Entries.get(At));
      bool IsLeftOut = IsHead && (Head == ArrayHead ||
                                  Without.contains(ReferenceKind(Head)) ||
                                  Entry<T>::value(E) == Entry<T>::Null);
      if (!IsLeftOut)
        F(Node(Entry<T>::value(E)));
      if (Entry<T>::isLast(E))
        return;
    }
  });
}

uint64_t HeapGraph::shallow(Node N) const {
  uint64_t T = Types.get(N);
  if (T >= Classes.size())
    return Classes[T - Classes.size()].MirrorBytes;
  const GraphClass &C = Classes[T];
  return C.Element ? Layout.arrayBytes(*C.Element, arrayLength(N))
                   : C.InstanceBytes;
}

std::string HeapGraph::describe(Node N) const {
  if (ClassNumber C = asClass(N); C != NoClass)
    return "class " + Classes[C].Name;
  return classOf(N).Name;
}
