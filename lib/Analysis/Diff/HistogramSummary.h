//===- HistogramSummary.h - Reads histograms in JSON ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A histogram as hprof-histo --format=json writes it is enough to compare a
/// heap with, and thousands of times smaller than the dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_DIFF_HISTOGRAMSUMMARY_H
#define HPROF_LIB_ANALYSIS_DIFF_HISTOGRAMSUMMARY_H

#include "hprof/Analysis/Diff/HeapCounts.h"

namespace hprof {

/// Reads the summary \p Text, which describes one input and all of its rows.
/// Rows that can be grouped by \p By are. Errors do not name the input.
llvm::Expected<HeapCounts> parseSummary(llvm::StringRef Text, GroupBy By);

/// What the summary \p Text counts by; none if that cannot be said.
std::optional<SummaryGroup> groupOfText(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_DIFF_HISTOGRAMSUMMARY_H
