//===- ContainerTree.cpp - Containers and their threads -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContainerTree.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

ContainerTree::ContainerTree(const ThreadDump &Dump)
    : Nodes(Dump.Containers.size()) {
  const ThreadIndex Index(Dump);
  for (const auto &[I, T] : enumerate(Dump.Threads))
    (T.Container ? Nodes[*T.Container].Threads : Others).push_back(uint32_t(I));
  for (const auto &[I, C] : enumerate(Dump.Containers)) {
    Node &N = Nodes[I];
    // A parent comes before its children, so there are no cycles.
    (C.Parent && *C.Parent < I ? Nodes[*C.Parent].Children : Roots)
        .push_back(uint32_t(I));
    if (C.OwnerId)
      N.Owner = Index.find(ThreadDump::ThreadRef::byId(C.OwnerId));
    if (C.ThreadCount && *C.ThreadCount > N.Threads.size())
      N.Missing = *C.ThreadCount - N.Threads.size();
  }
}

uint64_t ContainerTree::missing() const {
  uint64_t Sum = 0;
  for (const Node &N : Nodes)
    Sum += N.Missing;
  return Sum;
}
