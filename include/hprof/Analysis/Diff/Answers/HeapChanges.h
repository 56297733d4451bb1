//===- HeapChanges.h - Growth between heap dumps ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_ANSWERS_HEAPCHANGES_H
#define HPROF_ANALYSIS_DIFF_ANSWERS_HEAPCHANGES_H

#include "hprof/Analysis/Diff/Answers/ChangedTable.h"
#include "hprof/Analysis/Diff/Answers/CheckedBudget.h"

namespace hprof {

class HeapChanges final : public Answer {
public:
  /// \p Suspects is set if all inputs have suspects and the rows of \p Table
  /// are not suspects. It must be sorted.
  HeapChanges(std::vector<HeapCounts> Inputs, ChangedTable Table,
              std::optional<ChangedTable> Suspects,
              std::optional<CheckedBudget> Gate)
      : Inputs(std::move(Inputs)), Changes(std::move(Table)),
        Suspects(std::move(Suspects)), Gate(std::move(Gate)) {}

  static const AnswerInfo &kind();

  const ChangedTable &changes() const { return Changes; }
  const std::optional<CheckedBudget> &gate() const { return Gate; }
  /// Returns the result of the gate for CI servers.
  CheckReport checks() const;
  Datum suspects() const;

  const AnswerInfo &info() const override { return kind(); }
  bool hasGate() const override { return Gate.has_value(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override { return Changes.rows(); }
  void present(Presenter &To) const override;

private:
  void presentHead(Presenter &To) const;

  std::vector<HeapCounts> Inputs;
  ChangedTable Changes;
  std::optional<ChangedTable> Suspects;
  std::optional<CheckedBudget> Gate;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_HEAPCHANGES_H
