//===- Comparison.h - Compares heap dumps -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares open inputs:
///
///     std::vector<HeapInput> Inputs = ...;
///     Expected<HeapChanges> Answer = compareInputs(
///         std::move(Inputs), Request,
///         [&](HeapInput In, const CountOptions &Wanted) {
///           return countHeap(std::move(In), Wanted, Options, Events);
///         },
///         Events);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_ANSWERS_COMPARISON_H
#define HPROF_ANALYSIS_DIFF_ANSWERS_COMPARISON_H

#include "hprof/Analysis/Diff/Answers/HeapChanges.h"

namespace hprof {

/// Whether to build graphs, which retained sizes and leak suspects require.
enum class GraphUse : uint8_t { IfCheap, Always, Never };

struct ComparisonRequest {
  /// Kind of rows; by default, the kind of rows in the budget or the summary,
  /// or else names.
  std::optional<GroupBy> By;
  bool BySuspect = false;
  GraphUse Graphs = GraphUse::IfCheap;
  /// Call OnNote if graphs are not built because they would not be cheap.
  bool SaysWhatIsLeftOut = false;
  std::string Sort; ///< A measure, "name", or empty for the default.
  std::shared_ptr<const ClassPattern> Filter; ///< Selects rows; null for all.
  uint64_t Top = UINT64_MAX;
  std::optional<Budget> Limits;
  bool AllowDamaged = false; ///< Damaged inputs do not make the check fail.
};

using InputCounter =
    llvm::function_ref<llvm::Expected<HeapCounts>(HeapInput, CountOptions)>;

/// Compares two or more inputs, which \p Count counts one after another. Fails
/// if an input cannot be counted, because a comparison without it would be
/// misleading. Calls only OnNote and OnWarning of \p Events.
llvm::Expected<HeapChanges> compareInputs(std::vector<HeapInput> Inputs,
                                          const ComparisonRequest &Request,
                                          InputCounter Count,
                                          const StoreEvents &Events);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_COMPARISON_H
