//===- HeapTrendTable.h - The heap over time, for output --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_HEAPTRENDTABLE_H
#define HPROF_ANALYSIS_STACKS_HEAPTRENDTABLE_H

#include "hprof/Analysis/Stacks/HeapTrend.h"
#include "hprof/Answer/TypedTable.h"

namespace hprof {

class Presenter;

const Table<HeapTrend, NothingAsked> &heapTrendTable();

/// Writes the periods of \p Of, and its growth.
void presentHeapTrend(const HeapTrend &Of, Presenter &To);

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_HEAPTRENDTABLE_H
