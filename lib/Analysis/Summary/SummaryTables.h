//===- SummaryTables.h - Tables of a summary --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_SUMMARY_SUMMARYTABLES_H
#define LIB_ANALYSIS_SUMMARY_SUMMARYTABLES_H

#include "hprof/Analysis/Summary/SummaryPart.h"
#include "hprof/Format/Stream/Compression.h"

namespace hprof {

/// Number of records by kind, without kinds that do not occur.
std::unique_ptr<Rows> recordCounts(const SummarizedDump &Of);
/// "gzip"
llvm::StringRef compressionName(Compression C);
/// "likely"
llvm::StringRef confidenceName(DumpProducer::Confidence C);

} // namespace hprof

#endif // LIB_ANALYSIS_SUMMARY_SUMMARYTABLES_H
