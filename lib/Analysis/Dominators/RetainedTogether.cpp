//===- RetainedTogether.cpp - Joint retained size -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace hprof;
using namespace llvm;

uint64_t DominatorTree::retainedTogether(ArrayRef<Node> Nodes) const {
  if (Nodes.size() == 1)
    return retained(Nodes.front());
  DenseSet<Node> Members(Nodes.begin(), Nodes.end());
  DenseMap<Node, bool> IsBelow; // For visited nodes: whether below a member.
  std::vector<Node> Path;
  uint64_t Sum = 0;
  for (Node N : Members) {
    bool Below = false;
    Path.clear();
    for (Node P = parent(N); P != NoNode; P = parent(P)) {
      auto It = IsBelow.find(P);
      Below = Members.contains(P) || (It != IsBelow.end() && It->second);
      if (Below || It != IsBelow.end())
        break;
      Path.push_back(P);
    }
    for (Node P : Path)
      IsBelow[P] = Below;
    Sum += Below ? 0 : retained(N);
  }
  return Sum;
}
