//===- HistogramPrinter.h - Prints histograms -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_HISTO_HISTOGRAMPRINTER_H
#define TOOLS_HPROF_HISTO_HISTOGRAMPRINTER_H

#include "hprof/Analysis/Store/HeapHistogram.h"
#include "hprof/Format/ClassPattern.h"
#include "hprof/Tool/Escape.h"
#include <map>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class Reporter;

/// A histogram and the file that it is of.
struct FileHistogram {
  HeapHistogram Heap; ///< With --unreachable: of these objects.
  uint64_t AllObjects = 0, AllBytes = 0;
  /// With --retained: of rows by id (of the class or loader) and name.
  std::map<std::pair<uint64_t, std::string>, uint64_t> Retained;
};

/// A row of one or several files: the sum, and what each file has.
struct JoinedRow {
  HistogramRow Sum;
  std::vector<HistogramRow> PerFile;
};

struct HistogramView {
  HistogramGroup By = HistogramGroup::Class;
  HistogramColumn Sort = HistogramColumn::Shallow;
  std::optional<ClassPattern> Filter; ///< Of the names of rows.
  bool Several = false;  ///< Files were asked for: rows are joined by name.
  bool Columns = false;  ///< Only with Several.
  bool Retained = false; ///< Show it.
  bool Unreachable = false; ///< Only these objects are counted.
  uint64_t Top = UINT64_MAX;
  EscapeMode Escape = EscapeMode::Escape;
};

/// The rows of all \p Files, joined by name if \p View says so, filtered and
/// sorted; not yet cut to Top.
std::vector<JoinedRow> joinRows(llvm::ArrayRef<FileHistogram> Files,
                                const HistogramView &View);

void printText(llvm::raw_ostream &OS, llvm::ArrayRef<FileHistogram> Files,
               const HistogramView &View);
void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<FileHistogram> Files,
              const HistogramView &View);
void printJson(llvm::raw_ostream &OS, llvm::ArrayRef<FileHistogram> Files,
               const HistogramView &View, const Reporter &Report);

} // namespace hprof

#endif // TOOLS_HPROF_HISTO_HISTOGRAMPRINTER_H
