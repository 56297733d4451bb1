//===- Budget.h - Limits on the growth of a heap ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A budget is a YAML file with limits on sizes and counts and on their growth:
///
///     noise: {instances: 100, bytes: 64K}
///     ignore: ["byte[]", java.lang.ref.*]
///     limits:
///       - class: app.Session
///         instances: {max: 1000, growth: 10%}
///       - class: app.*
///         sum: true
///         shallow: {growth: 5M}
///       - name: the whole heap
///         total: true
///         shallow: {max: 2G, growth: 20%}
///
/// The man page of hprof-diff describes each key.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_BUDGET_H
#define HPROF_ANALYSIS_DIFF_BUDGET_H

#include "hprof/Analysis/Histogram/Histogram.h"
#include "hprof/Format/Base/ClassPattern.h"
#include <optional>

namespace hprof {

/// An amount, or a percentage of the previous value.
struct Growth {
  bool IsPercent = false;
  uint64_t Amount = 0;
  double Percent = 0;
  std::string Text; ///< As written: "5M", "10%".
};

/// Maximum value and growth that a limit allows for one measure.
struct Allowance {
  /// "instances", "shallow", "retained", or "loaders" if the rows are loaders.
  std::string Measure;
  std::optional<uint64_t> Max;
  std::string MaxText; ///< As written.
  std::optional<Growth> Most;
};

struct Limit {
  unsigned Line = 0; ///< Line in the budget, from 1; 0 for a built-in limit.
  /// Name from the budget, or without a name, the scope: "class app.*".
  std::string Name;
  /// Pattern of the rows that the limit applies to; nullopt for the total.
  std::optional<ClassPattern> Pattern;
  /// The limit applies to the sum of these rows, not to each row.
  bool IsSum = false;
  std::vector<Allowance> Allowances; ///< At least one.
};

struct Budget {
  std::string Name; ///< Name of the file, for display.
  /// Growth up to these numbers violates no limit on growth.
  uint64_t NoiseInstances = 0, NoiseBytes = 0;
  std::vector<ClassPattern> Ignore; ///< Rows to which no limit applies.
  std::vector<Limit> Limits;        ///< At least one.
  /// Kind of rows that the patterns of the limits match; nullopt if all limits
  /// apply to the total.
  std::optional<GroupBy> By;

  bool needsRetained() const;
  /// Whether a limit applies to the reachable bytes (the total retained size).
  bool needsReachable() const;
};

/// Parses \p Text. Errors include the line, but not the name of the file.
llvm::Expected<Budget> parseBudget(llvm::StringRef Text);

/// Reads the file \p Path. Errors include the path.
llvm::Expected<Budget> readBudgetFile(llvm::StringRef Path);

/// Returns the default budget: all objects together may grow by 10%.
Budget defaultBudget();

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_BUDGET_H
