//===- CollapsedStacks.h - Stacks on one line each --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_THREADS_COLLAPSEDSTACKS_H
#define HPROF_ANALYSIS_THREADS_COLLAPSEDSTACKS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace hprof {

struct ThreadDump;
class ThreadFilter;

/// A stack in the format of flame-graph tools, outermost frame first:
/// "a.B.c;d.E.f".
struct CollapsedStack {
  std::string Text;
  uint64_t Threads = 0;
};

/// Returns the stacks of the threads in \p Dumps that \p Filter selects,
/// without the innermost \p Ignore frames of each; empty stacks are omitted.
std::vector<CollapsedStack>
collapseStacks(llvm::ArrayRef<const ThreadDump *> Dumps,
               const ThreadFilter &Filter, uint64_t Ignore);

} // namespace hprof

#endif // HPROF_ANALYSIS_THREADS_COLLAPSEDSTACKS_H
