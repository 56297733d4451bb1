//===- HolderFinder.cpp - The holder of an object -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HolderFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;

/// Number of dominators between cached results.
static constexpr unsigned Interval = 64;

HolderPath HolderFinder::find(Node N) const {
  Found F;
  Node Child = N;
  for (unsigned Steps = 0; F[0].Holder == NoNode; ++Steps) {
    Node P = T.parent(Child);
    if (P == NoNode)
      break;
    if (Steps == Interval) {
      Found Far = findFar(Child);
      F[0] = Far[0];
      if (F[1].Holder == NoNode)
        F[1] = Far[1];
      break;
    }
    if (unsigned L = level(P); L < F.size() && F[L].Holder == NoNode)
      F[L] = {P, Child};
    Child = P;
  }
  for (const HolderPath &P : F)
    if (P.Holder != NoNode)
      return P;
  return {T.parent(N), N};
}

HolderFinder::Found HolderFinder::findFar(Node Child) const {
  /// A range of the dominators visited above Child.
  struct Part {
    Node Child;
    HolderPath First; ///< The first holder of level 1 in this range.
  };
  std::vector<Part> Parts;
  Found F;
  {
    std::shared_lock<std::shared_mutex> Lock(Mutex);
    for (unsigned Steps = 0;; ++Steps) {
      if (auto It = Known.find(Child); It != Known.end()) {
        F = It->second;
        break;
      }
      Node P = T.parent(Child);
      if (P == NoNode)
        break;
      if (Steps % Interval == 0)
        Parts.push_back({Child, {}});
      unsigned L = level(P);
      if (L == 0) {
        F[0] = {P, Child};
        break;
      }
      if (L == 1 && Parts.back().First.Holder == NoNode)
        Parts.back().First = {P, Child};
      Child = P;
    }
  }
  if (Parts.empty())
    return F;
  std::unique_lock<std::shared_mutex> Lock(Mutex);
  for (const Part &P : llvm::reverse(Parts)) {
    if (P.First.Holder != NoNode)
      F[1] = P.First;
    Known[P.Child] = F;
  }
  return F;
}
