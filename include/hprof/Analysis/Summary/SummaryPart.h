//===- SummaryPart.h - The summary of a dump, for output --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_SUMMARY_SUMMARYPART_H
#define HPROF_ANALYSIS_SUMMARY_SUMMARYPART_H

#include "hprof/Analysis/Summary/DumpSummary.h"
#include "hprof/Answer/AnswerPart.h"

namespace hprof {

/// A summary, its context and its file; not owned.
struct SummarizedDump {
  const DumpSummary &Summary;
  const DumpContext &Context;
  const HeapFile &File;
  /// Whether the input was found to be truncated when it was converted or
  /// copied.
  bool FileIsCut;
  /// Number of the heap dump if the input has several dumps; 0 otherwise.
  unsigned Number;

  bool isCut() const;
  /// Returns the minimum number of bytes that a truncated input lacks, if
  /// known: the rest of the last record or of its header and, after segments,
  /// the HEAP DUMP END.
  std::optional<uint64_t> missingBytes() const;
  /// Whether the input is truncated, although the records converted from it are
  /// complete.
  bool isCutInConversion() const;
};

/// The attribute "summary"; in text output, named values and a table of
/// records.
class SummaryPart final : public AnswerPart {
public:
  explicit SummaryPart(SummarizedDump Is) : Is(Is) {}

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

private:
  const SummarizedDump Is;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_SUMMARY_SUMMARYPART_H
