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
  Diff(std::vector<HeapCounts> Inputs, ChangeTable Table)
      : Inputs(std::move(Inputs)), Table(std::move(Table)) {}

  std::vector<HeapCounts> Inputs; ///< At least two.
  ChangeTable Table;              ///< Sorted and filtered.
  HistogramGroup By = HistogramGroup::Name;
  bool BySuspect = false; ///< Table is that of the suspects.
  size_t Sort = 0;        ///< The measure by which rows are sorted.
  std::string Filter;     ///< The pattern that rows match; empty for all.
  uint64_t Top = UINT64_MAX;
  EscapeMode Escape = EscapeMode::Escape;
  // For profiles and thread dumps, which have no objects:
  const char *Section = "";            ///< "samples"; empty for heap dumps.
  const char *SectionText = "";        ///< For people.
  const char *KeyTitle = "";           ///< "method", "trace" or "thread".
  std::optional<ChangeTable> Suspects; ///< Sorted, if graphs were built.
  GateResult Gate;                     ///< Without a budget, no checks.
  std::string BudgetName;

  bool hasGate() const { return !Gate.Checks.empty(); }
};

/// "class", "loader" or "package".
const char *keyName(HistogramGroup By);
/// The same, "suspect", or the title that \p D has.
const char *keyName(const Diff &D);
/// The slope of a row per hour, with more than two inputs whose times are
/// known.
std::optional<double> slopeOf(const Diff &D, const ChangeTable &T,
                              const ChangeTable::Row &R, size_t Measure);
/// The words for the suspect \p Signature in the last input that has it.
const CountedSuspect &suspectCalled(const Diff &D, llvm::StringRef Signature);

void printText(llvm::raw_ostream &OS, const Diff &D);
/// For the sections of profiles or thread dumps, which have the same inputs.
void printSectionsText(llvm::raw_ostream &OS, llvm::ArrayRef<Diff> Sections);
void printSectionsJson(llvm::raw_ostream &OS, llvm::ArrayRef<Diff> Sections,
                       const Reporter &Report);
void printCsv(llvm::raw_ostream &OS, const Diff &D);
void printJson(llvm::raw_ostream &OS, const Diff &D, const Reporter &Report);

} // namespace hprof

#endif // TOOLS_HPROF_DIFF_DIFFPRINTER_H
