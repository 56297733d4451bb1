//===- ThreadGroups.h - Threads with the same stack -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_THREADGROUPS_H
#define TOOLS_HPROF_DUMP_THREADGROUPS_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace hprof {

class DumpContext;
struct JavaThread;

/// Threads whose stacks have the same methods and lines, whatever the frame
/// ids: their positions, ascending.
using ThreadGroup = std::vector<size_t>;

/// Groups all \p Threads: largest groups first, equal ones by first thread.
std::vector<ThreadGroup> groupByStack(const DumpContext &Context,
                                      llvm::ArrayRef<JavaThread> Threads);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_THREADGROUPS_H
