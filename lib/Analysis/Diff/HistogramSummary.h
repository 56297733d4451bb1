//===- HistogramSummary.h - Reads histograms in JSON ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The JSON output of hprof-histo suffices to compare heaps, and is thousands
/// of times smaller than the dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DIFF_HISTOGRAMSUMMARY_H
#define HPROF_LIB_ANALYSIS_DIFF_HISTOGRAMSUMMARY_H

#include "hprof/Analysis/Diff/HeapCounts.h"

namespace hprof {

/// Reads the summary \p Text, which describes one input and all of its rows.
/// Groups rows by \p By if possible. Errors do not include the input's name.
llvm::Expected<HeapCounts> parseSummary(llvm::StringRef Text, GroupBy By);

/// Returns the grouping of the summary \p Text; none if it cannot be
/// determined.
std::optional<SummaryGroup> groupOfText(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_HISTOGRAMSUMMARY_H
