//===- ComparedFiles.h - Inputs of a comparison as records ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DIFF_ANSWERS_COMPAREDFILES_H
#define HPROF_LIB_ANALYSIS_DIFF_ANSWERS_COMPAREDFILES_H

#include "hprof/Analysis/Diff/HeapCounts.h"
#include "hprof/Answer/Answer.h"

namespace hprof {

const TableInfo &comparedFileTable();
std::unique_ptr<Rows> comparedFiles(llvm::ArrayRef<HeapCounts> Inputs,
                                    bool AreHeaps);
/// "before: heap.hprof, 2026-11-20 10:00:00.000 UTC"
Prose comparedFile(llvm::ArrayRef<HeapCounts> Inputs, size_t Input);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_ANSWERS_COMPAREDFILES_H
