//===- Below.cpp - Objects dominated by given objects ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/Heap/Below.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

Expected<Below> Below::of(HeapStore &Heap, ArrayRef<uint64_t> Ids) {
  Expected<const DominatorTree *> Tree = Heap.dominators();
  if (!Tree)
    return Tree.takeError();
  Below Is(**Tree);
  if (Ids.empty())
    return Is;
  const HeapGraph &G = Heap.graph();
  Is.Known.resize(G.size());
  for (uint64_t Id : Ids) {
    const Node N = G.find(Id);
    if (N == NoNode)
      return createFileError(
          Heap.name(),
          createStringError("no object has the id 0x" + Twine::utohexstr(Id)));
    if (!(*Tree)->isReachable(N))
      return createFileError(
          Heap.name(), createStringError("object 0x" + Twine::utohexstr(Id) +
                                         " is unreachable"));
    if (Is.Known[N] == Unknown)
      Is.Tops.push_back(N);
    Is.Known[N] = Inside;
  }
  llvm::erase_if(Is.Tops, [&](Node N) {
    const Node Above = (*Tree)->parent(N);
    return Above != NoNode && Is.contains(Above);
  });
  return Is;
}

bool Below::contains(Node N) {
  if (Known.empty())
    return Tree->isReachable(N);
  Way.clear();
  uint8_t Found = Unknown;
  for (Node At = N; Found == Unknown; At = Tree->parent(At)) {
    if (At == NoNode) {
      Found = Outside;
      break;
    }
    Found = Known[At];
    Way.push_back(At);
  }
  for (Node At : Way)
    Known[At] = Found;
  return Found == Inside;
}
