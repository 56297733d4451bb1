//===- CheckedBudget.h - The result of a budget as an answer ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_ANSWERS_CHECKEDBUDGET_H
#define HPROF_ANALYSIS_DIFF_ANSWERS_CHECKEDBUDGET_H

#include "hprof/Analysis/Diff/Gate.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Answer/Checks.h"

namespace hprof {

struct CheckedBudget {
  std::string Name; ///< Name of the budget, for display.
  GateResult Result;

  static const TableInfo &table();
  std::unique_ptr<Rows> rows() const; ///< A single row.
  /// Presents the violations, up to \p Top for each limit.
  void present(Presenter &To, uint64_t Top) const;
  /// Returns a report for CI servers. Checks without a line in the budget are
  /// reported for the file \p Input.
  CheckReport report(llvm::StringRef Tool, llvm::StringRef Input) const;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_CHECKEDBUDGET_H
