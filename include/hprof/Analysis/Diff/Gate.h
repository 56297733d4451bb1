//===- Gate.h - Checks a comparison against a budget ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_GATE_H
#define HPROF_ANALYSIS_DIFF_GATE_H

#include "hprof/Analysis/Diff/Budget.h"
#include "hprof/Analysis/Diff/HeapCounts.h"

namespace hprof {

struct Violation {
  std::string Key; ///< Key of the row; empty for a sum or total.
  std::string Measure;
  bool IsBytes = false;
  uint64_t Before = 0, After = 0;
  std::string Rule; ///< "may grow by 10%", "may be 200M".
};

/// The result for one limit, or for another check of the gate.
struct GateCheck {
  std::string Name;
  /// Line in the budget, from 1; 0 if the check is not from the budget.
  unsigned Line = 0;
  /// Number of rows that match the pattern of the limit; nullopt for the total.
  std::optional<uint64_t> Matched;
  std::vector<Violation> Violations; ///< Largest excess of growth first.
  /// Another reason why the check failed, such as a damaged input.
  std::string Fault;

  bool passed() const { return Violations.empty() && Fault.empty(); }
};

struct GateResult {
  /// Checks of the inputs, followed by checks of the limits.
  std::vector<GateCheck> Checks;
  bool passed() const;
  uint64_t failures() const; ///< Number of checks that failed.
};

/// Checks the change from the first of \p Inputs to the last. \p Table contains
/// all of their rows, and a column for each measure in \p B. A damaged input
/// makes the gate fail unless \p AllowDamaged is set.
GateResult checkBudget(const Budget &B, llvm::ArrayRef<HeapCounts> Inputs,
                       const ChangeTable &Table, bool AllowDamaged);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_GATE_H
