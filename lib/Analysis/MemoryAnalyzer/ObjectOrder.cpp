//===- ObjectOrder.cpp - The numbers of objects in index files ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

/// Returns the first object in the dump whose id is greater than \p Id.
static Node firstAbove(const HeapGraph &G, uint64_t Id) {
  Node Low = 0, High = G.dumpedSize();
  while (Low != High) {
    const Node Middle = Low + (High - Low) / 2;
    if (G.id(Middle) > Id)
      High = Middle;
    else
      Low = Middle + 1;
  }
  return Low;
}

Expected<ObjectOrder> ObjectOrder::make(const HeapGraph &G,
                                        const DominatorTree &T) {
  if (T.reachable() >= INT32_MAX)
    return createStringError(
        Twine(T.reachable()) +
        " reachable objects, but Memory Analyzer supports at most " +
        Twine(INT32_MAX - 1));
  ObjectOrder O;
  O.Dumped = G.dumpedSize();
  if (O.Dumped && G.id(O.Dumped - 1) > uint64_t(INT64_MAX))
    return createStringError(
        "object 0x" + utohexstr(G.id(O.Dumped - 1), /*LowerCase=*/true) +
        ": Memory Analyzer does not support ids of 2^63 or more");
  Expected<BigArray<uint32_t>> Made =
      BigArray<uint32_t>::make(G.size(), G.memory(), MemoryAccess::Random);
  if (!Made)
    return Made.takeError();
  O.Numbers = std::move(*Made);
  std::vector<Node> ByIds;
  for (Node N = O.Dumped; N != G.size(); ++N)
    ByIds.push_back(N);
  sort(ByIds, [&](Node A, Node B) { return G.id(A) < G.id(B); });
  for (Node N : ByIds)
    O.MadeUp.push_back({firstAbove(G, G.id(N)), N});

  for (Node N = 0; N != G.size(); ++N)
    O.Numbers[N] = T.isReachable(N) ? 0 : None;
  O.forEach([&](Node N) { O.Numbers[N] = O.Count++; });
  return O;
}
