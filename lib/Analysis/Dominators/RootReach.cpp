//===- RootReach.cpp - Objects that the roots reach -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/RootReach.h"

using namespace hprof;
using namespace llvm;

Expected<RootReach> RootReach::of(const HeapGraph &G) {
  Expected<NumberSet> Made = NumberSet::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  RootReach Reach;
  Reach.Nodes = std::move(*Made);
  // Each object is pushed at most once.
  Expected<BigArray<Node>> Stack =
      BigArray<Node>::make(G.size(), G.memory(), MemoryAccess::Random);
  if (!Stack)
    return Stack.takeError();
  uint64_t Top = 0;
  auto See = [&](Node N) {
    if (Reach.Nodes.insert(N))
      (*Stack)[Top++] = N;
  };
  for (Node Root : G.rootNodes()) {
    See(Root);
    while (Top) {
      Node N = (*Stack)[--Top];
      Reach.Bytes += G.shallow(N);
      G.forEachReference(N, See);
    }
  }
  for (Node N = 0; N != G.size(); ++N)
    if (!Reach.Nodes.contains(N))
      Reach.UnreachableBytes += G.shallow(N);
  return Reach;
}
