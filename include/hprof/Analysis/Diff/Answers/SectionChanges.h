//===- SectionChanges.h - Changes of profiles or threads --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_ANSWERS_SECTIONCHANGES_H
#define HPROF_ANALYSIS_DIFF_ANSWERS_SECTIONCHANGES_H

#include "hprof/Analysis/Diff/Answers/ChangedTable.h"

namespace hprof {

struct ChangedSection {
  const char *Name; ///< "samples"
  const char *Text; ///< For display: "CPU samples".
  ChangedTable Table;

  const ChangedTable &changes() const { return Table; }
};

/// Changes between profiles or thread dumps, section by section.
class SectionChanges final : public Answer {
public:
  /// Only the names, times and damage of \p Inputs are used. There must be at
  /// least one section.
  SectionChanges(std::vector<HeapCounts> Inputs,
                 std::vector<ChangedSection> Sections)
      : Inputs(std::move(Inputs)), Sections(std::move(Sections)) {}

  static const AnswerInfo &kind();

  llvm::ArrayRef<ChangedSection> sections() const { return Sections; }

  /// Returns the names, separated by commas: "sites, samples".
  std::string sectionNames() const;

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  /// Rows of the first section.
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<HeapCounts> Inputs;
  std::vector<ChangedSection> Sections;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_SECTIONCHANGES_H
