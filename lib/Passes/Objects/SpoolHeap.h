//===- SpoolHeap.h - Copies a dump to a file --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_SPOOLHEAP_H
#define HPROF_LIB_PASSES_OBJECTS_SPOOLHEAP_H

#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// Copies the dump in \p Stream to an unnamed temporary file, for a pass that
/// needs random access to the output of the previous passes. Fails if there are
/// several heap dumps; there may be none.
llvm::Expected<std::unique_ptr<HeapFile>> spoolHeap(Upstream &Stream,
                                                    llvm::StringRef TempDir);

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_SPOOLHEAP_H
