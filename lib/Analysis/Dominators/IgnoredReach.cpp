//===- IgnoredReach.cpp - Objects only weakly reachable -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/IgnoredReach.h"

using namespace hprof;
using namespace llvm;

Expected<IgnoredReach> IgnoredReach::of(const HeapGraph &G, uint64_t Reached,
                                        function_ref<bool(Node)> IsReached,
                                        ReferenceKinds Ignored) {
  IgnoredReach Reach;
  uint64_t Others = G.size() - Reached;
  if (!Others || Ignored.empty())
    return Reach;
  Expected<NumberSet> Made = NumberSet::make(G.size(), G.memory());
  if (!Made)
    return Made.takeError();
  NumberSet Seen = std::move(*Made);
  // Each object is pushed at most once.
  Expected<BigArray<Node>> Stack =
      BigArray<Node>::make(Others, G.memory(), MemoryAccess::Random);
  if (!Stack)
    return Stack.takeError();
  uint64_t Top = 0;
  auto See = [&](Node N) {
    if (!IsReached(N) && Seen.insert(N))
      (*Stack)[Top++] = N;
  };
  for (Node N = 0; N != G.size(); ++N) {
    uint8_t Head = G.heads()[G.types().get(N)];
    if (!Head || HeapGraph::isLength(Head) ||
        !Ignored.contains(ReferenceKind(Head)) || !IsReached(N))
      continue;
    G.forEachReference(N, See);
    while (Top) {
      Node At = (*Stack)[--Top];
      ++Reach.Objects;
      Reach.Bytes += G.shallow(At);
      G.forEachReference(At, See);
    }
  }
  return Reach;
}
