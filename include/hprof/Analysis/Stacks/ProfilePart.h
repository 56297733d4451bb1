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

/// The table of methodRows().
const TableInfo &methodTable();
/// Methods with their shares of \p All, both of which must outlive the rows.
std::unique_ptr<Rows> methodRows(llvm::ArrayRef<FrameTotal> Of,
                                 const uint64_t &All);

/// The attribute "profile": for each section and measure, the methods. Text
/// output shows the most useful measure.
class ProfilePart final : public AnswerPart {
public:
  /// A measure of a section.
  struct Measured {
    ProfileKind Section = ProfileKind::Samples;
    StackMeasure Is;
    bool IsMain = false; ///< The main measure of its section.
    uint64_t Total = 0;
    std::vector<FrameTotal> Methods;
  };

  struct Request {
    uint64_t Top = 20;      ///< Maximum number of methods.
    bool InSummary = false; ///< Another option shows the rest.
    bool IsDamaged = false; ///< There may have been more data.
  };
  ProfilePart(const Profile &Of, Request Asked);

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

  llvm::ArrayRef<Measured> measured() const { return All; }
  const Request &asked() const { return Asked; }

private:
  std::vector<WeightedStacks> Stacks; ///< Methods point into them.
  std::vector<Measured> All;
  const Request Asked;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_PROFILEPART_H
