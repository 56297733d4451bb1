//===- LintTables.h - Tables of lint findings -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_LINT_ANSWERS_LINTTABLES_H
#define LIB_ANALYSIS_LINT_ANSWERS_LINTTABLES_H

#include "hprof/Analysis/Lint/Answers/LintAnswer.h"

namespace hprof {

/// Whether a finding or a row is large enough for \p Min.
template <class T> bool isLarge(const T &Of, uint64_t Min) {
  return Of.IsAnySize || Of.Bytes >= Min;
}
inline bool isShown(const LintFinding &F, uint64_t Min) {
  return F.Count && isLarge(F, Min);
}

/// A row with its check and file.
struct LintLine {
  const LintedFile *File;
  const LintInfo *Check;
  const LintRow *Is;
};

const TableInfo &lintFileTable();
std::unique_ptr<Rows> lintFileRows(llvm::ArrayRef<LintedFile> Files,
                                   const LintRequest &Request);
const TableInfo &lintRowTable();
/// Returns all rows that the request selects.
std::unique_ptr<Rows> lintRows(llvm::ArrayRef<LintedFile> Files,
                               const LintRequest &Request);
/// Returns rows for \p Lines.
std::unique_ptr<Rows> lintRows(std::vector<LintLine> Lines,
                               const LintRequest &Request);
/// Returns a list of findings for display.
std::unique_ptr<Rows> lintSummary(LintMeasure Measure,
                                  std::vector<const LintFinding *> Findings);
std::unique_ptr<Rows> lintHolders(const LintedFile &File,
                                  llvm::ArrayRef<LintHolder> Holders);

} // namespace hprof

#endif // LIB_ANALYSIS_LINT_ANSWERS_LINTTABLES_H
