//===- ReadThreads.h - Reads thread dumps of any input ----------*- C++ -*-===//
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

/// Reads the thread dumps of \p Path, or the threads of its heap dumps; with
/// --retained, adds what those keep alive.
llvm::Expected<FileThreads> readThreads(ToolContext &C, llvm::StringRef Path);

/// Adds what the threads of the first dump of \p File keep alive in \p S, the
/// same heap dump.
llvm::Error addRetained(HeapStore &S, FileThreads &File);

/// Adds to \p Files the owners of locks that only the heap dump \p Path states.
llvm::Error addOwners(ToolContext &C, llvm::StringRef Path,
                      std::vector<FileThreads> &Files);

} // namespace hprof

#endif // HPROF_THREADTOOL_READTHREADS_H
