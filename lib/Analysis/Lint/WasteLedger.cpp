//===- WasteLedger.cpp - Counts each wasted byte once ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WasteLedger.h"
#include "ClosestAbove.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

Expected<WasteLedger> WasteLedger::make(const HeapGraph &G) {
  WasteLedger L;
  Expected<BigArray<uint64_t>> Made =
      BigArray<uint64_t>::make(G.size(), G.memory(), MemoryAccess::Random);
  if (!Made)
    return Made.takeError();
  L.Claimed = std::move(*Made);
  return L;
}

Expected<std::vector<uint64_t>> WasteLedger::takeRest(const HeapGraph &G,
                                                      const DominatorTree &T,
                                                      ArrayRef<Node> Roots) {
  std::vector<uint64_t> Rest;
  if (Roots.empty())
    return Rest;
  Expected<ClosestAbove> Closest = ClosestAbove::make(G, T, Roots);
  if (!Closest)
    return Closest.takeError();
  for (Node Root : Roots)
    Rest.push_back(T.retained(Root));
  auto Take = [&](std::optional<size_t> From, uint64_t Bytes) {
    if (From)
      Rest[*From] -= std::min(Rest[*From], Bytes);
  };
  for (Node Root : Roots)
    if (Node Above = T.parent(Root); Above != NoNode)
      Take(Closest->find(Above), T.retained(Root));
  for (Node N = 0; N != Claimed.size(); ++N)
    if (Claimed[N])
      Take(Closest->find(N), Claimed[N]);
  for (auto [Root, Bytes] : zip(Roots, Rest))
    claim(Root, Bytes);
  return Rest;
}
