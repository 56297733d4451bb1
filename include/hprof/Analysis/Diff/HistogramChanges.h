//===- HistogramChanges.h - Histograms side by side -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_HISTOGRAMCHANGES_H
#define HPROF_ANALYSIS_DIFF_HISTOGRAMCHANGES_H

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "hprof/Analysis/Histogram/HistogramAnswer.h"

namespace hprof {

/// The histogram rows of several dumps, joined by name, with the numbers from
/// each dump. Sorted by the change from the first dump to the last.
class HistogramChanges final : public Answer {
public:
  HistogramChanges(std::vector<CountedFile> Heaps, HistogramRequest Request);

  static const AnswerInfo &kind();

  const ChangeTable &table() const { return Table; }

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<CountedFile> Heaps;
  HistogramRequest Request;
  ChangeTable Table;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_HISTOGRAMCHANGES_H
