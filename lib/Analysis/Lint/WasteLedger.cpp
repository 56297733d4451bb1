//===- WasteLedger.cpp - Counts each wasted byte once ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WasteLedger.h"
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

namespace {

/// Finds the closest of some objects above others.
class ClosestRoots {
public:
  static constexpr uint32_t None = 1; ///< Others are positions and 2.

  ClosestRoots(const DominatorTree &T, BigArray<uint32_t> Known)
      : T(T), Known(std::move(Known)) {}
  void add(Node Root, size_t Position) { Known[Root] = uint32_t(Position) + 2; }
  /// \p N itself may be one. What was found is kept on the way.
  uint32_t find(Node N) {
    Node End = N;
    while (End != NoNode && !Known[End])
      End = T.parent(End);
    uint32_t Found = End == NoNode ? None : Known[End];
    for (Node At = N; At != End; At = T.parent(At))
      Known[At] = Found;
    return Found;
  }

private:
  const DominatorTree &T;
  BigArray<uint32_t> Known; ///< 0 for those that nobody asked about.
};

} // namespace

Expected<std::vector<uint64_t>> WasteLedger::takeRest(const HeapGraph &G,
                                                      const DominatorTree &T,
                                                      ArrayRef<Node> Roots) {
  std::vector<uint64_t> Rest;
  if (Roots.empty())
    return Rest;
  Expected<BigArray<uint32_t>> Known =
      BigArray<uint32_t>::make(G.size(), G.memory(), MemoryAccess::Random);
  if (!Known)
    return Known.takeError();
  ClosestRoots Closest(T, std::move(*Known));
  for (auto [I, Root] : enumerate(Roots)) {
    Closest.add(Root, I);
    Rest.push_back(T.retained(Root));
  }
  auto Take = [&](uint32_t From, uint64_t Bytes) {
    if (From != ClosestRoots::None)
      Rest[From - 2] -= std::min(Rest[From - 2], Bytes);
  };
  for (Node Root : Roots)
    if (Node Above = T.parent(Root); Above != NoNode)
      Take(Closest.find(Above), T.retained(Root));
  for (Node N = 0; N != Claimed.size(); ++N)
    if (Claimed[N])
      Take(Closest.find(N), Claimed[N]);
  for (auto [Root, Bytes] : zip(Roots, Rest))
    claim(Root, Bytes);
  return Rest;
}
