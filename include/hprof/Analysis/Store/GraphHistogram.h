//===- GraphHistogram.h - Counts objects of a graph by class ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_GRAPHHISTOGRAM_H
#define HPROF_ANALYSIS_STORE_GRAPHHISTOGRAM_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Histogram/Histogram.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

/// The histogram of the objects of \p G that \p Wants selects, with the other
/// facts from \p Whole, a histogram of the same dump. It has no heaps: a graph
/// does not record the heap of an object.
Histogram countObjects(const Histogram &Whole, const HeapGraph &G,
                       llvm::function_ref<bool(Node)> Wants);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_GRAPHHISTOGRAM_H
