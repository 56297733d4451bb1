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
    InboundReferences In;
    In.Begins = std::move(*Begins);
    In.Sources = std::move(*Sources);
    if (G.isFetching()) {
      In.Begins.fetchEntries();
      In.Sources.fetchEntries();
    }
    return In;
  });
}
