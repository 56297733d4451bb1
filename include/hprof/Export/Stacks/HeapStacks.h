//===- HeapStacks.h - Heap dominators as stacks -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_EXPORT_STACKS_HEAPSTACKS_H
#define HPROF_EXPORT_STACKS_HEAPSTACKS_H

#include "hprof/Analysis/Stacks/WeightedStacks.h"
#include "llvm/Support/Error.h"

namespace hprof {

class HeapStore;

/// Objects of a heap by the classes that dominate them, as in hprof-dominators
/// --tree --group: a stack is a path from the top of the tree, and its bytes
/// are the shallow sizes of the objects there, so that a frame and everything
/// above it add up to the retained size of its objects. \p Ids, if not empty,
/// limits the output to objects that the objects with these ids dominate.
llvm::Expected<WeightedStacks> stacksOf(HeapStore &Heap,
                                        llvm::ArrayRef<uint64_t> Ids);

/// Adds the signatures of the leak suspects of \p Heap.
llvm::Error addLeakSignatures(WeightedStacks &To, HeapStore &Heap);

} // namespace hprof

#endif // HPROF_EXPORT_STACKS_HEAPSTACKS_H
