//===- InboundReferences.cpp - Who refers to an object --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/InboundReferences.h"

using namespace hprof;
using namespace llvm;

InboundReferences InboundReferences::fromColumns(Columns C) {
  assert(!C.Begins.get(0) &&
         C.Begins.get(C.Begins.size() - 1) == C.Sources.size());
  InboundReferences In;
  In.Data = std::move(C);
  return In;
}

Expected<InboundReferences> InboundReferences::compute(const HeapGraph &G,
                                                       ReferenceKinds Without) {
  return G.withWidth([&](auto Zero) -> Expected<InboundReferences> {
    using T = decltype(Zero);
    Expected<NumberArray> Begins = NumberArray::make(
        sizeof(T), G.size() + 1, G.memory(), MemoryAccess::Random);
    if (!Begins)
      return Begins.takeError();
    T *Begin = Begins->template as<T>();
    for (Node N = 0; N != G.size(); ++N)
      G.forEachReference(N, [&](Node To) { ++Begin[To]; }, Without);
    uint64_t Sum = 0;
    for (Node N = 0; N != G.size(); ++N)
      Begin[N] = T(Sum += Begin[N]);
    Begin[G.size()] = T(Sum);

    // Filled from the end, so that sources ascend.
    Expected<NumberArray> Sources =
        NumberArray::make(sizeof(T), Sum, G.memory());
    if (!Sources)
      return Sources.takeError();
    T *Source = Sources->template as<T>();
    for (Node N = G.size(); N--;)
      G.forEachReference(
          N, [&](Node To) { Source[--Begin[To]] = T(N); }, Without);
    return fromColumns({std::move(*Begins), std::move(*Sources)});
  });
}
