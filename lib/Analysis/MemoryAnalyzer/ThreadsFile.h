//===- ThreadsFile.h - The stacks of threads --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_THREADSFILE_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_THREADSFILE_H

#include "hprof/Analysis/Graph/HeapGraph.h"

namespace hprof {
class DumpContext;
} // namespace hprof

namespace hprof::memoryanalyzer {

/// Writes, as text, the stack and local variables of each thread that has an
/// object. Writes nothing if the dump contains no stacks.
void writeThreadStacks(const HeapGraph &G, const DumpContext &Context,
                       llvm::raw_ostream &OS);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_THREADSFILE_H
