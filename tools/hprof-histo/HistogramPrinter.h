//===- HistogramPrinter.h - Prints histograms -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_HISTO_HISTOGRAMPRINTER_H
#define TOOLS_HPROF_HISTO_HISTOGRAMPRINTER_H

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "hprof/Analysis/Store/GraphHistogram.h"
#include "hprof/Analysis/Store/HeapHistogram.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Tool/Escape.h"
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class Reporter;

/// A histogram and its file.
struct FileHistogram {
  HeapHistogram Heap; ///< With --unreachable, of unreachable objects only.
  uint64_t AllObjects = 0, AllBytes = 0;
  std::optional<RetainedRows> Retained; ///< With --retained.
};

struct HistogramView {
  HistogramGroup By = HistogramGroup::Class;
  HistogramColumn Sort = HistogramColumn::Shallow;
  std::optional<ClassPattern> Filter; ///< Applied to names of rows.
  bool Several = false;     ///< Several files were given: merge rows by name.
  bool Columns = false;     ///< Columns per file; needs Several.
  bool Retained = false;    ///< Show retained sizes.
  bool Unreachable = false; ///< Count unreachable objects only.
  uint64_t Top = UINT64_MAX;
  EscapeMode Escape = EscapeMode::Escape;
};

/// The rows of all \p Files, merged by name if \p View says so, filtered and
/// sorted; not yet truncated to Top.
std::vector<HistogramRow> joinRows(llvm::ArrayRef<FileHistogram> Files,
                                   const HistogramView &View);

/// The rows by name with the instances, shallow bytes, largest object and
/// elements in each of \p Files, filtered and sorted by change.
ChangeTable compareFiles(llvm::ArrayRef<FileHistogram> Files,
                         const HistogramView &View);

void printText(llvm::raw_ostream &OS, llvm::ArrayRef<FileHistogram> Files,
               const HistogramView &View);
void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<FileHistogram> Files,
              const HistogramView &View);
void printJson(llvm::raw_ostream &OS, llvm::ArrayRef<FileHistogram> Files,
               const HistogramView &View, const Reporter &Report);

} // namespace hprof

#endif // TOOLS_HPROF_HISTO_HISTOGRAMPRINTER_H
