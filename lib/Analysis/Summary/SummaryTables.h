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

/// Returns the number of records by kind; kinds that do not occur are omitted.
std::unique_ptr<Rows> recordCounts(const SummarizedDump &Of);
/// Returns "gzip", for example.
llvm::StringRef compressionName(Compression C);
/// Returns "likely", for example.
llvm::StringRef confidenceName(DumpProducer::Confidence C);

} // namespace hprof

#endif // LIB_ANALYSIS_SUMMARY_SUMMARYTABLES_H
