//===- TopGroups.cpp - The groups with the most waste ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

bool TopGroups::before(const Group &A, const Group &B) {
  return std::pair(B.Bytes, A.First.front().N) <
         std::pair(A.Bytes, B.First.front().N);
}

void TopGroups::push(Group G) {
  Heap.push_back(std::move(G));
  std::push_heap(Heap.begin(), Heap.end(), before);
  if (Heap.size() <= Most)
    return;
  std::pop_heap(Heap.begin(), Heap.end(), before);
  Heap.pop_back();
}

void TopGroups::add(uint64_t Bytes, uint64_t Count, const Members &Of,
                    ArrayPattern Pattern) {
  if (!wants(Bytes))
    return;
  push({Bytes, Count, Of.first().vec(), Pattern});
}

void TopGroups::merge(TopGroups &Other) {
  for (Group &G : Other.Heap)
    push(std::move(G));
  Other.Heap.clear();
}

std::vector<TopGroups::Group> TopGroups::take() {
  sort(Heap, before);
  return std::move(Heap);
}

LintRow TopGroups::row(const LintState &S, const Group &G, std::string What) {
  Tally T;
  for (const Member &M : G.First)
    T.add(S, M.N, M.Waste, S.G.shallow(M.N));
  LintRow R = T.row(S, std::move(What));
  // The group may have more members than were stored.
  R.Count = G.Count;
  R.Bytes = G.Bytes;
  return R;
}
