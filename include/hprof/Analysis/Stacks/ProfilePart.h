//===- ProfilePart.h - The methods of a profile, for output -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_PROFILEPART_H
#define HPROF_ANALYSIS_STACKS_PROFILEPART_H

#include "hprof/Analysis/Stacks/FrameTotals.h"
#include "hprof/Answer/AnswerPart.h"
#include "hprof/Format/Profile/Profile.h"

namespace hprof {

/// Returns the table of methodRows().
const TableInfo &methodTable();
/// Returns the methods \p Of with their shares of \p All. Both arguments must
/// outlive the rows.
std::unique_ptr<Rows> methodRows(llvm::ArrayRef<FrameTotal> Of,
                                 const uint64_t &All);

/// The attribute "profile": the methods for each section and measure. Text
/// output shows only the most useful measure.
class ProfilePart final : public AnswerPart {
public:
  /// A measure of a section.
  struct Measured {
    ProfileKind Section = ProfileKind::Samples;
    StackMeasure Is;
    bool IsMain = false; ///< Whether this is the main measure of its section.
    uint64_t Total = 0;
    std::vector<FrameTotal> Methods;
  };

  struct Request {
    uint64_t Top = 20;      ///< Maximum number of methods.
    bool InSummary = false; ///< Text names the option that shows all methods.
    bool IsDamaged = false; ///< Whether data may be missing because of damage.
  };
  ProfilePart(const Profile &Of, Request Asked);

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

  llvm::ArrayRef<Measured> measured() const { return All; }
  const Request &asked() const { return Asked; }

private:
  std::vector<WeightedStacks> Stacks; ///< Storage for the names of methods.
  std::vector<Measured> All;
  const Request Asked;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_PROFILEPART_H
