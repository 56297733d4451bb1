//===- OpenHeap.h - Opens the inputs of tools on heaps ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_GRAPHTOOL_OPENHEAP_H
#define HPROF_GRAPHTOOL_OPENHEAP_H

#include "hprof/Analysis/Heap/HeapFile.h"

namespace hprof {

class ToolContext;

/// Returns options with the number of threads and the temporary directory of \p
/// C. Copies are reported with -v, javacores in notes, and damage is not
/// reported. \p C must outlive the options.
HeapFileOptions heapFileOptions(ToolContext &C, HeapAccess Access);

} // namespace hprof

#endif // HPROF_GRAPHTOOL_OPENHEAP_H
