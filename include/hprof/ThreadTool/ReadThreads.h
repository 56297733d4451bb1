//===- ReadThreads.h - Reads thread dumps from any input --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_THREADTOOL_READTHREADS_H
#define HPROF_THREADTOOL_READTHREADS_H

#include "hprof/Analysis/Threads/Answers/ThreadAnswer.h"

namespace hprof {

class HeapStore;
class ToolContext;

/// Reads the thread dumps in \p Path, or the threads in its heap dumps; with
/// --retained, adds their retained sizes.
llvm::Expected<FileThreads> readThreads(ToolContext &C, llvm::StringRef Path);

/// Adds the retained sizes of the threads in the first dump of \p File, from \p
/// S, which is the same heap dump.
llvm::Error addRetained(HeapStore &S, FileThreads &File);

/// Adds the lock owners that are only in the heap dump \p Path to \p Files.
llvm::Error addOwners(ToolContext &C, llvm::StringRef Path,
                      std::vector<FileThreads> &Files);

} // namespace hprof

#endif // HPROF_THREADTOOL_READTHREADS_H
