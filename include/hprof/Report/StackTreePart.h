//===- StackTreePart.h - Stacks as a tree -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORT_STACKTREEPART_H
#define HPROF_REPORT_STACKTREEPART_H

#include "hprof/Analysis/Stacks/FrameTotals.h"
#include "hprof/Answer/AnswerPart.h"

namespace hprof {

/// Stacks with their measured values, by their main measure: frames with the
/// same callers are merged.
class StackTreePart final : public AnswerPart {
public:
  struct Request {
    std::string File;               ///< For display.
    std::string Section;            ///< "samples", for a profile; may be empty.
    uint64_t MostRows = UINT64_MAX; ///< Omitted rows have the least values.
  };
  struct Row {
    uint32_t Frame = 0;
    uint32_t Parent = 0; ///< A row; 0 is the root.
    uint64_t Value = 0;  ///< Including callees.
    uint64_t Own = 0;    ///< Excluding callees.
    uint64_t Depth = 0;  ///< Number of ancestors.
  };

  StackTreePart(const WeightedStacks &Of, Request Asked);

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

  const WeightedStacks &stacks() const { return Stacks; }
  const Request &asked() const { return Asked; }
  StackMeasure measure() const {
    return Stacks.measures()[Stacks.mainMeasure()];
  }
  uint64_t total() const { return All.front().Value; }
  uint64_t least() const { return Least; }
  uint64_t inAll() const { return All.size() - 1; }
  /// The values of each method, summed over all callers.
  std::unique_ptr<Rows> methods() const;
  /// Same as above, for the classes in which stacks end.
  std::unique_ptr<Rows> classes() const;
  /// Rows with a value of at least \p Limit, in preorder, the largest first.
  std::unique_ptr<Rows> rows(uint64_t Limit) const;

private:
  void build();
  void order();

  const WeightedStacks Stacks;
  const Request Asked;
  std::vector<Row> All; ///< The root is the first.
  /// Rows below each row, largest first.
  std::vector<std::vector<uint32_t>> Below;
  const std::vector<FrameTotal> Methods, Classes;
  uint64_t Least = 1;
};

} // namespace hprof

#endif // HPROF_REPORT_STACKTREEPART_H
