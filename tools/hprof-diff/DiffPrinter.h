//===- DiffPrinter.h - Prints comparisons -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DIFF_DIFFPRINTER_H
#define TOOLS_HPROF_DIFF_DIFFPRINTER_H

#include "hprof/Analysis/Diff/Gate.h"
#include "hprof/Tool/Escape.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

class Reporter;

/// What is compared, and how it is shown.
struct Diff {
  std::vector<HeapCounts> Inputs; ///< At least two.
  ChangeTable Table;              ///< Sorted and filtered.
  HistogramGroup By = HistogramGroup::Name;
  size_t Sort = 0;    ///< The measure by which rows are sorted.
  std::string Filter; ///< The pattern that rows match; empty for all.
  uint64_t Top = UINT64_MAX;
  EscapeMode Escape = EscapeMode::Escape;
  std::optional<GateResult> Gate; ///< If there is a budget.
  std::string BudgetName;
};

/// "class", "loader" or "package".
const char *keyName(HistogramGroup By);

void printText(llvm::raw_ostream &OS, const Diff &D);
void printCsv(llvm::raw_ostream &OS, const Diff &D);
void printJson(llvm::raw_ostream &OS, const Diff &D, const Reporter &Report);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_DIFFPRINTER_H
